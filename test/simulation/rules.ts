import { DAY, HOUR, MINUTE, SECOND, type Call } from './calls';

/*
 * What docs/trigger.md promises, as a judge of what a trigger did. It is written from that page alone and
 * shares nothing with nodes/: what the two have in common could be wrong in both.
 */

/** What the trigger was asked for, from a time on. */
export interface Asked {
	event: 'callEnded' | 'callStarted' | 'transcriptReady';
	/** `<Field>:<operator>:<value>` each. */
	filters: string[];
	/** When it was published or changed to this. */
	from: number;
	/** When the last poll before that began that read the list; for the first, the poll that published it. */
	lastRead: number;
}

/** A call that started a workflow, with its times as the list had them. */
interface Told extends Record<'StartedAt' | 'EndedAt', string> {
	call: Call;
	at: number;
	asked: Asked;
}

/** What a trigger did, in true times. */
export interface Log {
	asked: Asked[];
	told: Told[];
	errors: Array<{ at: number; message: string }>;
	/** When the last poll began that read the list. */
	lastRead: number;
	/** How exactly the times of the list can be known. */
	tolerance: number;
}

/** Until when an event is found: once an hour calls without a start are looked for, and the service may be down. */
const FOUND_WITHIN = 2.25 * HOUR;
const LATEST = 6 * HOUR;
const LONGEST = DAY;

/** The calls with which the trigger broke a promise, by promise; and what else there is to know. */
export function judge({ asked, told, errors, lastRead, tolerance }: Log, calls: Call[]) {
	const beginOf = (one: Asked) => Math.max(one.lastRead, one.from - DAY);
	const isEarly = ({ call, asked: one }: Told) =>
		call.absurdEnd === undefined &&
		happenedAt(call, one) + correction(call) < beginOf(one) - tolerance;
	const isTold = new Map(told.map((one) => [momentOf(one.call, one.asked), one]));
	const isOwed = (call: Call, one: Asked, index: number) => {
		const [happened, shown] = [happenedAt(call, one), shownAt(call, one)];
		const until = asked[index + 1]?.lastRead ?? lastRead;
		return (
			happened > beginOf(one) + 2 * SECOND &&
			shown - happened <= LATEST &&
			(one.event === 'callStarted' || call.end - call.start <= LONGEST) &&
			Math.max(shown, one.from) + FOUND_WITHIN <= until &&
			call.deletedAt === undefined
		);
	};
	const isNamed = (call: Call, one: Asked) =>
		errors.some(({ at, message }) => at >= shownAt(call, one) - MINUTE && mayMean(message, call));
	const missing = calls.flatMap((call) => {
		const owed = asked.filter((one, nth) => isOwed(call, one, nth));
		const moments = new Map(
			owed.reverse().map((one) => [momentOf(call, one), { call, asked: one }]),
		);
		return [...moments].filter(([moment]) => !isTold.has(moment)).map(([, one]) => one);
	});
	const ids = (list: Array<{ call: Call }>) => list.map(({ call }) => call.id);
	const early = told.filter(isEarly);
	const news = told.filter((one) => happenedAt(one.call, one.asked) >= asked[0].from);
	return {
		broken: {
			beforePublishing: ids(early.filter((one) => one.asked === asked[0])),
			beforeTheChange: ids(early.filter((one) => one.asked !== asked[0])),
			twice: ids(told.filter((one) => isTold.get(momentOf(one.call, one.asked)) !== one)),
			notYet: ids(told.filter((one) => !(shownAt(one.call, one.asked) <= one.at + tolerance))),
			lost: ids(missing.filter((one) => !isNamed(one.call, one.asked))),
			notOldestFirst: ids(told.filter((one, nth) => nth > 0 && isBefore(one, told[nth - 1]))),
		},
		/** How many are missing, as an error says. */
		named: missing.filter((one) => isNamed(one.call, one.asked)).length,
		/** The longest time from when the list showed an event to its delivery. */
		slowest: Math.max(0, ...news.map((one) => one.at - shownAt(one.call, one.asked))),
	};
}

/** What is delivered once: the end and the transcript of a call are one event. */
function momentOf({ id }: Call, { event }: Asked): string {
	return `${id} ${event === 'callStarted' ? 'start' : 'end'}`;
}

/** Whether a call of the same delivery comes after a later one. */
function isBefore(one: Told, before: Told): boolean {
	const timeOf = ({ asked, StartedAt, EndedAt }: Told) =>
		asked.event === 'callStarted' || EndedAt < StartedAt ? StartedAt : EndedAt;
	return one.at === before.at && Date.parse(timeOf(one)) < Date.parse(timeOf(before));
}

/** The true time of an event; that of a call which seems to end before it starts is its start. */
function happenedAt({ start, end, absurdEnd = end }: Call, { event }: Asked): number {
	return event === 'callStarted' || absurdEnd < start ? start : end;
}

/** By how much the service may put it later. */
function correction({ correctedAt, restartedAt }: Call): number {
	return correctedAt || restartedAt ? MINUTE + SECOND : 0;
}

/** When the list shows for the first time that it happened to a call that matches; Infinity if never. */
function shownAt(call: Call, asked: Asked): number {
	const { record, listedAt, contentAt } = call;
	const isStart = asked.event === 'callStarted';
	if (isStart && record.StartedAt === '') return Infinity;
	let shown = Math.max(listedAt, isStart ? call.start : call.end);
	if (asked.event === 'transcriptReady') shown = Math.max(shown, contentAt);
	for (const filter of asked.filters) {
		const [field, , value] = filter.split(':');
		if (field === 'Keywords') shown = Math.max(shown, contentAt);
		else if (record[field] !== value) return Infinity;
	}
	return shown;
}

/** Whether an error says that a call may be missing. */
function mayMean(message: string, { record: { StartedAt } }: Call): boolean {
	const until = /started from \S+ to (\S+Z)/.exec(message)?.[1];
	if (until) return StartedAt === '' || Date.parse(StartedAt) <= Date.parse(until) + MINUTE;
	if (message.includes('without a start')) return StartedAt === '';
	return /may be missing|were not delivered/.test(message);
}
