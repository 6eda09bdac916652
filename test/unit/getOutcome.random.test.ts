import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { customOperations } from '../../nodes/VoiceAssistantCalls/operations';
import { Random } from '../simulation/random';
import { cases } from '../support/deep';
import { useClockAt } from '../support/clock';

/*
 * Get Outcome with random services: whose clock is off, that list calls late and in the order in which
 * they ended, while others call the same numbers. Each item gets its own call or none.
 */

const RUNS = cases(150, 30);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const BEGIN = Date.parse('2026-11-20T08:00:00Z');

/** A call, by n8n's clock, which nobody but the test knows. */
interface SimulatedCall {
	id: string;
	number: string;
	/** The item that requested it; nothing for a call of somebody else. */
	item?: number;
	start: number;
	end: number;
	listedAt: number;
	/** Whether the service never gives it times. */
	isUndated: boolean;
}

interface World {
	/** How far the service's clock is ahead, and whether it cuts times to seconds. */
	ahead: number;
	cutsSeconds: boolean;
	calls: SimulatedCall[];
	items: IDataObject[];
	/** Whether an item's phone rang. */
	rang: boolean[];
}

function randomWorld(random: Random): World {
	const calls: SimulatedCall[] = [];
	const requests: Array<{ number: string; requestedAt: number; rang: boolean }> = [];
	const call = (fields: Pick<SimulatedCall, 'number' | 'start'> & Partial<SimulatedCall>) => {
		const end = fields.start + random.between(5, 300) * SECOND;
		const listedAt = random.chance(0.5) ? fields.start : end;
		const late = random.chance(0.3) ? random.between(0, 20) * SECOND : 0;
		const id = `call-${calls.length}`;
		calls.push({ id, end, listedAt: listedAt + late, isUndated: false, ...fields });
	};
	for (let lead = 0; lead < 3; lead++) {
		const number = `+49302000${100 + lead}`;
		// From the request to the start takes less than from one request to the next.
		const latency = random.between(100, 2500);
		let requestedAt = BEGIN;
		// Where one may not ring, only time can tell which: more time than clocks are known to.
		const allRing = random.chance(0.5);
		const gaps = allRing ? [100, 5 * SECOND] : [5 * SECOND, 3 * MINUTE];
		for (let left = random.whole(1, 4); left > 0; left--) {
			requestedAt += latency + random.pick(gaps);
			const rang = allRing || random.chance(0.7);
			const item = requests.push({ number, requestedAt, rang }) - 1;
			if (rang) call({ number, item, start: requestedAt + latency });
		}
		if (random.chance(0.5)) call({ number, start: BEGIN - random.between(4, 90) * SECOND });
		if (random.chance(0.3)) call({ number, start: requestedAt + 65 * MINUTE });
		if (random.chance(0.3)) call({ number, start: BEGIN - 60 * MINUTE, isUndated: true });
	}
	return {
		ahead: random.pick([0, 0, 40, -40, 3600, -7200]) * SECOND + random.between(0, 999),
		cutsSeconds: random.chance(0.5),
		calls,
		items: requests.map(({ number, requestedAt }) => ({
			outcome: 'placed',
			phone_number: number,
			requestedAt: new Date(requestedAt).toISOString(),
		})),
		rang: requests.map(({ rang }) => rang),
	};
}

/** What the service lists at this moment, in the order in which calls were listed. */
function listed({ calls, ahead, cutsSeconds }: World): IDataObject[] {
	const written = (time: number) =>
		cutsSeconds
			? new Date(time + ahead).toISOString().replace(/\.\d+/, '')
			: new Date(time + ahead).toISOString();
	return calls
		.filter(({ listedAt }) => listedAt <= Date.now())
		.sort((a, b) => b.listedAt - a.listedAt)
		.map(({ id, number, start, end, isUndated }) => ({
			Id: id,
			PhoneNumber: number,
			StartedAt: isUndated ? null : written(start),
			EndedAt: isUndated || end > Date.now() ? null : written(end),
		}));
}

/** A page of the list in an order. */
type ListPage = (sort: unknown) => IDataObject[];

function contextOf(world: World, pageOf: ListPage = () => listed(world)): IExecuteFunctions {
	const fields: Record<string, (index: number) => unknown> = {
		phoneNumber: (index) => world.items[index].phone_number,
		startedAfter: (index) => world.items[index].startedAfter ?? world.items[index].requestedAt,
		waitUpTo: () => 10,
	};
	const key = {};
	return {
		getExecuteData: () => key,
		getInputData: () => world.items.map((json) => ({ json })),
		getNode: () => ({ name: 'Get Outcome', parameters: {} }),
		continueOnFail: () => false,
		getExecutionCancelSignal: () => undefined,
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ apiKey: 'key-1', baseUrl: 'https://api.example.com' }),
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			fields[name]?.(index) ?? fallback,
		helpers: {
			httpRequestWithAuthentication: async (_: string, { qs }: IDataObject) => {
				await sleep(200);
				const date = new Date(Date.now() + world.ahead).toUTCString();
				const { sort, cursor } = qs as IDataObject;
				const all = pageOf(sort);
				const hasMore = String(all[0]?.Id).startsWith('old') && cursor !== 'next';
				const data = cursor === 'next' ? all.slice(2) : hasMore ? all.slice(0, 2) : all;
				const body = { data, hasMore, nextCursor: hasMore ? 'next' : '' };
				await sleep(300);
				return { statusCode: 200, headers: { date }, body };
			},
		},
	} as unknown as IExecuteFunctions;
}

useClockAt(BEGIN);

/** What the node puts out. */
async function outcomes(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const running = customOperations.call.getOutcome.call(context);
	await jest.runAllTimersAsync();
	return (await running)[0];
}

it('gives each item its own call, or none', async () => {
	let found = 0;
	for (let seed = 1; seed <= RUNS; seed++) {
		jest.setSystemTime(BEGIN + (seed % 2 ? 15 : 100) * MINUTE);
		const world = randomWorld(new Random(seed));
		const results = await outcomes(contextOf(world));
		const given = results.map(({ json }) => world.calls.find(({ id }) => id === json.CallId));
		const own = world.rang.map((_, item) => world.calls.find((call) => call.item === item));
		// Of two that the list says to have started in the same second, either may be it, and this is told.
		const isRight = own.map(
			(call, item) =>
				call === given[item] ||
				(Number(results[item].json.matches) > 1 &&
					Math.abs((call?.start ?? 0) - (given[item]?.start ?? 0)) < SECOND),
		);
		expect({ seed, isRight }).toEqual({ seed, isRight: own.map(() => true) });
		expect(new Set(given.filter(Boolean)).size).toBe(given.filter(Boolean).length);
		found += given.filter(Boolean).length;
	}
	expect(found).toBeGreaterThan(RUNS);
});

it.each([
	['last', {}, [25]],
	['first', { startedAfter: '2026-11-20T05:00:00Z' }, []],
])('finds a call without a start, sorted %s', async (where, more, otherEnd) => {
	jest.setSystemTime(BEGIN + 15 * MINUTE);
	const world = { ...randomWorld(new Random(1)), ahead: 0 };
	const item: IDataObject = { ...world.items[0], ...more };
	const requestedAt = Date.parse(String(item.requestedAt));
	const call = (Id: string, StartedAt: string | null, EndedAt: number) => ({
		...{ Id, StartedAt, PhoneNumber: item.phone_number },
		EndedAt: new Date(EndedAt).toISOString(),
	});
	const old = [3, 2, 1].map((day) => call(`old ${day}`, `2026-11-1${day}T08:00:00Z`, BEGIN));
	const unanswered = call('unanswered', null, requestedAt + 20 * SECOND);
	const asked: number[] = [];
	const pageOf = (sort: unknown) => {
		if (sort === 'StartedAt:desc') return where === 'first' ? [unanswered, ...old] : old;
		asked.push(Math.floor((Date.now() - BEGIN) / MINUTE));
		return [unanswered, ...[...old].reverse()];
	};
	const [result] = await outcomes(contextOf({ ...world, items: [item] }, pageOf));
	expect(result.json).toMatchObject({ CallId: 'unanswered', outcome: 'ended' });
	// Once, when the time is over.
	expect(asked).toEqual(otherEnd);
});
