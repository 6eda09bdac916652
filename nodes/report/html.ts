import type { Mail, Row, Section } from './mail';
import { escapeHtml } from './safeText';

/*
 * The mail as HTML. Mail programs remove scripts, style sheets and SVG, so all of it is tables with
 * colors of their own. Each text stands beside the color that it is read on: a program that turns
 * colors round for the dark turns both.
 */

/** Gmail cuts a mail off at 102 kB. What is left of this is for callbacks. */
const MAX_BYTES = 96_000;

const COLUMN_HEIGHT = 90;

/** More labels than this below a chart would touch each other on a phone. */
const MAX_LABELS = 8;

const ink = '#1f2933';
const grey = '#5b6875';
const line = '#e4e7eb';
const blue = '#2563c9';
const paleBlue = '#c5d4ee';
const orange = '#b84f06';
const white = '#ffffff';
const pale = '#f5f7fa';
const canvas = '#eef1f4';
const font = 'font-family:Arial,Helvetica,sans-serif;';
const breakAnywhere = 'word-break:break-word;overflow-wrap:anywhere;';

/** @returns the whole of an HTML document, of at most about 100 kB whatever the calls say */
export function htmlMail(mail: Mail): string {
	const { words, language, title, periodName } = mail;
	const isQuiet = mail.tally.calls === 0;
	const before = [
		row(
			`padding:20px;${filled(blue)}color:${white};`,
			div('font-size:22px;line-height:28px;font-weight:bold;', title) +
				div('font-size:15px;line-height:22px;', periodName),
		),
		row('padding:16px 20px 0;', table(fixed, tr(mail.figures.map(figureOf).join('')))),
		small('10px 20px 0', 13, legend(mail) + mail.notes.map((note) => div('', note)).join('')),
		...(isQuiet ? [heading(mail.quiet, '')] : mail.sections.map((one) => sectionOf(mail, one))),
	].join('');
	const after = small('24px 20px 20px', 12, escapeHtml(mail.remarks));
	const room = MAX_BYTES - Buffer.byteLength(before) - Buffer.byteLength(after);
	const callbacks = isQuiet ? '' : callbackList(mail, room);
	const sheet = table(
		`max-width:600px;${filled(white)}border:1px solid ${line};`,
		`${before}${callbacks}${after}`,
	);
	return `<!DOCTYPE html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${escapeHtml(`${title}${words.colon} ${periodName}`)}</title></head>
<body style="margin:0;padding:0;${filled(canvas)}">
${table(filled(canvas), `<tr><td align="center" style="padding:16px 8px;">${sheet}</td></tr>`)}</body></html>`;
}

/** Columns of a fixed width. */
const fixed = 'table-layout:fixed;';

const filled = (color: string) => `background-color:${color};`;

function table(style: string, rows: string, width = '100%'): string {
	return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" width="${width}" style="${style}">${rows}</table>`;
}

const tr = (cells: string) => cells && `<tr>${cells}</tr>`;

function row(style: string, content: string): string {
	return `<tr><td style="${font}${style}">${content}</td></tr>\n`;
}

/** A row of grey text. */
function small(padding: string, size: number, content: string): string {
	const style = `font-size:${size}px;line-height:${size + 5}px;color:${grey};`;
	return content && row(`padding:${padding};${style}`, content);
}

function div(style: string, text: string): string {
	return text && `<div style="${style}">${escapeHtml(text)}</div>`;
}

/** A stretch of color. */
function block(height: number, color: string, width = 100): string {
	if (height * width === 0) return '';
	return `<td width="${width}%" height="${height}" style="height:${height}px;line-height:1px;font-size:1px;${filled(color)}">&nbsp;</td>`;
}

function figureOf([value, caption, change]: Mail['figures'][0], index: number): string {
	// Callbacks are to be made.
	const color = index === 2 && value !== '0' ? orange : ink;
	const size = value.length > 7 ? 18 : 24;
	return `<td width="33%" valign="top" style="${font}padding:14px 4px;text-align:center;${filled(pale)}${breakAnywhere}">${[
		div(`font-size:${size}px;line-height:30px;font-weight:bold;color:${color};`, value),
		div(`font-size:12px;line-height:16px;color:${grey};`, caption),
		div(`font-size:12px;line-height:16px;font-weight:bold;color:${ink};`, change),
	].join('')}</td>`;
}

/** The colors of the charts, and the numbers that they stand for. */
function legend(mail: Mail): string {
	if (mail.tally.calls === 0) return '';
	const parts = mail.legend.map((text, index) => {
		const mark = `<span style="${filled([blue, paleBlue][index])}">&nbsp;&nbsp;&nbsp;</span>`;
		return `${mark}&nbsp;${escapeHtml(text)}`;
	});
	return `<div>${parts.join('&nbsp; ')}</div>`;
}

function heading(text: string, note: string): string {
	return row(
		`padding:26px 20px 8px;font-size:17px;font-weight:bold;color:${ink};`,
		escapeHtml(text) +
			div(`font-size:13px;font-weight:normal;color:${grey};padding-top:3px;`, note),
	);
}

function sectionOf(mail: Mail, { heading: text, note, rows }: Section): string {
	return heading(text, note) + (rows[0].mark ? columns(mail, rows) : bars(mail, rows));
}

/** One column for each; its bar is a cell with a height and a color. */
function columns(mail: Mail, rows: Row[]): string {
	const tallest = Math.max(1, ...rows.map(({ calls }) => calls));
	// A number that is wider than its column would push the others aside.
	const room = rows.length > 25 ? 2 : rows.length > 16 ? 3 : 4;
	const showsNumbers = rows.length <= 31 && String(tallest).length <= room;
	const size = rows.length > 16 && tallest > 99 ? 7 : 9;
	const drawn = rows.map((row) => {
		const { name, calls, answered } = row;
		const height = Math.max(3, Math.round((calls / tallest) * COLUMN_HEIGHT));
		const below = Math.round((height * answered) / (calls || 1));
		const parts = [block(height - below, paleBlue), block(below, blue)].map(tr);
		const bar = table('', calls === 0 ? tr(block(1, line)) : parts.join(''), '80%');
		const number = calls === 0 || !showsNumbers ? '' : String(calls);
		return `<td valign="bottom" title="${escapeHtml(mail.rowText(name, row))}">${number}${bar}</td>`;
	});
	const style = `${fixed}${font}font-size:${size}px;line-height:12px;color:${grey};text-align:center;`;
	return row('padding:4px 16px 0;', table(style, tr(drawn.join(''))) + axis(rows));
}

/** The cell of a label reaches to the next label. */
function axis(rows: Row[]): string {
	const step = Math.ceil(rows.length / MAX_LABELS);
	const widths = '<td style="height:0;font-size:0;line-height:0;"></td>'.repeat(rows.length);
	const labels = rows.map(({ mark = '' }, index) => {
		if (index % step > 0) return '';
		const span = Math.min(step, rows.length - index);
		return `<td colspan="${span}" style="padding-top:4px;border-top:1px solid ${line};white-space:nowrap;">${span > step / 2 ? mark : ''}</td>`;
	});
	const style = `${fixed}${font}font-size:11px;color:${grey};text-align:left;`;
	return table(style, tr(widths) + tr(labels.join('')));
}

function bars(mail: Mail, rows: Row[]): string {
	const widest = Math.max(1, ...rows.filter(({ isRest }) => !isRest).map(({ calls }) => calls));
	const drawn = rows.map(({ name, calls, answered, isRest }) => {
		const style = `${font}padding:4px 0;font-size:14px;color:${isRest ? grey : ink};`;
		const width = Math.max(1, Math.round((calls / widest) * 100));
		const left = Math.round((width * answered) / calls);
		const parts = block(14, blue, left) + block(14, paleBlue, width - left);
		const bar = table('', tr(parts + block(14, white, 100 - width)));
		const share = `<span style="font-size:12px;font-weight:normal;color:${grey};">${mail.percent(answered / calls)}</span>`;
		return `<tr><td width="38%" dir="auto" style="${style}text-align:left;${breakAnywhere}">${escapeHtml(name)}</td>
<td width="38%" style="padding:4px 10px;">${isRest ? '' : bar}</td>
<td width="24%" style="${style}font-weight:bold;text-align:right;">${mail.number(calls)} ${share}</td></tr>`;
	});
	return row('padding:0 20px;', table(fixed, drawn.join('')));
}

/** @param room how many bytes it may take */
function callbackList(mail: Mail, room: number): string {
	const title = heading(mail.words.callbacksToMake, mail.callbackNote);
	const rows: string[] = [];
	let left = room - Buffer.byteLength(title) - 500;
	for (const callback of mail.callbacks) {
		const drawn = callbackRow(mail, callback);
		left -= Buffer.byteLength(drawn);
		if (left < 0) break;
		rows.push(drawn);
	}
	const list = rows.length > 0 ? row('padding:0 20px;', table('', rows.join(''))) : '';
	return title + list + small('10px 20px 0', 14, escapeHtml(mail.notListed(rows.length)));
}

function callbackRow(mail: Mail, callback: Mail['callbacks'][0]): string {
	const { when, number, assistant, summary } = callback;
	// A name has its own direction; what is around it keeps that of the language.
	const [before, after] = mail.words.spokeWith('\u0000').split('\u0000').map(escapeHtml);
	const spoke = `${before}<span dir="auto" style="unicode-bidi:isolate;">${escapeHtml(assistant)}</span>${after}`;
	const style = `${font}padding:10px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;color:${grey};`;
	return `<tr><td width="54" valign="top" style="${style}padding-right:8px;">${escapeHtml(when)}</td>
<td valign="top" style="${style}${breakAnywhere}">${dialable(escapeHtml(number))} ${spoke}
<div dir="auto" style="font-size:13px;line-height:18px;text-align:left;">${summary.map(escapeHtml).join('<br>')}</div></td></tr>`;
}

function dialable(number: string): string {
	return /^\+\d{2,15}$/.test(number)
		? `<a href="tel:${number}" style="color:${blue};text-decoration:none;font-weight:bold;">${number}</a>`
		: `<b style="color:${ink};">${number}</b>`;
}
