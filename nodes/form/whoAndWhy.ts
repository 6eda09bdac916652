import { quote } from '../n8n/text';

/** Above the table, the first screen has room for so many (1280 x 800 pixels). */
const MAX_LINES = 6;

const MAX_NUMBER_LENGTH = 40;
const MAX_LINE_LENGTH = 180;

/** Somebody who was not called, or may not have been. */
export interface NotCalled {
	/** The position of the item in the input, from 0. */
	index: number;
	/** As far as it could be read. */
	phoneNumber: string;
	reason: string;
}

/**
 * One line for each reason: a setting that is wrong is so for many. The columns of n8n's table are too
 * narrow for sentences.
 */
export function whoAndWhy(notCalled: NotCalled[]): string[] {
	const byReason = new Map<string, NotCalled[]>();
	for (const one of notCalled) {
		const same = byReason.get(one.reason) ?? [];
		same.push(one);
		byReason.set(one.reason, same);
	}
	const most = byReason.size > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
	const told = [...byReason].slice(0, most);
	const lines = told.map(([reason, [{ index, phoneNumber }, ...others]]) => {
		const who = quote(phoneNumber, MAX_NUMBER_LENGTH);
		const isNamed = who !== '' && reason.includes(quote(phoneNumber));
		const more = others.length > 0 ? ` and ${others.length.toLocaleString('en')} more` : '';
		const line = isNamed ? reason : `${who || `Item ${index}`}${more}: ${reason}`;
		return `• ${quote(line, MAX_LINE_LENGTH)}`;
	});
	const count = notCalled.length - told.reduce((sum, [, same]) => sum + same.length, 0);
	return count > 0 ? [...lines, `• and ${count.toLocaleString('en')} more: see 'reason'`] : lines;
}
