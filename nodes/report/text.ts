import type { Mail, Row } from './mail';
import { isolated } from './safeText';

/** What a mail shows where it cannot show HTML: so many of the callbacks at most. */
const MAX_CALLBACKS = 100;

/** @returns a mail as plain text */
export function textMail(mail: Mail): string {
	const { tally, figures } = mail;
	const numbers = figures
		.filter(([value]) => value !== '–')
		.map(([value, caption, change]) => `${value} ${caption}${change && ` (${change})`}`);
	return [
		...[`${mail.title}, ${mail.periodName}`, ''],
		...numbers,
		...(tally.calls === 0 ? [] : [mail.legend.join(', ')]),
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
