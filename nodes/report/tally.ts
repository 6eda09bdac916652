import type { TimeRange } from '../service/calls';
import type { IDataObject } from 'n8n-workflow';

import { textOf, type Call } from '../service/call';
import { Calendar, type LocalDay } from './calendar';
import { assistantOf, Callbacks } from './callbacks';
import { NameCounts } from './names';

/** What is counted of each period, the one before included. */
export class Totals {
	calls = 0;

	/** Calls in which somebody other than the assistant spoke. */
	answered = 0;

	/** Calls whose duration is known. */
	timed = 0;

	totalSeconds = 0;

	add({ answered, seconds }: Call): void {
		this.calls++;
		if (answered) this.answered++;
		if (seconds === undefined) return;
		this.timed++;
		this.totalSeconds += seconds;
	}

	/** In whole seconds; null where no call has a duration. */
	get averageSeconds(): number | null {
		return this.timed === 0 ? null : Math.round(this.totalSeconds / this.timed);
	}
}

/** What a report counts, and where days begin and end. */
export interface TallySettings {
	range: TimeRange;
	/** The period before, where it is counted. */
	previous?: TimeRange;
	zone: string;
	callbackKeywords: Set<string>;
	listedCallbacks: number;
}

/** A list of days has a row for each day of a range up to this length; of a longer one, those with calls. */
const MAX_DAYS = 4000;

/** Counts calls as they come, in any order, and keeps none. */
export class Tally {
	readonly current = new Totals();

	readonly previous?: Totals;

	readonly assistants = new NameCounts();

	readonly keywords = new NameCounts();

	readonly statuses = new NameCounts();

	readonly callbacks: Callbacks;

	readonly calendar: Calendar;

	/** Calls in no hour and on no day. */
	withoutStart = 0;

	private readonly days = new Map<string, { day: LocalDay; calls: number }>();

	/** By the name of the hour; 24. */
	private readonly hours = Array<number>(24).fill(0);

	/** By the place of the hour in its day, which differs from its name where the clocks change. */
	private readonly places = new Map<number, number>();

	constructor(private readonly settings: TallySettings) {
		this.calendar = new Calendar(settings.zone);
		this.callbacks = new Callbacks(settings.callbackKeywords, settings.listedCallbacks);
		if (settings.previous) this.previous = new Totals();
	}

	add(call: Call): void {
		const { start, end } = call;
		const time = start ?? end ?? Infinity;
		if (time < (this.settings.range.after ?? -Infinity)) {
			this.previous?.add(call);
			return;
		}
		this.current.add(call);
		this.assistants.add(assistantOf(call));
		this.statuses.add(call.status);
		const keywords = keywordsOf(call.raw);
		if (keywords.size === 0) this.keywords.add('');
		for (const keyword of keywords) this.keywords.add(keyword);
		this.callbacks.add(call);
		if (start === undefined) {
			this.withoutStart++;
			return;
		}
		const day = this.calendar.dayOf(start);
		const counted = this.days.get(day.date) ?? { day, calls: 0 };
		counted.calls++;
		this.days.set(day.date, counted);
		const place = this.calendar.placeOfHour(day, start);
		this.places.set(place, (this.places.get(place) ?? 0) + 1);
		this.hours[this.calendar.hoursOf(day)[place].hour]++;
	}

	/** The only day of the range, if it has only one. */
	get singleDay(): LocalDay | undefined {
		const { after, before } = this.settings.range;
		if (after === undefined || before === undefined) return undefined;
		const day = this.calendar.dayOf(after);
		return before <= day.end ? day : undefined;
	}

	/** The day of the earliest call. */
	get firstDay(): LocalDay | undefined {
		const days = [...this.days.values()].map(({ day }) => day);
		return days.length === 0 ? undefined : days.reduce((a, b) => (b.start < a.start ? b : a));
	}

	/**
	 * One for each hour that the day of the range has. A range of several days has 24, in which the same
	 * hours of all days are added up, the two of one name included.
	 */
	byHour(): Array<{ hour: number; calls: number }> {
		const day = this.singleDay;
		if (!day) return this.hours.map((calls, hour) => ({ hour, calls }));
		return this.calendar
			.hoursOf(day)
			.map(({ hour }, place) => ({ hour, calls: this.places.get(place) ?? 0 }));
	}

	/**
	 * One for each day of the range, in order. A range without a beginning begins with its first call.
	 *
	 * @param now milliseconds since 1970, where a range without an end ends
	 */
	byDay(now: number): Array<{ date: string; calls: number }> {
		const counted = [...this.days.values()].sort((a, b) => a.day.start - b.day.start);
		const first = this.settings.range.after ?? this.firstDay?.start;
		if (first === undefined) return [];
		const lastCall = counted[counted.length - 1]?.day.end ?? -Infinity;
		const end = Math.max(this.settings.range.before ?? now, lastCall);
		if ((end - first) / 86_400_000 > MAX_DAYS) {
			return counted.map(({ day, calls }) => ({ date: day.date, calls }));
		}
		return this.calendar
			.daysBetween(first, end)
			.map(({ date }) => ({ date, calls: this.days.get(date)?.calls ?? 0 }));
	}
}

/** Each keyword of a call once. */
function keywordsOf({ Keywords }: IDataObject): Set<string> {
	const entries: unknown[] = Array.isArray(Keywords) ? Keywords : textOf(Keywords).split(',');
	return new Set(entries.map((entry) => textOf(entry).trim()).filter((name) => name !== ''));
}
