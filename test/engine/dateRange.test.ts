import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Call, type Sandbox } from '../../sandbox';
import { expressionEngine } from '../support/built';
import { runNode, type RunResult } from '../support/engine';
import { queryValues } from '../support/againstSandbox';
import { cases } from '../support/deep';

/* The range goes from the form to the right calls. Which moments a range has, and when reading may end, is proven in test/unit. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

/** Calls at these times, in this order. */
const callsAt = (times: unknown[]) =>
	times.map((time, index) => {
		const StartedAt = typeof time === 'number' ? new Date(time).toISOString() : time;
		return { Id: `call-${index}`, StartedAt } as unknown as Call;
	});

async function getMany(parameters: INodeParameters, timezone = 'UTC'): Promise<RunResult> {
	return await runNode({
		credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		parameters: { operation: 'getAll', returnAll: true, ...parameters },
		timezone,
	});
}

const idsOf = ({ items }: RunResult) => items.map(({ json }) => String(json.CallId));

const yesterday = { dateRange: 'yesterday' };
const startOfToday = () => Math.floor(Date.now() / DAY) * DAY;

/** The calls of yesterday, newest first, as a reader without any cleverness would pick them. */
const callsOfYesterday = () =>
	sandbox.calls
		.filter(({ StartedAt }) => {
			const time = Date.parse(StartedAt);
			return time >= startOfToday() - DAY && time < startOfToday();
		})
		.sort((a, b) => b.StartedAt.localeCompare(a.StartedAt))
		.map(({ Id }) => Id);

describe('yesterday, 144 calls out of a long history, with pages of 100', () => {
	const newest = new Date(startOfToday() - 1);
	beforeEach(async () => {
		sandbox = await startSandbox({ calls: cases(100_000, 800), newest, everyMinutes: 10 });
	});

	test('costs three requests where newest first is supported', async () => {
		const result = await getMany(yesterday);

		expect(result.items).toHaveLength(144);
		expect(idsOf(result)).toEqual(callsOfYesterday());
		expect(sandbox.log).toHaveLength(3);
		expect(queryValues(sandbox.log[0], 'sort')).toEqual(['StartedAt:desc']);
	});
});

describe('500 calls of several days, in pages of 100', () => {
	beforeEach(async () => {
		sandbox = await startSandbox({ calls: 500, everyMinutes: 10 });
	});

	test('where the service refuses newest first, it is asked again without, and everything is read', async () => {
		sandbox.fault({ fault: { kind: 'refuseSort' } });
		const result = await getMany(yesterday);

		expect(idsOf(result).sort()).toEqual(callsOfYesterday().sort());
		expect(sandbox.log.map(({ status }) => status)).toEqual([400, ...Array<number>(5).fill(200)]);
		expect(sandbox.log.slice(1).flatMap((request) => queryValues(request, 'sort'))).toEqual([]);
	});

	test.each([
		['refuses newest first and lists the oldest first', { kind: 'refuseSort' }],
		['ignores the sort and lists the oldest first', { kind: 'ignoreSort', order: 'held' }],
		['ignores the sort and lists in no order', { kind: 'ignoreSort' }],
	] as const)('where the service %s, a limit gives the newest', async (_, fault) => {
		const newest = callsOfYesterday().slice(0, 30);
		sandbox.calls.reverse();
		sandbox.fault({ fault });
		const result = await getMany({ ...yesterday, returnAll: false, limit: 30 });

		expect(idsOf(result)).toEqual(newest);
	});
});

test('the day of a call is that of the workflow’s time zone', async () => {
	// Clocks go forward on 29 March 2026 in Berlin.
	const [first, end] = ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'].map(Date.parse);
	sandbox = await startSandbox({ records: callsAt([first - 1, first, end - 1, end]) });
	const range = { startedAfter: '2026-03-29', startedBefore: '2026-03-30' };
	const result = await getMany({ dateRange: 'custom', ...range }, 'Europe/Berlin');

	expect(idsOf(result).sort()).toEqual(['call-1', 'call-2']);
});

test.each([
	'={{ $now.minus({ days: 1 }).toISO() }}',
	'={{ new Date(Date.now() - 86400000) }}',
	// Of the engine of production a date of Luxon is known again only in the realm of n8n, which a test
	// file does not share; the end-to-end suite has that case.
	...(expressionEngine === 'vm' ? [] : ['={{ $now.minus({ days: 1 }) }}']),
])('the expression %s gives a date', async (startedAfter) => {
	sandbox = await startSandbox({ records: callsAt([Date.now() - 3 * DAY, Date.now() - HOUR]) });
	const result = await getMany({ dateRange: 'custom', startedAfter }, 'Asia/Tokyo');

	expect(result.error).toBeUndefined();
	expect(idsOf(result)).toEqual(['call-1']);
});
