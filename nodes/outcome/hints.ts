import { whoAndWhy } from '../form/whoAndWhy';
import { quote, quoteValue } from '../n8n/text';
import type { ItemContext } from '../n8n/itemContext';
import type { ItemResult } from '../n8n/operation';

/** Whoever looks only at the last node of a workflow learns here that nobody was called. */
export function notCalledLine(items: ItemContext[], results: ItemResult[]): string | undefined {
	const notCalled = items.flatMap((item, position) => {
		const result = results[position];
		const json = result && 'records' in result ? result.records[0] : {};
		if (json.outcome !== 'notCalled') return [];
		const phoneNumber = String(item.field('phone_number') ?? '');
		return [{ index: item.index, phoneNumber, reason: String(json.reason ?? '') }];
	});
	if (notCalled.length === 0) return undefined;
	const all = notCalled.length === items.length;
	const counts = `${notCalled.length.toLocaleString('en')} of ${items.length.toLocaleString('en')}`;
	const were = notCalled.length === 1 ? 'was' : 'were';
	const sentence = all ? 'Nobody was called.' : `${counts} ${were} not called.`;
	return [sentence, ...whoAndWhy(notCalled)].join('\n');
}

/** The ID of an assistant whose name was entered in its place; undefined for an ID, and for what is neither. */
export function idOfNamed(
	entered: string,
	listed: ReadonlyMap<string, string>,
): string | undefined {
	if (entered === '' || listed.has(entered)) return undefined;
	return [...listed].find(([, name]) => name.toLowerCase() === entered.toLowerCase())?.[0];
}

/** People enter the name of an assistant for its ID, and the service may accept the call all the same. */
export function unknownAssistant(
	id: string,
	listed: ReadonlyMap<string, string>,
): string | undefined {
	if (id === '' || listed.size === 0 || listed.has(id)) return undefined;
	const named = idOfNamed(id, listed);
	return named === undefined
		? `No listed call has the assistant ${quoteValue(id)}. Check 'Assistant' where the call is placed.`
		: `No listed call has the assistant ${quoteValue(id)}: that is a name. Its ID is ${quoteValue(named)}.`;
}

/** A call goes well without a variable that the assistant needs, and sounds wrong. */
export function readAloud(placeholders: string[]): string | undefined {
	if (placeholders.length === 0) return undefined;
	const these = placeholders.length === 1 ? 'this variable' : 'these variables';
	return `The assistant said ${quote(placeholders.join(', '))}. Add ${these} under 'Variables' where the call is placed.`;
}
