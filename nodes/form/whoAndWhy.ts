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

/** One line for each, with the reason. The columns of n8n's table are too narrow for sentences. */
export function whoAndWhy(notCalled: NotCalled[]): string[] {
	const most = notCalled.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES;
	const lines = notCalled.slice(0, most).map(({ index, phoneNumber, reason }) => {
		const who = quote(phoneNumber, MAX_NUMBER_LENGTH);
		const isNamed = who !== '' && reason.includes(quote(phoneNumber));
		const line = isNamed ? reason : `${who || `Item ${index}`}: ${reason}`;
		return `• ${quote(line, MAX_LINE_LENGTH)}`;
	});
	const more = notCalled.length - lines.length;
	return more > 0 ? [...lines, `• and ${more.toLocaleString('en')} more: see 'reason'`] : lines;
}
