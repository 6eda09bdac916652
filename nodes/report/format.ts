import { Duration, type DateTime } from 'luxon';

import { isMidnight, kindOf, type Period } from './calendar';
import { WORDS, type Language, type Plural, type Words } from './words';

/** Writes numbers, durations and dates as one language does. */
export class Formatter {
	constructor(readonly language: Language) {}

	get words(): Words {
		return WORDS[this.language];
	}

	number(value: number): string {
		return value.toLocaleString(this.language);
	}

	/** A noun, or a sentence with the number in it. */
	plural(count: number, { one, other }: Plural): string {
		const text = new Intl.PluralRules(this.language).select(count) === 'one' ? one : other;
		return text.replace('#', this.number(count));
	}

	/** A number and its noun. */
	counted(count: number, noun: Plural): string {
		return `${this.number(count)} ${this.plural(count, noun)}`;
	}

	/** The change from an earlier number; empty where there is no earlier number to divide by. */
	change(now: number, before: number): string {
		if (before === 0) return '';
		return this.percent(now / before - 1, 'exceptZero').replace('-', '\u2212');
	}

	percent(share: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
		return share.toLocaleString(this.language, { style: 'percent', signDisplay });
	}

	/** As in 1 second, 1:59 minutes or 1:02:03 hours. */
	duration(seconds: number): string {
		const { seconds: noun, minutes, hours } = this.words;
		if (seconds < 60) return this.counted(seconds, noun);
		const clock = Duration.fromMillis(seconds * 1000);
		return seconds < 3600
			? clock.toFormat(`m:ss '${minutes}'`)
			: clock.toFormat(`h:mm:ss '${hours}'`);
	}

	date(time: DateTime, kind: 'weekday' | 'day' | 'month' | 'moment' | 'time'): string {
		const { date } = this.words;
		const day = date.replace(/^\S+ /, '');
		const moment = day.replace('L yyyy', ' HH:mm');
		const tokens = { weekday: date, day, month: 'LLLL yyyy', moment, time: 'HH:mm' };
		const text = time.setLocale(this.language).toFormat(tokens[kind]);
		// French counts the first of a month: 1er novembre.
		return this.language === 'fr' ? text.replace(/(^|[a-z] )1 (?=\p{L})/u, '$11er ') : text;
	}

	/** A period as short as it can be said: a day, a month, a range of days, or of moments. */
	period({ from, to }: Period): string {
		const last = to.minus(1);
		if (!from) return `– ${this.date(last, 'day')}`;
		const kind = kindOf({ from, to });
		if (kind === 'day') return this.date(from, 'weekday');
		if (kind === 'month') return this.date(from, 'month');
		const [day, lastDay] = [this.date(from, 'day'), this.date(last, 'day')];
		// What both dates have in common is said once.
		const inYear = from.hasSame(last, 'year') ? day.replace(/ \d+$/, '') : day;
		if (isMidnight(from) && isMidnight(to)) {
			const inMonth = from.hasSame(last, 'month') ? inYear.replace(/ \S+$/, '') : inYear;
			return `${inMonth} – ${lastDay}`;
		}
		const [begin, end] = [from, to].map((time) => this.date(time, 'time'));
		if (from.hasSame(last, 'day')) {
			return `${this.date(from, 'weekday')}, ${begin} – ${isMidnight(to) ? '24:00' : end}`;
		}
		return `${inYear}, ${begin} – ${this.date(to, 'day')}, ${end}`;
	}
}
