import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../service/call';
import { quote } from '../n8n/text';
import type { ItemContext } from '../n8n/itemContext';
import type { FoundCall } from './match';

/** As long as the reasons of Create. Characters. */
const MAX_REASON_LENGTH = 600;

/** What people look for first. */
const FIRST_FIELDS = ['Summary', 'TranscriptText'];

/**
 * The output of an item: what became of the call, what was said, then everything else.
 *
 * @param record the call in the form that the user chose
 * @param found what was found; nothing if the service lists no such call
 */
export function outcomeJson(record: IDataObject, found: FoundCall | undefined): IDataObject {
	const ended = found?.record.end !== undefined;
	const outcome = !found ? 'notFound' : ended ? 'ended' : 'ongoing';
	const answered = ended ? found.record.answered : null;
	return inOrder(record, { outcome, answered }, { ended, matches: found?.matches ?? 0 });
}

/**
 * A placeholder that was not replaced: {name}, {First Name}, {{ $json.name }}, %name%, [[name]], <<name>>, [first_name], <first_name>.
 * Transcripts have [laughs] and <unclear> of their own.
 */
const PLACEHOLDER =
	/\{{1,3}[^\p{L}\p{N}{}"\n]{0,5}[\p{L}\p{N}][^{}\n]{0,60}\}{1,3}|%[\p{L}_][\p{L}\p{N}_ ]{0,60}%|\[\[[^\]\n]{1,60}\]\]|<<[^>\n]{1,60}>>|[[<]\p{L}{1,30}(?:_[\p{L}\p{N}]{1,30}){1,5}[\]>]/gu;

/** The placeholders that the assistant read aloud, with their braces. */
export function unfilledPlaceholders({ assistantTurns }: Call): string[] {
	return assistantTurns.flatMap((text) => text.match(PLACEHOLDER) ?? []);
}

/** What Create says of an item for which no call was placed: there is nothing to wait for. */
const NOT_PLACED = ['skipped', 'dryRun', 'notPlaced'];

/**
 * The output of an item for which Create placed no call, with the reason that Create gave.
 *
 * @returns nothing if Create says no such thing
 */
export function callNotPlaced(item: ItemContext, record: IDataObject): IDataObject | undefined {
	if (!NOT_PLACED.includes(String(item.field('outcome')))) return undefined;
	const isDryRun = item.field('outcome') === 'dryRun';
	const reason = isDryRun ? 'It was a dry run' : (toldIn(item, 'reason') ?? null);
	const first: IDataObject = { outcome: 'notCalled', answered: null, reason };
	const skippedBy = toldIn(item, 'skippedBy');
	if (skippedBy !== undefined) first.skippedBy = skippedBy;
	return inOrder(record, first, { ended: false, matches: 0 });
}

/** A field that Create filled. Another node may have put something else there. */
function toldIn(item: ItemContext, name: string): string | undefined {
	const value = item.field(name);
	return typeof value === 'string' ? quote(value, MAX_REASON_LENGTH) : undefined;
}

function inOrder(record: IDataObject, first: IDataObject, last: IDataObject): IDataObject {
	const said = FIRST_FIELDS.filter((name) => Object.hasOwn(record, name));
	const order = Object.fromEntries(said.map((name) => [name, record[name]]));
	return { ...first, ...order, ...record, ...first, ...last };
}
