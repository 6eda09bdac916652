import type { DateTime } from 'luxon';

import { WORDS, type Language, type Noun, type Words } from './words';

/** A stretch of time on the clocks of a zone; its end does not belong to it. */
export interface Period {
	/** Nothing where it has no beginning. */
	from?: DateTime;
	to: DateTime;
}

/** Writes numbers, durations and dates as one language does. */
export class Formatter {
	readonly words: Words;

	private readonly numbers: Intl.NumberFormat;

	private readonly percents: Intl.NumberFormat;

	private readonly plurals: Intl.PluralRules;

	constructor(readonly language: Language) {
		this.words = WORDS[language];
		this.numbers = new Intl.NumberFormat(language, { useGrouping: true });
		this.percents = new Intl.NumberFormat(language, {
			style: 'percent',
			maximumFractionDigits: 0,
			signDisplay: 'exceptZero',
		});
		this.plurals = new Intl.PluralRules(language);
	}

	number(value: number): string {
		return this.numbers.format(value);
	}

	noun(count: number, noun: Noun): string {
		return this.plurals.select(count) === 'one' ? noun.one : noun.other;
	}

	counted(count: number, noun: Noun): string {
		return `${this.number(count)} ${this.noun(count, noun)}`;
	}

	/** The change from an earlier number; nothing where there is no earlier number to divide by. */
	change(now: number | null, before: number | null): string {
		return now === null || !before
			? ''
			: this.percents.format(now / before - 1).replace('-', '\u2212');
	}

	/** Seconds as 35, 1:59 or 1:02:03, and the unit that this is in. */
	duration(seconds: number | null): { value: string; unit: keyof Words['units'] } {
		if (seconds === null) return { value: '–', unit: 'minutes' };
		if (seconds < 60) return { value: String(seconds), unit: 'seconds' };
		const two = (number: number) => String(number).padStart(2, '0');
		const minutes = Math.floor(seconds / 60);
		if (minutes < 60) return { value: `${minutes}:${two(seconds % 60)}`, unit: 'minutes' };
		const clock = `${this.number(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
		return { value: clock, unit: 'hours' };
	}

	durationInWords(seconds: number): string {
		const { value, unit } = this.duration(seconds);
		return `${value} ${this.words.units[unit]}`;
	}

	date(time: DateTime, kind: keyof Words['dates']): string {
		const text = time.setLocale(this.language).toFormat(this.words.dates[kind]);
		// French counts the first of a month: 1er novembre.
		return this.language === 'fr' ? text.replace(/(^|[a-z] )1 (?=\p{L})/u, '$11er ') : text;
	}

	/** The hour of a day, as in 09:00. */
	hour(hour: number): string {
		return `${String(hour).padStart(2, '0')}:00`;
	}

	/** A period as short as it can be said: a day, a month, a range of days, or of moments. */
	period({ from, to }: Period): string {
		const { kind, last } = shapeOf({ from, to });
		if (!from) return `– ${this.date(last, 'day')}`;
		if (kind === 'day') return this.date(from, 'weekday');
		if (kind === 'month') return this.date(from, 'month');
		if (!isDayStart(from) || !isDayStart(to)) return this.moments(from, to);
		if (from.hasSame(last, 'month')) return this.range(from.toFormat(this.dayOnly), last);
		return this.range(this.begin(from, last), last);
	}

	/** The first date of a range, without a year that follows anyway. */
	private begin(from: DateTime, last: DateTime): string {
		const date = this.date(from, 'day');
		return from.hasSame(last, 'year') ? date.replace(/ \d+$/, '') : date;
	}

	private get dayOnly(): string {
		return this.words.dates.day.startsWith('d.') ? 'd.' : 'd';
	}

	private range(begin: string, last: DateTime): string {
		return `${begin} – ${this.date(last, 'day')}`;
	}

	private moments(from: DateTime, to: DateTime): string {
		const last = to.minus(1);
		const clock = (time: DateTime) => time.toFormat('HH:mm');
		if (from.hasSame(last, 'day')) {
			return `${this.date(from, 'weekday')}, ${clock(from)} – ${isDayStart(to) ? '24:00' : clock(to)}`;
		}
		return `${this.begin(from, to)}, ${clock(from)} – ${this.date(to, 'day')}, ${clock(to)}`;
	}
}

/** What a period is, by the calendar, and the last moment that belongs to it. */
export function shapeOf({ from, to }: Period): { kind: keyof Words['title']; last: DateTime } {
	const last = to.minus(1);
	if (!from) return { kind: 'other', last };
	const isWhole = isDayStart(from) && isDayStart(to);
	if (isWhole && from.hasSame(last, 'day')) return { kind: 'day', last };
	if (isWhole && from.day === 1 && from.hasSame(last, 'month') && to.day === 1) {
		return { kind: 'month', last };
	}
	return { kind: to.diff(from, 'days').days === 7 ? 'week' : 'other', last };
}

/** Whether a moment is the first of its day; some days begin at one. */
function isDayStart(time: DateTime): boolean {
	return +time.startOf('day').getPossibleOffsets()[0] === +time;
}
