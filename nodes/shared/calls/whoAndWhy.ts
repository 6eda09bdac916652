import { quote } from '../text';

/** Above the table, the first screen has room for so many (1280 x 800 pixels). */
const MOST_LINES = 6;

const LONGEST_NUMBER = 40;
const LONGEST_LINE = 180;

/** Somebody who was not called, or may not have been. */
export interface NotCalled {
	/** The position of the item in the input, from 0. */
	index: number;
	/** As far as it could be read. */
	phoneNumber: string;
	reason: string;
}

/** One line for each, with the reason. The columns of n8n's table are too narrow for sentences. */
export function whoAndWhy(notCalled: NotCalled[]): string[] {
	const most = notCalled.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES;
	const lines = notCalled.slice(0, most).map(({ index, phoneNumber, reason }) => {
		const who = quote(phoneNumber, LONGEST_NUMBER);
		const isNamed = who !== '' && reason.includes(quote(phoneNumber));
		const line = isNamed ? reason : `${who || `Item ${index}`}: ${reason}`;
		return `• ${quote(line, LONGEST_LINE)}`;
	});
	const more = notCalled.length - lines.length;
	return more > 0 ? [...lines, `• and ${more.toLocaleString('en')} more: see 'reason'`] : lines;
}
