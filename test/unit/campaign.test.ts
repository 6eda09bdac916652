import { DateTime } from 'luxon';
import { sleep, type IDataObject } from 'n8n-workflow';

import { Random } from '../../sandbox/random';
import { useClockAt } from '../support/clock';
import { attemptCreate, createContext } from '../support/createContext';
import { cases } from '../support/deep';

/*
 * A list that is called every hour for two weeks, with Redial Plan and Calls in Progress at Once. Nothing is
 * kept between the runs but the list of calls, and which rows are done. The service judges every call, by
 * rules in words of its own.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGINNING = Date.parse('2026-11-02T00:00:00Z');
const GAPS = [4 * HOUR, DAY, 3 * DAY];
const LINES = 4;
const PAGE = 100;

const NUMBERS = cases(500, 40);

useClockAt(BEGINNING, 0.5);

interface Made extends IDataObject {
	PhoneNumber: string;
	StartedAt: string;
	Transcript: IDataObject[];
	startedAt: number;
	endsAt: number;
	listedAt: number;
}

class Service {
	readonly calls: Made[] = [];

	readonly problems: string[] = [];

	/** When the list of all calls was asked for, by run: a look may take several pages. */
	readonly looks = new Map<string, number[]>();

	/** How often a number was looked up, by run and number. */
	readonly lookUps = new Map<string, number>();

	mostInProgress = 0;

	constructor(private readonly random: Random) {}

	async request(run: string, { method, qs, body }: IDataObject): Promise<unknown> {
		await sleep(20 + this.random.below(200));
		return method === 'GET' ? this.list(run, qs as IDataObject) : await this.place(body);
	}

	private list(run: string, { filter, cursor }: IDataObject) {
		const [, number] = String((filter as string[])[0] ?? '').split(':==:');
		if (number)
			this.lookUps.set(`${run} ${number}`, 1 + (this.lookUps.get(`${run} ${number}`) ?? 0));
		else if (!cursor) this.looks.set(run, [...(this.looks.get(run) ?? []), Date.now()]);
		const now = Date.now();
		const all = this.calls
			.filter(
				({ listedAt, PhoneNumber }) => listedAt <= now && (number ?? PhoneNumber) === PhoneNumber,
			)
			.reverse();
		const from = Number(cursor ?? 0);
		const data = all.slice(from, from + PAGE).map(({ endsAt, Transcript, ...call }) => ({
			...call,
			EndedAt: endsAt <= now ? new Date(endsAt).toISOString() : '',
			Transcript: endsAt <= now ? Transcript : [],
		}));
		const hasMore = from + PAGE < all.length;
		return respond({ data, hasMore, nextCursor: hasMore ? String(from + PAGE) : '' });
	}

	private async place(body: unknown) {
		const { phone_number: PhoneNumber } = JSON.parse(String(body)) as { phone_number: string };
		const startedAt = Date.now();
		this.judge(PhoneNumber, startedAt);
		const hour = new Date(startedAt).getUTCHours();
		const isAnswered = this.random.below(100) < (hour > 15 ? 50 : 15);
		this.calls.push({
			...{ Id: `call-${this.calls.length}`, PhoneNumber, startedAt },
			StartedAt: new Date(startedAt).toISOString(),
			Transcript: isAnswered ? [{ Sorting: 1, Role: 'User', Text: 'Hello?' }] : [],
			endsAt: startedAt + (isAnswered ? MINUTE + this.random.below(2 * MINUTE) : 25_000),
			listedAt: startedAt + this.random.below(30_000),
		});
		const inProgress = this.calls.filter(({ endsAt }) => endsAt > startedAt);
		// One that both workflows call at once is taken for one.
		const phones = new Set(inProgress.map((call) => call.PhoneNumber));
		this.mostInProgress = Math.max(this.mostInProgress, phones.size);
		await sleep(300);
		return respond({});
	}

	/** By what was listed when the request went out. */
	private judge(number: string, now: number): void {
		const known = this.callsTo(number).filter(({ listedAt }) => listedAt < now - 2000);
		const problem = (text: string) =>
			this.problems.push(`${number} ${text} at ${new Date(now).toISOString()}`);
		if (known.some(({ Transcript, endsAt }) => Transcript.length > 0 && endsAt < now - 2000)) {
			problem('was reached');
		}
		if (known.length > GAPS.length) problem('was called to the end of the plan');
		const last = known.at(-1);
		if (last && now < last.startedAt + GAPS[known.length - 1]) problem('is not due');
		const { hour, weekday } = DateTime.fromMillis(now, { zone: 'Europe/Berlin' });
		if (hour < 9 || hour >= 18 || weekday > 5) problem('is asleep');
	}

	callsTo(number: string): Made[] {
		return this.calls.filter(({ PhoneNumber }) => PhoneNumber === number);
	}
}

function respond(body: unknown) {
	return { statusCode: 200, headers: { date: new Date().toUTCString() }, body };
}

const OPTIONS = {
	redialPlan: '4h, 1d, 3d',
	callingHours: {
		window: [
			{ from: '09:00', to: '18:00', days: 'mon, tue, wed, thu, fri', timezone: 'Europe/Berlin' },
		],
	},
};

/** Two weeks of hourly runs; some of them are killed in the middle. */
async function campaign(service: Service, random: Random, workflow: number, options: object) {
	let rows = Array.from({ length: NUMBERS }, (_, index) => `+1202555${1000 + index}`);
	const kills = Array.from({ length: 5 }, () => 6 + random.below(80));
	for (let hour = 0; hour < 14 * 24; hour++) {
		await sleep(Math.max(0, BEGINNING + hour * HOUR - Date.now()));
		const controller = new AbortController();
		const context = createContext({
			items: rows.map((phone) => ({ phone })),
			field: (name, index) =>
				({ phoneNumber: rows[index], assistantId: 'asst-1', options: { ...OPTIONS, ...options } })[
					name
				],
			request: async (request) => await service.request(`${workflow} ${hour}`, request),
			stopsOnError: () => false,
			signal: () => controller.signal,
		});
		if (kills.includes(hour)) void sleep(random.below(3 * MINUTE)).then(() => controller.abort());
		const result = (await attemptCreate(context)) as IDataObject[];
		// As the template does: who was reached, or called to the end of the plan, is not read again.
		rows = rows.filter(
			(_, index) => result[index].outcome !== 'skipped' || result[index].callableFrom !== undefined,
		);
	}
	return rows;
}

it.each([
	['alone', 1, {}],
	['with lines', 1, { callsInProgress: LINES }],
	['beside another that has the same list', 2, { callsInProgress: LINES }],
])('a campaign %s calls each number as its plan says', async (name, workflows, options) => {
	const random = new Random(workflows);
	const service = new Service(random);
	const running = Array.from(
		{ length: workflows },
		async (_, workflow) => await campaign(service, random, workflow, options),
	);
	let isOver = false;
	const end = Promise.all(running).finally(() => (isOver = true));
	while (!isOver) await jest.advanceTimersByTimeAsync(MINUTE);
	expect({ problems: service.problems, left: (await end).flat() }).toEqual({
		problems: [],
		left: [],
	});

	const numbers = new Set(service.calls.map(({ PhoneNumber }) => PhoneNumber));
	expect(numbers.size).toBe(NUMBERS);
	for (const number of workflows === 1 ? numbers : []) {
		const calls = service.callsTo(number);
		const reached = calls.findIndex(({ Transcript }) => Transcript.length > 0);
		expect(calls.length).toBe(reached < 0 ? 4 : reached + 1);
	}
	if (name === 'alone') {
		expect(service.looks.size).toBe(0);
		expect(new Set(service.lookUps.values())).toEqual(new Set([1]));
		return;
	}
	// Each workflow knows its own calls.
	expect(service.mostInProgress).toBeLessThanOrEqual(LINES * workflows);
	for (const looks of service.looks.values()) {
		const gaps = looks.slice(1).map((at, index) => at - looks[index]);
		expect(Math.min(...gaps, Infinity)).toBeGreaterThanOrEqual(5000);
	}
});
