import { isolated, plainLine } from './safeText';
import type { NameRow, Sentences } from './sentences';

const MAX_NAME_LENGTH = 80;

/** What a mail shows where it cannot show HTML: so many of the callbacks at most. */
const LISTED_CALLBACKS = 100;

/** @returns the sheet as plain text */
export function textSheet(sheet: Sentences): string {
	const { words, report } = sheet;
	const { colon } = words;
	const change = (now: number | null, before?: number | null) => {
		const changed = sheet.change(now, before ?? null);
		return changed && ` (${changed})`;
	};
	const { calls, averageSeconds, previous } = report;
	const average = averageSeconds === null ? '–' : sheet.durationInWords(averageSeconds);
	return [
		`${sheet.title}, ${sheet.periodName}`,
		'',
		`${capital(words.calls.other)}${colon} ${sheet.number(calls)}${change(calls, previous?.calls)}`,
		`${words.averageDuration}${colon} ${average}${change(averageSeconds, previous?.averageSeconds)}`,
		`${words.callbacksToMake}${colon} ${sheet.number(report.callbacksTotal)}`,
		...(calls === 0 ? [] : [sheet.totals]),
		...(sheet.comparison ? [sheet.comparison] : []),
		...(calls === 0 ? ['', sheet.quiet] : lists(sheet)),
		'',
		sheet.remarks,
	].join('\n');
}

function lists(sheet: Sentences): string[] {
	const { words, report, overTime } = sheet;
	const row = (name: string, calls: number) => `  ${name}: ${sheet.number(calls)}`;
	const names = (rows: NameRow[]) =>
		rows.map(({ name, calls }) => row(isolated(plainLine(name, MAX_NAME_LENGTH)), calls));
	const title = (text: string) => ['', `${text}${words.colon}`];
	const listed = report.callbacks.slice(0, LISTED_CALLBACKS);
	const more = report.callbacksTotal - listed.length;
	return [
		...(overTime
			? [...title(overTime.heading), ...overTime.columns.map(({ name, calls }) => row(name, calls))]
			: []),
		...title(words.byHour),
		...report.byHour.map(({ hour, calls }) => row(sheet.hour(hour), calls)),
		...title(words.byAssistant),
		...names(sheet.assistants),
		...title(words.byKeyword),
		...names(sheet.keywords),
		...title(words.callbacksToMake),
		`  ${sheet.callbackNote}`,
		...listed.map((callback) => {
			const name = plainLine(callback.AssistantName, MAX_NAME_LENGTH) || words.noAssistant;
			const spoke = words.spokeWith(isolated(name));
			const when = sheet.callbackTime(callback);
			return `  ${[...when, plainLine(callback.PhoneNumber, MAX_NAME_LENGTH)].join(' ')}, ${spoke}`;
		}),
		...(more > 0 ? [`  ${words.notListed(sheet.number(more))}`] : []),
	];
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
