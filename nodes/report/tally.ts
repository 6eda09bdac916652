import type { Call } from '../service/call';
import type { TimeRange } from '../service/calls';
import { foldKeyword } from '../service/keywords';
import { localTime } from '../form/dateRange';
import { Calendar, type Count, type Day, type Period } from './calendar';
import { assistantOf, Callbacks } from './callbacks';
import type { ReportRequest } from './form';
import { cut } from './safeText';

/** A list of days has a row for each day of a range up to this length; of a longer one, those with calls. */
const MAX_DAYS = 4000;

/** Counts the calls of a period as they come, in any order, and keeps none but the callbacks to list. */
export class Tally {
	calls = 0;

	/** Calls in which somebody other than the assistant spoke. */
	answered = 0;

	/** Calls whose duration is known. */
	timed = 0;

	totalSeconds = 0;

	/** Calls in no hour and on no day. */
	withoutStart = 0;

	readonly assistants = new NameCounts();

	readonly keywords = new NameCounts();

	readonly statuses = new NameCounts();

	readonly callbacks: Callbacks;

	private readonly calendar: Calendar;

	constructor(
		readonly range: TimeRange,
		readonly settings: ReportRequest,
	) {
		this.calendar = new Calendar(settings.zone);
		this.callbacks = new Callbacks(settings.callbackKeywords, settings.listedCallbacks);
	}

	/**
	 * Whether a call belongs to the period. One that nobody answered may have an end alone; one with neither is
	 * just ringing, so it belongs to a period that is not over.
	 */
	covers({ start, end }: Call): boolean {
		const { after = -Infinity, before = Infinity } = this.range;
		const time = start ?? end ?? this.settings.now;
		return time >= after && time < before;
	}

	add(call: Call): void {
		const { start, seconds } = call;
		const one = { calls: 1, answered: call.answered ? 1 : 0 };
		addTo(this, one);
		if (seconds !== undefined) {
			this.timed++;
			this.totalSeconds += seconds;
		}
		this.assistants.add(one, assistantOf(call));
		this.statuses.add(one, call.status);
		const keywords = new Map(
			call.keywords.map((name) => [foldKeyword(cut(name, MAX_NAME_LENGTH)), name]),
		);
		keywords.delete('');
		if (keywords.size === 0) this.keywords.add(one, '');
		for (const [folded, name] of keywords) this.keywords.add(one, name, folded);
		this.callbacks.add(call, [...keywords.keys()]);
		if (start === undefined) {
			this.withoutStart++;
			return;
		}
		const day = this.calendar.dayOf(start);
		addTo(day, one);
		const hour = day.hours.findLast((begun) => begun.start <= start);
		if (hour) addTo(hour, one);
	}

	/** In whole seconds; null where no call has a duration. */
	get averageSeconds(): number | null {
		return this.timed === 0 ? null : Math.round(this.totalSeconds / this.timed);
	}

	/** A range without a beginning begins with the day of its first call; one without an end ends now. */
	get period(): Period {
		const { zone, now } = this.settings;
		const { after: from = this.calendar.daysWithCalls()[0]?.start, before } = this.range;
		return {
			from: from === undefined ? undefined : localTime(from, zone),
			to: localTime(before ?? Math.max(now, from ?? now), zone),
		};
	}

	/** The only day of the range, if it has only one. */
	get singleDay(): Day | undefined {
		const { after, before } = this.range;
		if (after === undefined || before === undefined) return undefined;
		const day = this.calendar.dayOf(after);
		return before <= day.end ? day : undefined;
	}

	/**
	 * One for each hour that the day of the range has. A range of several days has 24, in which the same
	 * hours of all days are added up, the two of one name included.
	 */
	byHour(): Array<Count & { hour: number }> {
		const day = this.singleDay;
		if (day) return day.hours.map(({ hour, calls, answered }) => ({ hour, calls, answered }));
		const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, calls: 0, answered: 0 }));
		for (const counted of this.calendar.daysWithCalls().flatMap((one) => one.hours)) {
			addTo(hours[counted.hour], counted);
		}
		return hours;
	}

	/** One for each day of the period, in order. */
	byDay(): Array<Count & { date: string }> {
		const counted = this.calendar.daysWithCalls();
		const { from, to } = this.period;
		if (!from) return [];
		// The service's clock may be a little ahead.
		const end = Math.max(+to, counted[counted.length - 1]?.end ?? 0);
		const isLong = (end - +from) / 86_400_000 > MAX_DAYS;
		const days = isLong ? counted : this.calendar.daysBetween(+from, end);
		return days.map(({ date, calls, answered }) => ({ date, calls, answered }));
	}
}

export function addTo(count: Count, { calls, answered }: Count): void {
	count.calls += calls;
	count.answered += answered;
}

/** What is counted of a name, such as that of an assistant. */
export interface NameCount extends Count {
	name: string;
}

/** More names than this are counted together, so that a service that never repeats one cannot fill the memory. */
const MAX_NAMES = 10_000;

/** Longer names are cut, for the same reason. */
const MAX_NAME_LENGTH = 1_000;

/** Counts calls by a name. */
export class NameCounts {
	private readonly counts = new Map<string, NameCount>();

	/** The calls whose names came when there were too many already. */
	private readonly others = { calls: 0, answered: 0 };

	/**
	 * @param name trimmed; empty where there is none
	 * @param key what names have in common that count as one, of which the first is shown
	 */
	add(one: Count, name: string, key = name): void {
		const shortKey = cut(key, MAX_NAME_LENGTH);
		const count = this.counts.get(shortKey);
		if (count) addTo(count, one);
		else if (this.counts.size >= MAX_NAMES) addTo(this.others, one);
		else this.counts.set(shortKey, { name: cut(name, MAX_NAME_LENGTH), ...one });
	}

	/**
	 * Most calls first, then by name.
	 *
	 * @param nameless what to call those without a name
	 * @param others what to call those that were too many; they come last
	 */
	list(nameless: string, others: string): NameCount[] {
		const named = [...this.counts.values()]
			.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
			.map((count) => ({ ...count, name: count.name || nameless }));
		return this.others.calls === 0 ? named : [...named, { name: others, ...this.others }];
	}
}
