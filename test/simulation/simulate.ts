import { findNew } from '../../nodes/VoiceAssistantCallsTrigger/findNew';
import { aheadBy } from '../../nodes/VoiceAssistantCallsTrigger/poll';
import { RULES } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { callPages } from '../../nodes/service/calls';
import { ApiClient, type ApiRequest } from '../../nodes/service/client';
import { asItIs } from '../../nodes/service/redact';
import type { Call as ListedCall } from '../../nodes/service/call';
import { DAY, HOUR, MINUTE, SECOND, type Call, type Traffic } from './calls';
import { Lane } from './lane';
import { SimulatedN8n, type Engine, type PollNode } from './n8n';
import { Random } from './random';
import { judge, type Asked, type Log } from './rules';
import { SimulatedService, type Clock, type Manners } from './service';
import { SERVICE } from '../support/scriptedClient';

/** What happens to n8n and the workflow. Times in milliseconds after the activation. */
export interface Life {
	days: number;
	pollEvery: number;
	/** How long a poll asks for new pages, unless it reads deep. */
	budget: number;
	/** Where the credential has Page Size Parameter. */
	pageSize?: number;
	event: Asked['event'];
	filters: string[];
	/** Restarts a day, and how long n8n is down, least and most. */
	restarts: number;
	downtime: [number, number];
	/** Part of the polls in the middle of which n8n dies. */
	deaths: number;
	/** Part of the polls beside which a second one runs; with the default engine only. */
	overlaps: number;
	/** Stretches in which the workflow is off, and what is changed meanwhile. */
	off: Array<{ from: number; to: number; change?: Change }>;
	edits: Array<{ at: number; change: Change }>;
}

type Change = Partial<Pick<Asked, 'event' | 'filters'>>;

export interface Case {
	name: string;
	traffic?: Partial<Traffic>;
	manners?: Partial<Manners>;
	life?: Partial<Life>;
	/** With which engines not everything can be delivered, so that some of it has to be reported. */
	isTooMuch?: Engine[];
}

export interface Outcome extends ReturnType<typeof judge> {
	polls: number;
	deliveries: number;
	requests: number;
	/** The largest position that was stored, in characters of JSON. */
	largestState: number;
}

const TRAFFIC: Traffic = {
	...{ rate: 150, officeHours: false, history: 100, bursts: 0, burstSize: 40 },
	...{ long: 0, longest: 23.9 * HOUR, late: 0, latest: 5.98 * HOUR, lateContent: 0 },
	...{ deleted: 0, corrected: 0, restarted: 0, undated: 0, absurd: 0 },
	...{ undatedFirst: false, planned: 0 },
	...{ noIds: false, wholeSeconds: true, noEnd: '' },
};

const MANNERS: Manners = {
	...{ cursors: 'offset', cursorLife: 30 * SECOND, expiry: 'refused' },
	...{ sort: 'newestFirst', unstableTies: false, pageSize: 10, doubling: 0, empty: 0 },
	...{ skew: 0, failing: 0, outages: [], deepOutages: [], latency: [50, 400] },
};

const LIFE: Life = {
	...{ days: 2, pollEvery: 4 * MINUTE, budget: 22_500 },
	...{ event: 'callEnded', filters: [] },
	...{ restarts: 0, downtime: [MINUTE, 30 * MINUTE], deaths: 0, overlaps: 0, off: [], edits: [] },
};

/** How long n8n lets a poll read. */
const DEEP_BUDGETS: Record<Engine, number> = {
	default: 240_000,
	scheduler: 36_000,
	durableCursors: 36_000,
};

const BASE_URL = 'https://api.example.com/v1';
const BEGIN = Date.UTC(2026, 10, 2);
/** The last hours are calm, so that what is missing at the end is lost and not late. */
const CALM_END = 6 * HOUR;

/**
 * Runs a case from its activation to its end. The same seed gives the same run.
 *
 * @param figures of the trigger, other than its own
 */
export async function simulate(
	{ traffic, manners, life }: Case,
	engine: Engine,
	seed: number,
	figures: Partial<typeof RULES> = {},
): Promise<Outcome> {
	const real = { now: Date.now, rules: { ...RULES } };
	const simulation = new Simulation(
		{ ...TRAFFIC, ...traffic },
		{ ...MANNERS, ...manners },
		{ ...LIFE, ...life },
		engine,
		new Random(seed),
	);
	// The client measures the clock of the service by it.
	Date.now = () => simulation.clock.now;
	Object.assign(RULES, figures);
	return await simulation.run().finally(() => {
		Date.now = real.now;
		Object.assign(RULES, real.rules);
	});
}

class Simulation {
	readonly clock: Clock = { now: BEGIN };

	private readonly end: number;

	private readonly service: SimulatedService;

	private readonly n8n: SimulatedN8n;

	private polls = 0;

	private readonly log: Log;

	constructor(
		traffic: Traffic,
		manners: Manners,
		private readonly life: Life,
		engine: Engine,
		private readonly random: Random,
	) {
		this.end = BEGIN + life.days * DAY;
		const stretch: [number, number] = [BEGIN, this.end];
		this.service = new SimulatedService(traffic, manners, this.clock, random, stretch);
		const { skew, dateSkew } = manners;
		// Without its header Date, how far a clock is ahead shows by the calls alone.
		const tolerance = skew === (dateSkew ?? 0) ? 2 * SECOND : HOUR;
		this.log = { asked: [], told: [], errors: [], lastRead: 0, tolerance };
		this.n8n = new SimulatedN8n(engine, (emitted) => this.emitted(emitted));
	}

	async run(): Promise<Outcome> {
		const { life, random, n8n, log, service } = this;
		const disturbances = this.disturbances();
		await this.activate({ event: life.event, filters: life.filters });
		for (let next = BEGIN + life.pollEvery; next < this.end; next += life.pollEvery) {
			while (BEGIN + disturbances[0]?.at <= next) await disturbances.shift()?.happen();
			if (this.clock.now >= next) continue;
			this.goOnTo(next);
			if (random.chance(life.deaths)) await this.dieInPoll();
			else if (random.chance(life.overlaps) && n8n.engine === 'default') await this.pollTwice();
			else await n8n.poll(this.poller());
		}
		return {
			...judge(log, service.calls),
			polls: this.polls,
			deliveries: log.told.length,
			requests: service.requests,
			largestState: n8n.largestState,
		};
	}

	private emitted(emitted: ListedCall[]): void {
		const { service, log, clock, asked } = this;
		for (const { number, raw } of emitted) {
			const call = service.calls.find(({ id }) => id === number) as Call;
			// As it came: the service may have corrected it since.
			log.told.push({ ...(raw as Call['record']), call, at: clock.now, asked });
		}
	}

	/** What the trigger is asked for now. */
	private get asked(): Asked {
		return this.log.asked[this.log.asked.length - 1];
	}

	/** What is to happen between polls, in the order of time. */
	private disturbances(): Array<{ at: number; happen: () => Promise<void> }> {
		const { life, random } = this;
		const list = [
			...life.off.map(({ from, to, change }) => ({
				at: from,
				happen: async () => await this.switchOff(to, change),
			})),
			...life.edits.map(({ at, change }) => ({
				at,
				happen: async () => await this.edit(change),
			})),
		];
		for (let at = HOUR; life.restarts > 0; at += random.gap(DAY / life.restarts)) {
			if (at > life.days * DAY - CALM_END) break;
			const down = random.between(...life.downtime);
			list.push({ at, happen: async () => await this.restart(down) });
		}
		return list.sort((a, b) => a.at - b.at);
	}

	private goOnTo(time: number): void {
		this.clock.now = Math.max(this.clock.now, time);
		this.service.catchUp();
	}

	/** The first activation. With durable cursors the beginning is the first poll after it. */
	private async activate(question: Pick<Asked, 'event' | 'filters'>): Promise<void> {
		this.log.asked.push({ ...question, from: Infinity, lastRead: 0 });
		await this.start();
		while (!this.n8n.state.position) {
			this.goOnTo(this.clock.now + MINUTE);
			await this.n8n.poll(this.poller());
		}
		Object.assign(this.asked, { from: this.clock.now, lastRead: this.log.lastRead });
	}

	/** n8n polls as the workflow becomes active, and tries again while that fails. */
	private async start(): Promise<void> {
		for (;;) {
			const failed = await this.n8n.activate(this.poller()).then(
				() => false,
				() => true,
			);
			if (!failed) return;
			this.goOnTo(this.clock.now + 2 * MINUTE);
		}
	}

	private async switchOff(until: number, change?: Change): Promise<void> {
		this.goOnTo(BEGIN + until);
		if (change) this.change(change);
		await this.start();
	}

	private async restart(down: number): Promise<void> {
		this.n8n.restart();
		this.goOnTo(Math.min(this.clock.now + down, this.end - CALM_END));
		// The schedulers keep their jobs, and do not poll at a start of n8n.
		if (this.n8n.engine === 'default') await this.start();
	}

	/** An edit while the workflow is on. The schedulers ask the new question from the next poll on. */
	private async edit(change: Change): Promise<void> {
		this.change(change);
		if (this.n8n.engine === 'default') await this.start();
	}

	private change({ event = this.asked.event, filters = this.asked.filters }: Change): void {
		const isSame = event === this.asked.event && String(filters) === String(this.asked.filters);
		const { log, clock } = this;
		if (!isSame) log.asked.push({ event, filters, from: clock.now, lastRead: log.lastRead });
	}

	private async dieInPoll(): Promise<void> {
		await this.n8n.pollAndDie(this.poller());
		await this.restart(this.random.between(MINUTE, 10 * MINUTE));
	}

	/** Two polls of which now one and now the other gets an answer. */
	private async pollTwice(): Promise<void> {
		const lanes = [new Lane(), new Lane()];
		for (const lane of lanes) lane.start(this.n8n.poll(this.poller(lane)));
		for (;;) {
			const waiting = [];
			for (const lane of lanes) if (await lane.isWaiting()) waiting.push(lane);
			if (waiting.length === 0) return;
			this.random.pick(waiting).go();
		}
	}

	/** The node, as it is at this moment. */
	private poller(lane?: Lane): PollNode {
		const { clock, life, log } = this;
		const { event, filters } = this.asked;
		const watch = { event, address: BASE_URL, text: JSON.stringify([event, filters]) };
		const send = async (request: ApiRequest) => {
			await lane?.turn();
			return this.service.answer(request);
		};
		return async (staticData) => {
			this.polls++;
			const service = { ...SERVICE, pageSizeParameter: life.pageSize ? 'limit' : '' };
			const client = new ApiClient({ send, baseUrl: BASE_URL, service, redact: asItIs });
			const all = { path: '/public/calls', filters, range: {}, limit: Infinity };
			const at = clock.now;
			const soon = at + life.budget;
			const poll = {
				watch,
				pages: (other = {}) => callPages(client, { ...all, pageSize: life.pageSize, ...other }),
				ahead: () => aheadBy(client.clock),
				deadlines: { first: soon, usual: soon, deep: at + DEEP_BUDGETS[this.n8n.engine] },
			};
			const memory = this.n8n.memoryOfProcess;
			const { calls, reports, failure } = await findNew(poll, staticData, memory);
			const errors = [...reports, ...(failure ? [failure] : [])];
			for (const { message } of errors) log.errors.push({ at: clock.now, message });
			if (errors.length === 0) log.lastRead = at;
			if (failure && calls.length === 0) throw failure;
			return calls;
		};
	}
}
