import { DateTime } from 'luxon';

import { Call } from '../service/call';
import type { Callback } from './callbacks';
import { Formatter, shapeOf } from './format';
import type { Report } from './report';
import type { Language } from './words';

/** Longer lists end with a row for the others. */
const LISTED_NAMES = 12;

/** More columns than this cannot be told apart on a phone. */
const MAX_COLUMNS = 62;

/** A row of a list of names; `isRest` adds up what is not listed. */
export interface NameRow {
	name: string;
	calls: number;
	isRest?: boolean;
}

/** A column of a chart over time. */
export interface TimeColumn {
	/** What stands below it, where something does. */
	mark: string;
	name: string;
	calls: number;
}

/** What a report says, in the words of one language; the HTML and the plain text are made of it. */
export class Sentences extends Formatter {
	constructor(
		readonly report: Report,
		language: Language,
	) {
		super(language);
	}

	get title(): string {
		return this.words.title[shapeOf(this.report).kind];
	}

	get periodName(): string {
		return this.period(this.report);
	}

	get subject(): string {
		const { calls, callbacksTotal } = this.report;
		const numbers = [
			this.counted(calls, this.words.calls),
			this.counted(callbacksTotal, this.words.callbacks),
		];
		return `${this.periodName}${this.words.colon} ${numbers.join(', ')}`;
	}

	get quiet(): string {
		return shapeOf(this.report).kind === 'day' ? this.words.quietDay : this.words.quietPeriod;
	}

	/** Answered calls and total duration. */
	get totals(): string {
		const { words, report } = this;
		const duration = this.durationInWords(report.totalSeconds);
		return [
			`${words.answered}${words.colon} ${this.number(report.answered)}`,
			...(report.timed === 0 ? [] : [`${words.totalDuration}${words.colon} ${duration}`]),
		].join(' · ');
	}

	/** The numbers of the period before; empty where it was not counted. */
	get comparison(): string {
		const { words, report } = this;
		if (!report.previous) return '';
		const { calls, averageSeconds } = report.previous;
		const average =
			averageSeconds === null ? [] : [words.averageIs(this.durationInWords(averageSeconds))];
		const numbers = [this.counted(calls, words.calls), ...average].join(', ');
		return `${words.comparedWith(this.period(report.previous))}${words.colon} ${numbers}.`;
	}

	get busiestHour(): string {
		const most = this.report.byHour.reduce((a, b) => (b.calls > a.calls ? b : a));
		if (most.calls === 0) return '';
		const calls = this.counted(most.calls, this.words.calls);
		return this.words.busiestHour(this.hour(most.hour), this.hour(most.hour + 1), calls);
	}

	/** Days, or months or years of a longer period; nothing for a single day. */
	get overTime(): { heading: string; note: string; columns: TimeColumn[] } | undefined {
		const { words, report } = this;
		if (report.singleDay || report.byDay.length < 2) return undefined;
		const units = [
			{ heading: words.byDay, length: 10, name: 'weekday' },
			{ heading: words.byMonth, length: 7, name: 'month' },
			{ heading: words.byYear, length: 4, name: 'year' },
		] as const;
		for (const { heading, length, name } of units) {
			const counts = new Map<string, number>();
			for (const { date, calls } of report.byDay) {
				const unit = date.slice(0, length);
				counts.set(unit, (counts.get(unit) ?? 0) + calls);
			}
			if (counts.size > MAX_COLUMNS && name !== 'year') continue;
			const columns = [...counts].slice(-MAX_COLUMNS).map(([unit, calls]) => {
				const time = DateTime.fromISO(unit, { zone: 'utc' });
				const fullName = name === 'year' ? unit : this.date(time, name);
				return { mark: markOf(time, name, counts.size), name: fullName, calls };
			});
			const most = columns.reduce((a, b) => (b.calls > a.calls ? b : a));
			const calls = this.counted(most.calls, words.calls);
			return { heading, note: most.calls > 0 ? words.busiest(most.name, calls) : '', columns };
		}
		return undefined;
	}

	get assistants(): NameRow[] {
		const { byAssistant, otherAssistants } = this.report;
		return this.rows(byAssistant, otherAssistants, this.words.noAssistant);
	}

	get keywords(): NameRow[] {
		const { byKeyword, otherKeywords } = this.report;
		return this.rows(byKeyword, otherKeywords, this.words.noKeyword);
	}

	get callbackNote(): string {
		const { words, report } = this;
		const { callbacksTotal: total, callbacksWithoutNumber: withoutNumber } = report;
		return [
			total === 0 ? words.nobodyWaits : words.waiting(total, this.number(total)),
			...(withoutNumber === 0 ? [] : [words.withoutNumber(this.number(withoutNumber))]),
		].join(' ');
	}

	/** When a callback came: the time, after the day where the period has several. */
	callbackTime({ StartedAt }: Callback): string[] {
		const start = new Call({ StartedAt }).start;
		if (start === undefined) return [];
		const time = DateTime.fromMillis(start, { zone: this.report.timezone });
		const day = this.report.singleDay ? [] : [this.date(time, 'short')];
		return [...day, time.toFormat('HH:mm')];
	}

	/** The zone, and what else has to be known about the numbers. */
	get remarks(): string {
		const { words, report } = this;
		const { singleDay, timed, withoutStart } = report;
		const hours = singleDay ? (singleDay.end - singleDay.start) / 3_600_000 : 24;
		return [
			words.zone(report.timezone),
			...(hours === 24 ? [] : [words.clocksChanged(this.number(hours))]),
			...(timed === 0 ? [] : [words.averageOf(timed, this.number(timed))]),
			...(withoutStart === 0 ? [] : [words.withoutStart(withoutStart, this.number(withoutStart))]),
		].join(' ');
	}

	private rows(counts: NameRow[], others: number, nameless: string): NameRow[] {
		const listed = counts
			.slice(0, LISTED_NAMES)
			.map(({ name, calls }) => ({ name: name || nameless, calls }));
		const rest = counts.slice(LISTED_NAMES);
		if (rest.length === 0) return listed;
		const calls = rest.reduce((sum, count) => sum + count.calls, others);
		const name = this.words.more(`${this.number(rest.length)}${others > 0 ? '+' : ''}`);
		return [...listed, { name, calls, isRest: true }];
	}
}

/** What stands below a column: short, since a phone is narrow. */
function markOf(time: DateTime, unit: 'weekday' | 'month' | 'year', columns: number): string {
	if (unit === 'weekday') return String(time.day);
	if (unit === 'year') return String(time.year);
	return time.toFormat(columns > 12 ? 'L/yy' : 'L');
}
