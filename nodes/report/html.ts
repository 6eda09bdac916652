import type { Callback } from './callbacks';
import { escapeHtml, plainLine, plainLines } from './safeText';
import type { NameRow, Sentences } from './sentences';

/*
 * The sheet as a mail. Mail programs remove scripts, style sheets and SVG, so all of it is tables with
 * colors of their own. Each text stands beside the color that it is read on: a program that turns
 * colors round for the dark turns both.
 */

/** Gmail cuts a mail off at 102 kB. What is left of this is for callbacks. */
const MAX_BYTES = 96_000;

const MAX_NAME_LENGTH = 80;
const MAX_SUMMARY_LENGTH = 220;
const SUMMARY_LINES = 6;
const COLUMN_HEIGHT = 90;

const ink = '#1f2933';
const grey = '#5b6875';
const line = '#e4e7eb';
const blue = '#2563c9';
const orange = '#b84f06';
const white = '#ffffff';
const pale = '#f5f7fa';
const font = 'font-family:Arial,Helvetica,sans-serif;';
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const breakAnywhere = 'word-break:break-word;overflow-wrap:anywhere;';

/** @returns the whole of an HTML document, of at most about 100 kB whatever the calls say */
export function htmlSheet(sheet: Sentences): string {
	const { words, report, language } = sheet;
	const before = [
		header(sheet),
		figures(sheet),
		...(report.calls === 0 ? [quiet(sheet)] : charts(sheet)),
	].join('');
	const after = `<tr><td style="${font}padding:24px 20px 20px;font-size:12px;line-height:17px;color:${grey};">${escapeHtml(sheet.remarks)}</td></tr>`;
	const room = MAX_BYTES - bytes(before) - bytes(after);
	const callbacks = report.calls === 0 ? '' : callbackList(sheet, room);
	return `<!DOCTYPE html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${escapeHtml(`${sheet.title}${words.colon} ${sheet.periodName}`)}</title></head>
<body style="margin:0;padding:0;background-color:#eef1f4;">
<table ${table} width="100%" dir="ltr" bgcolor="#eef1f4" style="background-color:#eef1f4;"><tr><td align="center" style="padding:16px 8px;">
<table ${table} width="100%" bgcolor="${white}" style="max-width:600px;background-color:${white};border:1px solid ${line};">
${before}${callbacks}${after}
</table></td></tr></table></body></html>`;
}

function header({ title, periodName }: Sentences): string {
	return `<tr><td bgcolor="${blue}" style="${font}padding:20px;background-color:${blue};color:${white};"><div style="font-size:22px;line-height:28px;font-weight:bold;">${escapeHtml(title)}</div><div style="font-size:15px;line-height:22px;">${escapeHtml(periodName)}</div></td></tr>`;
}

function figures(sheet: Sentences): string {
	const { words, report } = sheet;
	const { calls, callbacksTotal, averageSeconds, previous } = report;
	const average = sheet.duration(averageSeconds);
	const cells = [
		figure(
			sheet.number(calls),
			sheet.noun(calls, words.calls),
			ink,
			sheet.change(calls, previous?.calls ?? null),
		),
		figure(
			average.value,
			words.onAverage[average.unit],
			ink,
			sheet.change(averageSeconds, previous?.averageSeconds ?? null),
		),
		figure(
			sheet.number(callbacksTotal),
			sheet.noun(callbacksTotal, words.callbacks),
			callbacksTotal > 0 ? orange : ink,
			'',
		),
	];
	const notes = [...(calls === 0 ? [] : [sheet.totals]), sheet.comparison].filter(Boolean);
	const numbers = `<tr><td style="padding:16px 20px 0;"><table ${table} width="100%" style="table-layout:fixed;"><tr>${cells.join('')}</tr></table></td></tr>`;
	if (notes.length === 0) return numbers;
	const below = notes.map((note) => `<div>${escapeHtml(note)}</div>`).join('');
	return `${numbers}<tr><td style="${font}padding:10px 20px 0;font-size:13px;line-height:18px;color:${grey};">${below}</td></tr>`;
}

function figure(value: string, label: string, color: string, change: string): string {
	const size = value.length > 7 ? 18 : 24;
	const changed =
		change &&
		`<div style="font-size:12px;line-height:16px;font-weight:bold;color:${ink};">${escapeHtml(change)}</div>`;
	return `<td width="33%" valign="top" bgcolor="${pale}" style="${font}padding:14px 4px;text-align:center;background-color:${pale};${breakAnywhere}">
<div style="font-size:${size}px;line-height:30px;font-weight:bold;color:${color};">${escapeHtml(value)}</div>
<div style="font-size:12px;line-height:16px;color:${grey};">${escapeHtml(label)}</div>${changed}</td>`;
}

function quiet({ quiet: text }: Sentences): string {
	return `<tr><td style="${font}padding:30px 20px 10px;font-size:15px;color:${ink};text-align:center;">${escapeHtml(text)}</td></tr>`;
}

function heading(text: string, note: string): string {
	const below =
		note &&
		`<div style="font-size:13px;font-weight:normal;color:${grey};padding-top:3px;">${escapeHtml(note)}</div>`;
	return `<tr><td style="${font}padding:26px 20px 8px;font-size:17px;font-weight:bold;color:${ink};">${escapeHtml(text)}${below}</td></tr>`;
}

function charts(sheet: Sentences): string[] {
	const { words, report, overTime } = sheet;
	const days = overTime
		? [
				heading(overTime.heading, overTime.note),
				chart(sheet, overTime.columns, markEvery(overTime.columns)),
			]
		: [];
	const hours = report.byHour.map(({ hour, calls }) => ({
		mark: words.axisHour(hour),
		name: sheet.hour(hour),
		calls,
	}));
	return [
		...days,
		heading(words.byHour, sheet.busiestHour),
		chart(sheet, hours, (index) => {
			const { hour } = report.byHour[index];
			return hour % 3 === 0 && report.byHour[index - 1]?.hour !== hour;
		}),
		heading(words.byAssistant, ''),
		bars(sheet, sheet.assistants),
		heading(words.byKeyword, words.keywordNote),
		bars(sheet, sheet.keywords),
	];
}

/** Labels every nth column, so that each label has room. */
function markEvery(columns: Column[]): (index: number) => boolean {
	const isShort = columns.every(({ mark }) => mark.length < 3);
	const step = Math.ceil(columns.length / (isShort ? 12 : 7));
	return (index) => index % step === 0;
}

interface Column {
	mark: string;
	name: string;
	calls: number;
}

/** One column for each; its bar is a cell with a height and a color. */
function chart(sheet: Sentences, columns: Column[], isMarked: (index: number) => boolean): string {
	const tallest = Math.max(1, ...columns.map(({ calls }) => calls));
	// A number that is wider than its column would push the others aside.
	const room = columns.length > 25 ? 2 : columns.length > 16 ? 3 : 4;
	const showsNumbers = columns.length <= 31 && String(tallest).length <= room;
	const size = columns.length > 16 && tallest > 99 ? 7 : 9;
	const drawn = columns.map(({ name, calls }) => {
		const height = calls === 0 ? 1 : Math.max(3, Math.round((calls / tallest) * COLUMN_HEIGHT));
		const color = calls === 0 ? line : blue;
		const number = calls === 0 || !showsNumbers ? '' : String(calls);
		return `<td valign="bottom" title="${escapeHtml(`${name}: ${sheet.number(calls)}`)}">${number}<table ${table} width="80%" align="center"><tr><td height="${height}" bgcolor="${color}" style="height:${height}px;line-height:1px;font-size:1px;background-color:${color};">&nbsp;</td></tr></table></td>`;
	});
	return `<tr><td style="padding:4px 16px 0;"><table ${table} width="100%" style="table-layout:fixed;${font}font-size:${size}px;line-height:12px;color:${grey};text-align:center;"><tr>${drawn.join('')}</tr></table>${axis(columns, isMarked)}</td></tr>`;
}

/** The cell of a label reaches to the next label. */
function axis(columns: Column[], isMarked: (index: number) => boolean): string {
	const cells: Array<{ mark: string; span: number }> = [];
	columns.forEach(({ mark }, index) => {
		const last = cells[cells.length - 1];
		if (isMarked(index)) cells.push({ mark, span: 1 });
		else if (last) last.span++;
		else cells.push({ mark: '', span: 1 });
	});
	const widths = columns.map(
		() => '<td style="padding:0;height:0;font-size:0;line-height:0;"></td>',
	);
	const drawn = cells.map(
		({ mark, span }) =>
			`<td colspan="${span}" style="padding-top:4px;border-top:1px solid ${line};white-space:nowrap;">${escapeHtml(mark)}</td>`,
	);
	return `<table ${table} width="100%" style="table-layout:fixed;${font}font-size:11px;color:${grey};text-align:left;"><tr>${widths.join('')}</tr><tr>${drawn.join('')}</tr></table>`;
}

function bars(sheet: Sentences, rows: NameRow[]): string {
	const widest = Math.max(1, ...rows.filter(({ isRest }) => !isRest).map(({ calls }) => calls));
	const drawn = rows.map(({ name, calls, isRest }) => {
		const number = sheet.number(calls);
		if (isRest) {
			return `<tr><td colspan="2" style="${font}padding:4px 0;font-size:14px;color:${grey};">${escapeHtml(name)}</td>
<td style="${font}padding:4px 0;font-size:14px;font-weight:bold;color:${grey};text-align:right;">${number}</td></tr>`;
		}
		const width = Math.max(1, Math.round((calls / widest) * 100));
		const empty =
			width < 100 ? `<td width="${100 - width}%" style="font-size:1px;">&nbsp;</td>` : '';
		return `<tr>
<td width="38%" dir="auto" style="${font}padding:4px 10px 4px 0;font-size:14px;color:${ink};text-align:left;${breakAnywhere}">${escapeHtml(plainLine(name, MAX_NAME_LENGTH))}</td>
<td width="44%" style="padding:4px 0;"><table ${table} width="100%"><tr><td width="${width}%" height="14" bgcolor="${blue}" style="height:14px;line-height:1px;font-size:1px;background-color:${blue};">&nbsp;</td>${empty}</tr></table></td>
<td width="18%" style="${font}padding:4px 0 4px 10px;font-size:14px;font-weight:bold;color:${ink};text-align:right;">${number}</td></tr>`;
	});
	return `<tr><td style="padding:0 20px;"><table ${table} width="100%" style="table-layout:fixed;">${drawn.join('')}</table></td></tr>`;
}

/** @param room how many bytes it may take */
function callbackList(sheet: Sentences, room: number): string {
	const { words, report } = sheet;
	const title = heading(words.callbacksToMake, sheet.callbackNote);
	const rows: string[] = [];
	let left = room - bytes(title) - 500;
	for (const callback of report.callbacks) {
		const row = callbackRow(sheet, callback);
		left -= bytes(row);
		if (left < 0) break;
		rows.push(row);
	}
	const more = report.callbacksTotal - rows.length;
	const list =
		rows.length > 0 &&
		`<tr><td style="padding:0 20px;"><table ${table} width="100%">${rows.join('')}</table></td></tr>`;
	const rest =
		more > 0 &&
		`<tr><td style="${font}padding:10px 20px 0;font-size:14px;color:${grey};">${escapeHtml(words.notListed(sheet.number(more)))}</td></tr>`;
	return [title, list, rest].filter(Boolean).join('');
}

function callbackRow(sheet: Sentences, callback: Callback): string {
	const { words } = sheet;
	const times = sheet.callbackTime(callback).map(escapeHtml).join('<br>');
	// A name has its own direction; what is around it keeps that of the language.
	const name = plainLine(callback.AssistantName, MAX_NAME_LENGTH) || words.noAssistant;
	const [before, after] = words.spokeWith('\u0000').split('\u0000').map(escapeHtml);
	const spoke = `${before}<span dir="auto" style="unicode-bidi:isolate;">${escapeHtml(name)}</span>${after}`;
	const summary = plainLines(callback.Summary, MAX_SUMMARY_LENGTH, SUMMARY_LINES)
		.map(escapeHtml)
		.join('<br>');
	return `<tr>
<td width="54" valign="top" style="${font}padding:10px 8px 10px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;color:${grey};">${times}</td>
<td valign="top" style="${font}padding:10px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;color:${grey};${breakAnywhere}">${dialable(callback)} ${spoke}
<div dir="auto" style="font-size:13px;line-height:18px;color:${grey};text-align:left;">${summary}</div></td></tr>`;
}

function dialable({ PhoneNumber }: Callback): string {
	const number = escapeHtml(plainLine(PhoneNumber, MAX_NAME_LENGTH));
	return /^\+\d{2,15}$/.test(PhoneNumber)
		? `<a href="tel:${number}" style="color:${blue};text-decoration:none;font-weight:bold;">${number}</a>`
		: `<b style="color:${ink};">${number}</b>`;
}

function bytes(text: string): number {
	return Buffer.byteLength(text);
}
