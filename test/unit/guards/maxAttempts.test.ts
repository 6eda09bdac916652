import type { IDataObject } from 'n8n-workflow';

import { maxAttempts } from '../../../nodes/create/guards/maxAttempts';
import type { Call } from '../../../nodes/service/call';
import { checkOf, itemWith, reasonAfter } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { useClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-20T20:00:00Z');
const DAY = 24 * 3_600_000;

useClockAt(NOW);

const limit = (calls: unknown, days: unknown) => ({ limit: { calls, days } });

const startedBefore = (ms: number): IDataObject => ({
	Id: `call ${ms}`,
	StartedAt: new Date(NOW - ms).toISOString(),
});

/** What is found after calls of this run, and those that the service lists. */
const after = async (value: unknown, inThisRun: number, ...records: IDataObject[]) =>
	await reasonAfter(maxAttempts, value, records, { earlierCalls: async () => inThisRun });

it.each<[unknown, string]>([
	[{ limit: [] }, "'Max Attempts' is "],
	// Only one would hold.
	[{ limit: [limit(3, 14).limit, limit(1, 1).limit] }, "'Max Attempts' is a list"],
	['x', "'Max Attempts' is "],
	[{ limit: 'x' }, "A row of 'Max Attempts' is "],
	[limit('many', 14), "'Calls' is "],
	[limit(3, 0), "'Days' is "],
	[limit(3, null), "'Days' is "],
])('a limit is never taken for none: %j', (value, problem) => {
	expect(refusalOf(() => maxAttempts.read(value, itemWith())).message).toContain(problem);
});

it('a call counts until the days are over', async () => {
	expect(await after(limit(1, 1), 0, startedBefore(DAY - 1))).toEqual({
		reason: 'Called once since 2026-11-19 21:00 +01:00',
		callableFrom: '2026-11-20T21:00:01+01:00',
	});
	expect(await after(limit(1, 1), 0, startedBefore(DAY))).toBeUndefined();
});

it.each<[string, unknown, inThisRun: number, count: number, days: number]>([
	['as text, for a part of a day', limit(' 2', '1.5 '), 0, 2, 1.5],
	['in a list', { limit: [limit(1, 14).limit] }, 0, 3, 14],
	['with the calls of the run', limit(3, 2), 1, 3, 2],
	['where those of the run reach it', limit(2, 2), 2, 4, 2],
])('a limit holds %s', async (_, value, inThisRun, count, days) => {
	// One that cannot be read may be just beginning.
	const records = [{ StartedAt: '' }, startedBefore(1.5 * DAY - 1), startedBefore(3 * DAY)];
	expect((await after(value, inThisRun, ...records))?.reason).toContain(
		`Called ${count} times since `,
	);
	expect((await checkOf(maxAttempts, value)).lookBackMs).toBe(days * DAY);
});

it.each([
	[1, '2026-11-21T00:00:00+01:00'],
	[3, '2026-11-20T22:00:00+01:00'],
])('%i calls a day are possible again when the oldest of them is a day ago', async (most, from) => {
	const records = [21, 22, 23].map((hours) => startedBefore((hours * DAY) / 24));
	expect((await after(limit(most, 1), 0, ...records))?.callableFrom).toBe(from);
});

it.each([
	['not listed yet', 0, 2],
	['listed', 1, 2],
	['listed, beside one of another run', 2, 3],
])('a call of this run counts once: %s', async (_, fresh, count) => {
	const records = [...Array(fresh).fill(0), DAY].map((ms: number) => startedBefore(ms));
	const call = {
		earlierCalls: async () => 1,
		wasBefore: ({ start }: Call) => start === NOW - DAY,
	};
	expect(await reasonAfter(maxAttempts, limit(count + 1, 7), records, call)).toBeUndefined();
	expect(await reasonAfter(maxAttempts, limit(count, 7), records, call)).toBeDefined();
});
