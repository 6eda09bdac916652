import { DateTime } from 'luxon';

import { localTime } from '../form/dateRange';
import { kindOf } from './calendar';
import { Formatter } from './format';
import { plainLine, plainLines } from './safeText';
import type { NameCount, Tally } from './tally';
import type { Language } from './words';

/** Longer lists end with a row for the others. */
const LISTED_NAMES = 12;

/** More columns than this cannot be told apart on a phone. */
const MAX_COLUMNS = 62;

const MAX_NAME_LENGTH = 80;
const MAX_SUMMARY_LENGTH = 220;
const SUMMARY_LINES = 6;

/** A row of a list, or a column of a chart. */
export interface Row {
	name: string;
	calls: number;
	/** What may stand below a column; a row of a list has none. */
	mark?: string;
	/** Whether it adds up what is not listed. */
	isRest?: boolean;
}

export interface Section {
	heading: string;
	note: string;
	rows: Row[];
}

/** What a mail says, in the words of one language. Text and HTML are two renderings of it. */
export class Mail extends Formatter {
	/** @param previous the period before, where it was counted */
	constructor(
		readonly tally: Tally,
		private readonly previous: Tally | undefined,
		language: Language,
	) {
		super(language);
	}

	get title(): string {
		return this.words.title[kindOf(this.tally.period)];
	}

	get periodName(): string {
		return this.period(this.tally.period);
	}

	get subject(): string {
		const [calls, , callbacks] = this.figures.map(([value, caption]) => `${value} ${caption}`);
		return `${this.periodName}${this.words.colon} ${calls}, ${callbacks}`;
	}

	/** Calls, their average duration and callbacks: the value, its caption, and the change from the period before. */
	get figures(): Array<[value: string, caption: string, change: string]> {
		const { words, previous } = this;
		const { calls, averageSeconds, callbacks } = this.tally;
		const [value, unit] = this.duration(averageSeconds).split(' ');
		const change = this.change(averageSeconds, previous?.averageSeconds);
		return [
			[this.number(calls), this.plural(calls, words.calls), this.change(calls, previous?.calls)],
			[value, `${unit} ${words.onAverage}`, change],
			[this.number(callbacks.total), this.plural(callbacks.total, words.callbacks), ''],
		];
	}

	/** Answered calls and total duration, and the numbers of the period before. */
	get notes(): string[] {
		const { words, tally, previous } = this;
		const { answered, totalSeconds, timed } = tally;
		const says = (label: string, number: string) => `${label}${words.colon} ${number}`;
		const total = says(words.totalDuration, this.duration(totalSeconds));
		const now = says(words.answered, this.number(answered)) + (timed === 0 ? '' : ` · ${total}`);
		const notes = tally.calls === 0 ? [] : [now];
		if (!previous) return notes;
		const { period, calls, averageSeconds } = previous;
		const before = says(words.comparedWith(this.period(period)), this.counted(calls, words.calls));
		const average =
			averageSeconds === null ? '' : `, ${this.duration(averageSeconds)} ${words.onAverage}`;
		return [...notes, `${before}${average}.`];
	}

	/** What is said in place of sections and callbacks, where there were no calls. */
	get quiet(): string {
		return kindOf(this.tally.period) === 'day' ? this.words.quietDay : this.words.quietPeriod;
	}

	get sections(): Section[] {
		const { words, tally } = this;
		const assistants = tally.assistants.list(words.noAssistant, words.others);
		const keywords = tally.keywords.list(words.noKeyword, words.others);
		return [
			...this.overTime(),
			this.byHour(),
			{ heading: words.byAssistant, note: '', rows: this.listed(assistants) },
			{ heading: words.byKeyword, note: words.keywordNote, rows: this.listed(keywords) },
		];
	}

	get callbackNote(): string {
		const { total, withoutNumber } = this.tally.callbacks;
		const { nobodyWaits, waiting, withoutNumber: label } = this.words;
		const open = total === 0 ? nobodyWaits : this.plural(total, waiting);
		return `${open} ${this.counting(label, withoutNumber)}`.trim();
	}

	/** The time of each comes after its day where the period has several. */
	get callbacks() {
		const { words, tally } = this;
		const kind = tally.singleDay ? 'time' : 'moment';
		return tally.callbacks.earliest().map(({ start, callback }) => ({
			when: start === Infinity ? '' : this.date(localTime(start, tally.settings.zone), kind),
			number: plainLine(callback.PhoneNumber, MAX_NAME_LENGTH),
			assistant: plainLine(callback.AssistantName, MAX_NAME_LENGTH) || words.noAssistant,
			summary: plainLines(callback.Summary, MAX_SUMMARY_LENGTH, SUMMARY_LINES),
		}));
	}

	/** What is said of the callbacks that are not listed; empty where all of them are. */
	notListed(listed: number): string {
		return this.counting(this.words.notListed, this.tally.callbacks.total - listed);
	}

	/** The zone, and what else has to be known about the numbers. */
	get remarks(): string {
		const { words } = this;
		const { settings, singleDay, calls, timed, withoutStart } = this.tally;
		const hours = singleDay ? singleDay.hours.length : 24;
		const remarks = [
			words.zone(settings.zone),
			hours === 24 ? '' : words.clocksChanged(this.number(hours)),
			timed < calls ? this.counting(words.averageOf, timed) : '',
			this.counting(words.withoutStart, withoutStart),
		];
		return remarks.filter(Boolean).join(' ');
	}

	/** How many there are of something; empty where there are none. */
	private counting(label: string, count: number): string {
		return count === 0 ? '' : `${label}${this.words.colon} ${this.number(count)}.`;
	}

	/** Days, or months or years of a longer period; nothing for a single day. */
	private overTime(): Section[] {
		const { words, tally } = this;
		const days = tally.byDay();
		if (tally.singleDay || days.length < 2) return [];
		const units = [
			{ heading: words.byDay, kind: 'weekday', token: 'd', counts: addUp(days, 10) },
			{ heading: words.byMonth, kind: 'month', token: 'L/yy', counts: addUp(days, 7) },
			{ heading: words.byYear, kind: 'year', token: 'yyyy', counts: addUp(days, 4) },
		] as const;
		const fits = units.find(({ counts }) => counts.length <= MAX_COLUMNS) ?? units[2];
		const rows = fits.counts.slice(-MAX_COLUMNS).map(([date, calls]) => {
			const time = DateTime.fromISO(date, { zone: 'utc' });
			return { name: this.date(time, fits.kind), calls, mark: time.toFormat(fits.token) };
		});
		return [this.chart(fits.heading, rows)];
	}

	private byHour(): Section {
		const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
		const rows = this.tally.byHour().map(({ hour, calls }) => {
			return { name: `${clock(hour)} – ${clock(hour + 1)}`, calls, mark: clock(hour) };
		});
		return this.chart(this.words.byHour, rows);
	}

	private chart(heading: string, rows: Row[]): Section {
		const { name, calls } = rows.reduce((a, b) => (b.calls > a.calls ? b : a));
		const busiest = this.words.busiest(name, this.counted(calls, this.words.calls));
		return { heading, note: calls > 0 ? busiest : '', rows };
	}

	private listed(counts: NameCount[]): Row[] {
		const rest = counts.slice(LISTED_NAMES);
		const listed = counts
			.slice(0, LISTED_NAMES)
			.map(({ name, calls }) => ({ name: plainLine(name, MAX_NAME_LENGTH), calls }));
		if (rest.length === 0) return listed;
		const calls = rest.reduce((sum, count) => sum + count.calls, 0);
		return [...listed, { name: this.words.others, calls, isRest: true }];
	}
}

/** The calls of all dates that begin alike, such as those of a month. */
function addUp(
	days: Array<{ date: string; calls: number }>,
	length: number,
): Array<[string, number]> {
	const units = new Map<string, number>();
	for (const { date, calls } of days) {
		const unit = date.slice(0, length);
		units.set(unit, (units.get(unit) ?? 0) + calls);
	}
	return [...units];
}
