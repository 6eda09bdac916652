import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Call, type Sandbox } from '../../sandbox';
import { expressionEngine } from '../support/built';
import { runNode, type RunResult } from '../support/engine';
import { queryValues } from '../support/againstSandbox';
import { cases } from '../support/deep';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

const call = (startedAt: unknown, index: number) =>
	({ Id: `call-${index}`, StartedAt: startedAt }) as unknown as Call;

/** Calls at these times, in this order. */
const callsAt = (times: number[]) =>
	times.map((time, index) => call(new Date(time).toISOString(), index));

async function getMany(parameters: INodeParameters, timezone = 'UTC'): Promise<RunResult> {
	return await runNode({
		credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		parameters: { operation: 'getAll', returnAll: true, ...parameters },
		timezone,
	});
}

const idsOf = ({ items }: RunResult) => items.map(({ json }) => String(json.CallId));

/** The calls between two times, as a reader without any cleverness would pick them. */
const between = (after: number, before: number) =>
	sandbox.calls
		.filter(({ StartedAt }) => Date.parse(StartedAt) >= after && Date.parse(StartedAt) < before)
		.map(({ Id }) => Id)
		.sort();

const yesterday = { dateRange: 'yesterday' };
const startOfToday = () => Math.floor(Date.now() / DAY) * DAY;

describe('yesterday, 144 calls out of a long history, with pages of 100', () => {
	beforeEach(async () => {
		sandbox = await startSandbox({
			calls: cases(100_000, 5000),
			newest: new Date(startOfToday() - 1),
			everyMinutes: 10,
		});
	});

	test('costs three requests where newest first is supported', async () => {
		const result = await getMany(yesterday);

		expect(idsOf(result).sort()).toEqual(between(startOfToday() - DAY, startOfToday()));
		expect(result.items).toHaveLength(144);
		expect(sandbox.log).toHaveLength(3);
		expect(queryValues(sandbox.log[0], 'sort')).toEqual(['StartedAt:desc']);
	});

	test('a limit is reached without reading on', async () => {
		const result = await getMany({ ...yesterday, returnAll: false, limit: 30 });

		expect(result.items).toHaveLength(30);
		expect(sandbox.log).toHaveLength(1);
	});
});

describe('2 000 calls over two weeks', () => {
	beforeEach(async () => {
		sandbox = await startSandbox({ calls: 2000, everyMinutes: 10 });
	});

	const expected = () => between(startOfToday() - DAY, startOfToday());

	test('where the service refuses newest first, it is asked again without, and everything is read', async () => {
		sandbox.fault({ fault: { kind: 'refuseSort' } });
		const result = await getMany(yesterday);

		expect(idsOf(result).sort()).toEqual(expected());
		expect(sandbox.log.map(({ status }) => status)).toEqual([400, ...Array<number>(20).fill(200)]);
		expect(sandbox.log.slice(1).flatMap((request) => queryValues(request, 'sort'))).toEqual([]);
	});

	test('where the service ignores the sort, everything is read', async () => {
		sandbox.fault({ fault: { kind: 'ignoreSort' } });
		const result = await getMany(yesterday);

		expect(idsOf(result).sort()).toEqual(expected());
		expect(sandbox.log).toHaveLength(20);
	});

	describe.each([
		['refuses newest first and lists the oldest first', { kind: 'refuseSort' }],
		['ignores the sort and lists the oldest first', { kind: 'ignoreSort', order: 'held' }],
		['ignores the sort and lists in no order', { kind: 'ignoreSort' }],
	] as const)('where the service %s', (_, fault) => {
		test.each([30, 1])('a limit of %i gives the newest of the range', async (limit) => {
			sandbox.calls.reverse();
			sandbox.fault({ fault });
			const result = await getMany({ ...yesterday, returnAll: false, limit });

			const newest = [...sandbox.calls]
				.filter(({ Id }) => expected().includes(Id))
				.sort((a, b) => b.StartedAt.localeCompare(a.StartedAt))
				.slice(0, limit);
			expect(newest).toHaveLength(limit);
			expect(idsOf(result)).toEqual(newest.map(({ Id }) => Id));
		});
	});

	test('a sort by another field is respected, and everything is read', async () => {
		const result = await getMany({
			...yesterday,
			sort: { order: { field: 'PhoneNumber', direction: 'asc' } },
		});

		const numbers = result.items.map(({ json }) => String(json.PhoneNumber));
		expect(numbers).toEqual([...numbers].sort());
		expect(idsOf(result).sort()).toEqual(expected());
		expect(sandbox.log).toHaveLength(20);
	});

	test('oldest first ends where the range ends', async () => {
		const begin = Date.parse(sandbox.calls[1999].StartedAt);
		const result = await getMany({
			dateRange: 'custom',
			startedBefore: new Date(begin + DAY).toISOString(),
			sort: { order: { field: 'StartedAt', direction: 'asc' } },
		});

		expect(idsOf(result).sort()).toEqual(between(begin, begin + DAY));
		expect(sandbox.log).toHaveLength(3);
	});

	test('a refusal that the sort did not cause is told in the words of the service', async () => {
		const result = await getMany({
			...yesterday,
			filters: {
				condition: [{ field: 'custom', customField: 'Nonsense', operator: 'equals', value: 'x' }],
			},
		});

		expect(result.error?.message).toMatch(
			/^The service rejected the request: .*Nonsense.* \(400\)/,
		);
	});
});

test('one pair out of order is enough to read on', async () => {
	const noon = startOfToday() - DAY + 12 * HOUR;
	const old = noon - 30 * DAY;
	// The first two pages look sorted but for one record; the call of yesterday comes last.
	const times = [old + 3, old + 4, old + 1, old, old - 1, old - 2, noon];
	sandbox = await startSandbox({ records: callsAt(times), pageSize: 3 });
	sandbox.fault({ fault: { kind: 'ignoreSort', order: 'held' } });
	const result = await getMany(yesterday);

	expect(idsOf(result)).toEqual(['call-6']);
});

test('a page that holds one time alone does not end the reading', async () => {
	const noon = startOfToday() - DAY + 12 * HOUR;
	const old = noon - 30 * DAY;
	sandbox = await startSandbox({ records: callsAt([old, old, old, noon]), pageSize: 3 });
	sandbox.fault({ fault: { kind: 'ignoreSort', order: 'held' } });
	const result = await getMany(yesterday);

	expect(idsOf(result)).toEqual(['call-3']);
});

test('a call without a readable start matches no range, and every call matches "any"', async () => {
	const times = [new Date().toISOString(), '', null, 'soon', undefined];
	sandbox = await startSandbox({ records: times.map(call) });

	expect(idsOf(await getMany({ dateRange: 'today' }))).toEqual(['call-0']);
	expect(idsOf(await getMany({ dateRange: 'any' }))).toHaveLength(5);
});

describe('the day of a call is that of the workflow’s time zone', () => {
	test.each([
		// Clocks go forward on 29 March 2026 in Berlin and back on 25 October.
		['Europe/Berlin', '2026-03-29', '2026-03-30', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
		['Europe/Berlin', '2026-10-25', '2026-10-26', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
		['Asia/Kathmandu', '2026-11-20', '2026-11-21', '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z'],
		[
			'America/New_York',
			'2026-11-01',
			'2026-11-02',
			'2026-11-01T04:00:00Z',
			'2026-11-02T05:00:00Z',
		],
	])('%s, from %s to %s', async (zone, startedAfter, startedBefore, first, end) => {
		const times = [Date.parse(first) - 1, Date.parse(first), Date.parse(end) - 1, Date.parse(end)];
		sandbox = await startSandbox({ records: callsAt(times) });
		const result = await getMany({ dateRange: 'custom', startedAfter, startedBefore }, zone);

		expect(idsOf(result).sort()).toEqual(['call-1', 'call-2']);
	});

	test('a moment with a zone of its own is that moment', async () => {
		sandbox = await startSandbox({ records: callsAt([0, 1, 2].map((hours) => hours * HOUR)) });
		const result = await getMany(
			{ dateRange: 'custom', startedAfter: '1970-01-01T02:00:00+01:00' },
			'Asia/Tokyo',
		);

		expect(idsOf(result).sort()).toEqual(['call-1', 'call-2']);
	});

	test('an expression may give a date of Luxon or JavaScript', async () => {
		sandbox = await startSandbox({ records: callsAt([Date.now() - 3 * DAY, Date.now() - HOUR]) });
		// Of the engine of production a date of Luxon is known again only in the realm of n8n, which a
		// test file does not share; the end-to-end suite has that case.
		const luxon =
			expressionEngine === 'vm' ? '$now.minus({ days: 1 }).toISO()' : '$now.minus({ days: 1 })';
		for (const startedAfter of [`={{ ${luxon} }}`, '={{ new Date(Date.now() - 86400000) }}']) {
			const result = await getMany({ dateRange: 'custom', startedAfter }, 'Asia/Tokyo');

			expect(result.error).toBeUndefined();
			expect(idsOf(result)).toEqual(['call-1']);
		}
	});
});
