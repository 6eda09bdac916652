import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Call, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../support/engine';
import { queryValues } from '../support/againstSandbox';
import { stopDate } from '../support/clock';
import { cases } from '../support/deep';

/* The range goes from the form to the right calls. Which moments a range has, and when reading may end, is proven in test/unit. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let sandbox: Sandbox;
afterEach(async () => {
	jest.useRealTimers();
	await sandbox.close();
});

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

test('yesterday, 144 calls out of a long history, costs three requests for a hundred calls', async () => {
	stopDate('2026-11-20T12:00:00Z');
	const newest = new Date('2026-11-19T23:59:59.999Z');
	sandbox = await startSandbox({ calls: cases(100_000, 800), newest, everyMinutes: 10 });
	const result = await getMany({ dateRange: 'yesterday' });

	expect(idsOf(result)).toEqual(sandbox.calls.slice(0, 144).map(({ Id }) => Id));
	expect(sandbox.log).toHaveLength(3);
	expect(queryValues(sandbox.log[0], 'sort')).toEqual(['StartedAt:desc']);
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
	'={{ $now.minus({ days: 1 }) }}',
])('the expression %s gives a date', async (startedAfter) => {
	sandbox = await startSandbox({ records: callsAt([Date.now() - 3 * DAY, Date.now() - HOUR]) });
	const result = await getMany({ dateRange: 'custom', startedAfter }, 'Asia/Tokyo');

	expect(result.error).toBeUndefined();
	expect(idsOf(result)).toEqual(['call-1']);
});
