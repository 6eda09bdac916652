import type { Mail, Row } from './mail';
import { isolated } from './safeText';

/** What a mail shows where it cannot show HTML: so many of the callbacks at most. */
const MAX_CALLBACKS = 100;

/** @returns a mail as plain text */
export function textMail(mail: Mail): string {
	const { tally, figures } = mail;
	// The legend says the first of them.
	const numbers = figures
		.slice(1)
		.map(([value, caption, change]) => `${value} ${caption}${change && ` (${change})`}`);
	return [
		...[`${mail.title}, ${mail.periodName}`, ''],
		...(tally.calls === 0 ? [] : [mail.legend.join(', ')]),
		...numbers,
		...[...mail.notes, ''],
		...(tally.calls === 0 ? [mail.quiet, ''] : lists(mail)),
		mail.remarks,
	].join('\n');
}

function lists(mail: Mail): string[] {
	const { words, callbacks, sections } = mail;
	const line = (row: Row) => `  ${mail.rowText(isolated(row.name), row)}`;
	const callback = ({ when, number, assistant }: Mail['callbacks'][0]) =>
		`  ${`${when} ${number}`.trim()}, ${words.spokeWith(isolated(assistant))}`;
	const listed = callbacks.slice(0, MAX_CALLBACKS);
	const rest = mail.notListed(listed.length);
	return [
		...sections.flatMap(({ heading, rows }) => [
			...[`${heading}${words.colon}`, ...rows.map(line), ''],
		]),
		...[`${words.callbacksToMake}${words.colon}`, `  ${mail.callbackNote}`],
		...[...listed.map(callback), ...(rest ? [`  ${rest}`] : []), ''],
	];
}
