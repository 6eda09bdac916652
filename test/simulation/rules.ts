import { DAY, HOUR, MINUTE, SECOND, type Call } from './calls';

/*
 * What docs/trigger.md promises, as a judge of what a trigger did. It is written from that page alone and
 * shares nothing with nodes/: what the two have in common could be wrong in both.
 */

/** What the trigger was asked for, from a time on. */
export interface Asked {
	event: 'callEnded' | 'callStarted' | 'transcriptReady';
	filters: string[];
	/** When it was published or changed to this. */
	from: number;
	/** Of the last poll before that which read the list. When it was published, for the first. */
	lastRead: number;
}

/** What a trigger did, in true times. */
export interface Log {
	asked: Asked[];
	told: Array<{ call: Call; at: number; asked: Asked }>;
	errors: Array<{ at: number; message: string }>;
	/** When the last poll began that read the list. */
	lastRead: number;
	/** How exactly the times of the list can be known. */
	tolerance: number;
}

/** Until when an event is found: once an hour calls without a start are looked for, and the service may be down. */
const FOUND_WITHIN = 2.25 * HOUR;
const LATEST = 5.9 * HOUR;
const LONGEST = 23.9 * HOUR;

/** The calls with which the trigger broke a promise, by promise. */
export function breaches({ asked, told, errors, lastRead, tolerance }: Log, calls: Call[]) {
	const beginOf = (one: Asked) => Math.max(one.lastRead, one.from - DAY);
	const early = (isFirst: boolean) =>
		told.filter(
			(one) =>
				(one.asked === asked[0]) === isFirst &&
				happenedAt(one.call, one.asked) < beginOf(one.asked) - tolerance,
		);
	const isTold = new Set(told.map(({ call }) => call));
	const isOwed = (call: Call, one: Asked, index: number) => {
		const happened = happenedAt(call, one);
		const shown = shownAt(call, one);
		const until = asked[index + 1]?.lastRead ?? lastRead;
		return (
			happened > beginOf(one) + 2 * SECOND &&
			shown - happened <= LATEST &&
			call.end - call.start <= LONGEST &&
			Math.max(shown, one.from) + FOUND_WITHIN <= until &&
			call.deletedAt === undefined
		);
	};
	const isNamed = (call: Call, one: Asked) =>
		errors.some(({ at, message }) => at >= shownAt(call, one) - MINUTE && mayMean(message, call));
	const isLost = (call: Call) =>
		!isTold.has(call) &&
		asked.some((one, index) => isOwed(call, one, index) && !isNamed(call, one));
	const ids = (list: Array<{ call: Call }>) => list.map(({ call }) => call.id);
	return {
		beforePublishing: ids(early(true)),
		beforeTheChange: ids(early(false)),
		twice: ids(
			told.filter(({ call }, index) => told.findIndex((one) => one.call === call) < index),
		),
		notYet: ids(told.filter((one) => !(shownAt(one.call, one.asked) <= one.at + tolerance))),
		lost: ids(calls.filter(isLost).map((call) => ({ call }))),
	};
}

function happenedAt({ start, end }: Call, { event }: Asked): number {
	return event === 'callStarted' ? start : end;
}

/** When the list shows for the first time that it happened to a call that matches; Infinity if never. */
function shownAt(call: Call, asked: Asked): number {
	const { record, listedAt, contentAt } = call;
	const hasStart = record.StartedAt !== '';
	if (asked.event === 'callStarted' && !hasStart) return Infinity;
	let shown = Math.max(listedAt, happenedAt(call, asked));
	if (asked.event === 'transcriptReady') shown = Math.max(shown, contentAt);
	for (const filter of asked.filters) {
		const [field, , value] = filter.split(':');
		if (field === 'Keywords') shown = Math.max(shown, contentAt);
		else if (record[field] !== value) return Infinity;
	}
	return shown;
}

/** Whether an error says that a call may be missing. */
function mayMean(message: string, { record }: Call): boolean {
	const stated = /started before (\S+Z)/.exec(message)?.[1];
	if (stated) return record.StartedAt === '' || record.StartedAt <= stated;
	if (message.includes('without a start')) return record.StartedAt === '';
	return /may be missing|were not delivered/.test(message);
}
