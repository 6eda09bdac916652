import { DateTime } from 'luxon';

import { localTime } from '../form/dateRange';
import { kindOf, type Count } from './calendar';
import { Formatter } from './format';
import { plainLine, plainLines } from './safeText';
import { addTo, type NameCount, type Tally } from './tally';
import type { Language, Plural } from './words';

/** Longer lists end with a row for the others. */
const LISTED_NAMES = 12;

/** More columns than this cannot be told apart on a phone. */
const MAX_COLUMNS = 62;

/** So many days are named below their columns, as in Mon 16. */
const MAX_WEEKDAYS = 8;

/** Fewer answered calls do not make a best hour. */
const MIN_ANSWERED = 3;

const MAX_NAME_LENGTH = 80;
const MAX_FILTERS_LENGTH = 300;
const MAX_SUMMARY_LENGTH = 220;
const SUMMARY_LINES = 6;

/** A row of a list, or a column of a chart. */
export interface Row extends NameCount {
	/** What may stand below a column; a row of a list has none. */
	mark?: string;
	/** Whether it adds up what is not listed. */
	isRest?: boolean;
}

/** A number, its caption, and the change from the period before. */
type Figure = [value: string, caption: string, change: string];

export interface Section {
	heading: string;
	note: string;
	rows: Row[];
}

/** What a mail says, in the words of one language. Text and HTML are two renderings of it. */
export class Mail extends Formatter {
	/**
	 * @param previous the period before, where it was counted
	 * @param filtered by what the calls were filtered, empty if they were not
	 */
	constructor(
		readonly tally: Tally,
		private readonly previous: Tally | undefined,
		language: Language,
		private readonly filtered = '',
	) {
		super(language);
	}

	get title(): string {
		return this.words.title[kindOf(this.tally.period)];
	}

	get periodName(): string {
		return this.period(this.tally.period);
	}

	private get filter(): string {
		return plainLine(this.filtered, MAX_FILTERS_LENGTH);
	}

	get subject(): string {
		const [, calls, callbacks] = this.figures.map(([value, caption]) => `${value} ${caption}`);
		// In the inbox nobody sees what stands in the mail: part of the calls must not look like all of them.
		const filter = this.filter && ` (${this.filter})`;
		return `${this.periodName}${this.words.colon} ${calls}, ${callbacks}${filter}`;
	}

	/** Answered calls, all calls and callbacks. */
	get figures(): Figure[] {
		const { words, previous } = this;
		const { answered, calls, callbacks } = this.tally;
		return [
			this.figure(answered, words.answered, previous?.answered),
			this.figure(calls, words.calls, previous?.calls),
			this.figure(callbacks.total, words.callbacks),
		];
	}

	private figure(count: number, noun: Plural, before = 0): Figure {
		return [this.number(count), this.plural(count, noun), this.change(count, before)];
	}

	/** How many calls were answered, and how many not; charts have a color for each. */
	get legend(): [answered: string, notAnswered: string] {
		const { words, tally } = this;
		const { calls, answered } = tally;
		const share = this.percent(answered / calls);
		return [
			`${this.counted(answered, words.answered)} (${share})`,
			this.counted(calls - answered, words.notAnswered),
		];
	}

	/** By what calls were filtered, how long they took, and the numbers of the period before. */
	get notes(): string[] {
		const { words, tally, previous } = this;
		const says = (label: string, text: string) => `${label}${words.colon} ${text}`;
		const average = ({ averageSeconds }: Tally) =>
			averageSeconds === null ? '' : `, ${this.duration(averageSeconds)} ${words.onAverage}`;
		const notes = this.filter ? [says(words.filtered, `${this.filter}.`)] : [];
		if (tally.timed > 0) {
			const total = this.duration(tally.totalSeconds);
			notes.push(`${says(words.totalDuration, total)}${average(tally)}.`);
		}
		if (!previous) return notes;
		const before = words.comparedWith(this.period(previous.period));
		const calls = this.counted(previous.calls, words.calls);
		return [...notes, `${says(before, calls)}${average(previous)}.`];
	}

	/** What is said in place of sections and callbacks, where there were no calls. */
	get quiet(): string {
		return this.filtered ? this.words.quietFiltered : this.words.quiet;
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

	/** What a row says, as in 09:00 – 10:00: 12, 7 answered. */
	rowText(name: string, { calls, answered }: Row): string {
		const share = calls === 0 ? '' : `, ${this.counted(answered, this.words.answered)}`;
		return `${name}: ${this.number(calls)}${share}`;
	}

	/** What is said of the callbacks that are not listed; empty where all of them are. */
	notListed(listed: number): string {
		return this.counting(this.words.notListed, this.tally.callbacks.total - listed);
	}

	/** The zone, and what else has to be known about the numbers. */
	get remarks(): string {
		const { words } = this;
		const { settings, withoutStart } = this.tally;
		const zone = words.zone(settings.zone);
		return `${zone} ${this.counting(words.withoutStart, withoutStart)}`.trim();
	}

	/** How many there are of something; empty where there are none. */
	private counting(label: string, count: number): string {
		return count === 0 ? '' : `${label}${this.words.colon} ${this.number(count)}.`;
	}

	/** Days, or the last months of a longer period; nothing for a single day. */
	private overTime(): Section[] {
		const { words, tally } = this;
		const days = tally.byDay();
		if (days.length < 2) return [];
		const isByMonth = days.length > MAX_COLUMNS;
		const counts = addUp(days, isByMonth ? 7 : 10).slice(-MAX_COLUMNS);
		const token = isByMonth ? 'L/yy' : days.length <= MAX_WEEKDAYS ? 'ccc d' : 'd';
		const rows = counts.map(([date, count]) => {
			const time = DateTime.fromISO(date, { zone: 'utc', locale: this.language });
			const name = this.date(time, isByMonth ? 'month' : 'weekday');
			return { ...count, name, mark: time.toFormat(token) };
		});
		return [{ heading: isByMonth ? words.byMonth : words.byDay, note: '', rows }];
	}

	private byHour(): Section {
		const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
		const rows = this.tally.byHour().map(({ hour, ...count }) => {
			return { ...count, name: `${clock(hour)} – ${clock(hour + 1)}`, mark: clock(hour) };
		});
		return { heading: this.words.byHour, note: this.mostAnswered(rows), rows };
	}

	/** The best time to call; empty where all times are alike. */
	private mostAnswered(rows: Row[]): string {
		// Three of three say less than nine of ten, so each has one more that was answered, and one that was not.
		const share = ({ calls, answered }: Row) => (answered + 1) / (calls + 2);
		const { name, calls, answered } = rows.reduce((a, b) => (share(b) > share(a) ? b : a));
		const isAlike = [0, this.tally.calls].includes(this.tally.answered);
		if (isAlike || answered < MIN_ANSWERED) return '';
		return this.words.mostAnswered(name, this.number(answered), this.number(calls));
	}

	private listed(counts: NameCount[]): Row[] {
		const rest = { name: this.words.others, calls: 0, answered: 0, isRest: true };
		for (const count of counts.slice(LISTED_NAMES)) addTo(rest, count);
		const listed = counts
			.slice(0, LISTED_NAMES)
			.map((count) => ({ ...count, name: plainLine(count.name, MAX_NAME_LENGTH) }));
		return rest.calls === 0 ? listed : [...listed, rest];
	}
}

/** What is counted of all dates that begin alike, such as those of a month. */
function addUp(days: Array<Count & { date: string }>, length: number): Array<[string, Count]> {
	const units = new Map<string, Count>();
	for (const { date, ...count } of days) {
		const unit = units.get(date.slice(0, length));
		if (unit) addTo(unit, count);
		else units.set(date.slice(0, length), count);
	}
	return [...units];
}
