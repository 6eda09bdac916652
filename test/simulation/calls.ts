import type { IDataObject } from 'n8n-workflow';

import type { Random } from './random';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What the calls of a simulated service are like. Times in milliseconds. */
export interface Traffic {
	/** Calls a day. */
	rate: number;
	/** Whether they come during ten office hours of the day only. */
	officeHours: boolean;
	/** Calls that were over before the simulation begins. */
	history: number;
	/** How often many calls start in one second, and end in one. */
	bursts: number;
	/** How many calls a burst has at most. */
	burstSize: number;
	/** Part of the calls that last for hours, and how long at most. */
	long: number;
	longest: number;
	/** Part of the calls that are listed late, and how late after the event at most. */
	late: number;
	latest: number;
	/** Part of the calls whose keyword and transcript come late, with the same limit. */
	lateContent: number;
	/** Part of the calls that are deleted some time after they were listed. */
	deleted: number;
	/** Part of the calls whose end is corrected by up to a minute. */
	corrected: number;
	/** Part of the calls whose start is corrected by up to a minute. */
	restarted: number;
	/** Part of the calls that nobody answered: they have an end, and no start. */
	undated: number;
	/** Whether the list has them first, newest first. */
	undatedFirst: boolean;
	/** Part of the calls that are listed before they start, up to three hours. */
	planned: number;
	/** Whether the service gives no `Id`. */
	noIds: boolean;
	/** Part of the calls with times that cannot be right. */
	absurd: number;
	/** Whether the times are cut to seconds. */
	wholeSeconds: boolean;
	/** What the service writes where a call has not ended. */
	noEnd: string;
}

/** A call as it really was: true times, in milliseconds since 1970. */
export interface Call {
	id: string;
	start: number;
	end: number;
	/** When the list shows it, whether it has ended or not. */
	listedAt: number;
	/** When its keyword and its transcript are there. */
	contentAt: number;
	deletedAt?: number;
	correctedAt?: number;
	restartedAt?: number;
	/** What the service writes for the end of a call with an absurd time. */
	absurdEnd?: number;
	record: IDataObject & { StartedAt: string; EndedAt: string };
	/** By the service's clock, as it is written. */
	startStamp: number;
	/** Position in the order of ties. */
	serial: number;
}

/** A change of the service at a time. */
export interface Change {
	at: number;
	apply: 'list' | 'end' | 'content' | 'correct' | 'correctStart' | 'delete';
	call: Call;
}

const LENGTH_OF_CALL = 4 * MINUTE;
/** Later than any start. */
const FIRST = Date.UTC(3000, 0);

/** Plans all calls from `begin` to `end`, and those of the history before. */
export function planned(
	traffic: Traffic,
	random: Random,
	[begin, end]: [number, number],
	skew: number,
): { calls: Call[]; changes: Change[] } {
	const calls: Call[] = [];
	const add = (start: number, endsAt?: number) =>
		calls.push(planCall(traffic, random, { start, endsAt, serial: calls.length, skew }));
	const apart = DAY / Math.max(traffic.rate, 0.5);
	for (let back = traffic.history; back > 0; back--) add(begin - DAY - back * apart);
	const busyPart = traffic.officeHours ? 10 / 24 : 1;
	for (let at = begin - DAY; at < end; at += random.gap(apart * busyPart)) {
		if (traffic.officeHours && (at % DAY) / HOUR >= 10) at += DAY - (at % DAY);
		const isBurst = random.chance(traffic.bursts);
		const together = isBurst ? random.whole(2, traffic.burstSize) : 1;
		const start = traffic.wholeSeconds ? at - (at % SECOND) : at;
		const endsAt = isBurst ? start + random.between(SECOND, LENGTH_OF_CALL) : undefined;
		for (let nth = 0; nth < together; nth++) add(start, endsAt);
	}
	const changes = calls.flatMap((call) => changesOf(call));
	return { calls, changes: changes.sort((a, b) => a.at - b.at) };
}

function planCall(
	traffic: Traffic,
	random: Random,
	{ start, endsAt, serial, skew }: { start: number; endsAt?: number; serial: number; skew: number },
): Call {
	const lasts = random.chance(traffic.long)
		? random.between(HOUR, traffic.longest)
		: SECOND + random.gap(LENGTH_OF_CALL);
	const end = endsAt ?? start + Math.min(lasts, traffic.longest);
	// Late is measured from the event that is told first, so that it holds for starts as well.
	const isPlanned = random.chance(traffic.planned);
	const listedAt = isPlanned
		? start - random.between(MINUTE, 3 * HOUR)
		: random.chance(traffic.late)
			? start + random.between(MINUTE, traffic.latest)
			: start + random.between(0, 3 * SECOND);
	const contentAt = random.chance(traffic.lateContent)
		? end + random.between(0, traffic.latest)
		: end + random.between(0, 5 * SECOND);
	const later = (part: number, most: number, least = 0) =>
		random.chance(part) ? Math.max(listedAt, end) + random.between(least, most) : undefined;
	const deletedAt = later(traffic.deleted, 8 * HOUR, MINUTE);
	const correctedAt = later(traffic.corrected, 20 * MINUTE);
	const isAbsurd = random.chance(traffic.absurd);
	const absurdEnd = isAbsurd
		? random.pick([Date.UTC(2099, 0, 1), Date.UTC(2001, 0, 1), end + 5 * HOUR, end + 20 * HOUR])
		: undefined;
	const stamp = stampFor(traffic, skew);
	const restartedAt = later(traffic.restarted, 20 * MINUTE);
	const StartedAt = random.chance(traffic.undated) ? '' : stamp(start);
	return {
		...{ id: `call-${serial}`, serial, start, end, listedAt, contentAt },
		...{ deletedAt, correctedAt, restartedAt, absurdEnd },
		startStamp: StartedAt ? Date.parse(StartedAt) : traffic.undatedFirst ? FIRST : 0,
		record: {
			...(!traffic.noIds && { Id: `call-${serial}` }),
			PhoneNumber: `call-${serial}`,
			Assistant: random.pick(['a', 'b', 'c']),
			StartedAt,
			EndedAt: traffic.noEnd,
			Keywords: [],
			Transcript: [],
		},
	};
}

/** How the service writes a time. */
export function stampFor({ wholeSeconds }: Traffic, skew: number): (time: number) => string {
	return (time) => {
		const written = new Date(time + skew).toISOString();
		return wholeSeconds ? written.replace(/\.\d+/, '') : written;
	};
}

function changesOf(call: Call): Change[] {
	const { listedAt, end, contentAt, correctedAt, restartedAt, deletedAt } = call;
	const changes: Change[] = [
		{ at: listedAt, apply: 'list', call },
		{ at: end, apply: 'end', call },
		{ at: contentAt, apply: 'content', call },
	];
	if (correctedAt) changes.push({ at: correctedAt, apply: 'correct', call });
	if (restartedAt) changes.push({ at: restartedAt, apply: 'correctStart', call });
	if (deletedAt) changes.push({ at: deletedAt, apply: 'delete', call });
	return changes;
}
