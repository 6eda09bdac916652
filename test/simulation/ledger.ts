import { eventTime, type CallEvent } from '../../nodes/VoiceAssistantCallsTrigger/position';
import type { Call as ListedCall } from '../../nodes/service/call';
import { DAY, HOUR, MINUTE, type Call } from './calls';
import type { Clock, SimulatedService } from './service';

/** What the node is asked for, from a time on. */
export interface Phase {
	event: CallEvent;
	/** `<Field>:<operator>:<value>` each. */
	filters: string[];
	/** When it was activated or changed to this. */
	from: number;
	/** When the last poll before it began that read the list. */
	lastRead: number;
	/** When the workflow was switched off, if it was changed before it was switched on again. */
	until?: number;
}

/** What went wrong, named after the calls. */
export interface Verdict {
	lost: string[];
	/** How many were not emitted, and reported in place of that. */
	reported: number;
	twice: string[];
	/** Emitted although it had not happened, or did not match. */
	wrong: string[];
	/** Emitted although it happened before the activation, or long before an edit. */
	early: string[];
	/** Batches that are not oldest first. */
	disorder: number;
	/** The longest time from when an event could be seen to its emission, with n8n up. */
	slowest: number;
}

interface Delivery {
	call: Call;
	phase: Phase;
	at: number;
}

/** Limits of the docs page. */
const LATEST = 6 * HOUR;
const LONGEST = DAY;
/** What an event needs at most to be found, with n8n up and the service answering. */
const FOUND_WITHIN = 15 * MINUTE;

/** Keeps account of what was emitted, and compares it with what happened. */
export class Ledger {
	readonly phases: Phase[] = [];

	readonly deliveries: Delivery[] = [];

	/** Of each report, from and to which start calls may be missing. */
	readonly reports: Array<[number, number]> = [];

	private disorder = 0;

	private readonly wrong: string[] = [];

	private readonly byId: Map<string, Call>;

	constructor(
		private readonly service: SimulatedService,
		private readonly clock: Clock,
	) {
		this.byId = new Map(service.calls.map((call) => [call.id, call]));
	}

	get phase(): Phase {
		return this.phases[this.phases.length - 1];
	}

	emitted(records: ListedCall[]): Call[] {
		const { phase } = this;
		const calls = records.map(({ number }) => this.byId.get(number) as Call);
		for (const call of calls) {
			this.deliveries.push({ call, phase, at: this.clock.now });
			if (visibleAt(call, phase) > this.clock.now) this.wrong.push(call.id);
		}
		const times = records.map((record) => Number(eventTime(phase.event, record, Infinity)));
		if (times.some((time, index) => time < times[index - 1])) this.disorder++;
		return calls;
	}

	/** The trigger said that calls are missing. */
	reported(message: string): void {
		const times = [...message.matchAll(/\d{4}-\S+Z/g)].map(([time]) => Date.parse(time));
		if (message.includes('were not delivered')) this.reports.push([0, times[0]]);
		else this.reports.push([times[0], times[1] ?? Infinity]);
	}

	/** @param until from when on events are no longer expected to have been found */
	verdict(until: number): Verdict {
		const told = new Map<string, Delivery[]>();
		for (const delivery of this.deliveries) {
			const key = momentOf(delivery.call, delivery.phase);
			told.set(key, [...(told.get(key) ?? []), delivery]);
		}
		const first = this.phases[0];
		const early = this.deliveries.filter(({ call, phase }) => {
			// Of a clock that is ahead n8n cannot tell how far.
			const ahead = Math.max(0, this.service.manners.skew);
			const earliest = (phase === first ? first.from - ahead : phase.from - DAY) - HOUR;
			// What has no start, was long or was listed later may not be on the page that shows where the list is.
			const isLong = call.end - call.start > HOUR || call.record.StartedAt === '';
			const isKnown = call.absurdEnd === undefined && !isLong && call.listedAt < phase.from;
			return isKnown && eventAt(call, phase) < earliest;
		});
		const waits = this.deliveries
			.filter(({ call, phase }) => eventAt(call, phase) >= first.from)
			.map(({ call, phase, at }) => at - visibleAt(call, phase));
		const keyOf = ([call, phase]: [Call, Phase]) => momentOf(call, phase);
		const missing = this.expected(until).filter((owed) => !told.has(keyOf(owed)));
		return {
			lost: missing.filter((call) => !this.isReported(call)).map(keyOf),
			reported: missing.filter((call) => this.isReported(call)).length,
			twice: [...told].filter(([, list]) => list.length > 1).map(([key]) => key),
			wrong: this.wrong,
			early: early.map(({ call, phase }) => momentOf(call, phase)),
			disorder: this.disorder,
			slowest: waits.reduce((slowest, wait) => Math.max(slowest, wait), 0),
		};
	}

	/** What must have been emitted, whatever happened. */
	private expected(until: number): Array<[Call, Phase]> {
		return this.service.calls.flatMap((call): Array<[Call, Phase]> => {
			const owed = this.phases.find((phase, index) => this.isOwed(call, phase, index, until));
			return owed ? [[call, owed]] : [];
		});
	}

	private isReported([{ start }]: [Call, Phase]): boolean {
		const stamp = start + this.service.manners.skew;
		return this.reports.some(([from, to]) => stamp >= from - MINUTE && stamp <= to + MINUTE);
	}

	private isOwed(call: Call, phase: Phase, index: number, until: number): boolean {
		const visible = visibleAt(call, phase);
		const happened = eventAt(call, phase);
		const isWithinLimits =
			isShown(call, phase) &&
			happened > phase.from &&
			visible - happened <= LATEST &&
			(phase.event === 'callStarted' || call.end - call.start <= LONGEST) &&
			(call.deletedAt ?? until) >= until;
		if (!matchesEver(call, phase) || !isWithinLimits) return false;
		const next = this.phases[index + 1];
		if (!next) return visible < until;
		const polledUntil = phase.until ?? next.from;
		if (visible < polledUntil - FOUND_WITHIN) return true;
		// After an edit only what comes after the newest event that was known.
		return happened > polledUntil && visible < next.from && asksForIt(call, phase, next);
	}
}

/** Whether the next question asks for the same of a call. */
function asksForIt(call: Call, phase: Phase, next: Phase): boolean {
	const isSameMoment = (phase.event === 'callStarted') === (next.event === 'callStarted');
	return isSameMoment && matchesEver(call, next);
}

function momentOf(call: Call, { event }: Phase): string {
	return `${call.id} ${event === 'callStarted' ? 'start' : 'end'}`;
}

/** The true time of the event; that of a call which seems to end before it starts is its start. */
function eventAt({ start, end, absurdEnd = end }: Call, { event }: Phase): number {
	return event === 'callStarted' || absurdEnd < start ? start : end;
}

/** Whether the list shows the event at all: a call without a start never starts. */
function isShown({ record }: Call, { event }: Phase): boolean {
	return event !== 'callStarted' || record.StartedAt !== '';
}

/** When the list shows for the first time that the event has happened and that the call matches. */
function visibleAt(call: Call, { event, filters }: Phase): number {
	return Math.max(
		call.listedAt,
		event === 'callStarted' ? call.start : call.end,
		event === 'transcriptReady' || filters.some((filter) => filter.startsWith('Keywords'))
			? call.contentAt
			: 0,
	);
}

function matchesEver({ record }: Call, { filters }: Phase): boolean {
	return filters.every((filter) => {
		const [field, , value] = filter.split(':');
		return field === 'Keywords' ? value === 'Callback' : record[field] === value;
	});
}
