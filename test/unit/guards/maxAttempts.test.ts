import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { maxAttempts } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/maxAttempts';
import { itemWith, reasonOf, callWith, PHONE_NUMBER } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { anyStart, isWithin, newestFirst, NOW } from '../../support/anyHistory';
import { cases } from '../../support/deep';

const DAY = 24 * 3_600_000;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

const limit = (calls: unknown, days: unknown) => ({ limit: { calls, days } });

const startedBefore = (ms: number): IDataObject => ({
	Id: `call ${ms}`,
	StartedAt: new Date(NOW - ms).toISOString(),
});

/** What is found after calls of this run, and those that the service lists. */
const after = async (value: unknown, inThisRun: number, ...records: IDataObject[]) =>
	await reasonOf(maxAttempts, value, {
		earlierCalls: async () => Array.from({ length: inThisRun }, (_, index) => index),
		history: async () => records,
	});

it('a number may be called until there were so many calls in so many days', async () => {
	const records = [1, 2, 3].map((days) => startedBefore(days * DAY));
	expect(await after(limit(3, 14), 0, ...records.slice(1))).toBeUndefined();
	expect(await after(limit(3, 14), 0, ...records)).toEqual({
		reason: '+4930123456 was called 3 times in the last 14 days',
	});
});

it.each([{}, { limit: [] }])('an option without a limit is an error: %j', (value) => {
	expect(refusalOf(() => maxAttempts.read(value, itemWith()))).toEqual({
		message: "'Max Attempts' is empty",
		advice: "Add the limit, or remove 'Max Attempts' from 'Options'.",
	});
});

it('a second limit is refused, since only one would hold', () => {
	const both = { limit: [limit(3, 14).limit, limit(1, 1).limit] };
	expect(refusalOf(() => maxAttempts.read(both, itemWith()))).toEqual({
		message: "'Max Attempts' has more than one limit",
		advice: "Set one limit under 'Max Attempts', or correct the expression in it.",
	});
});

it('a call at the very beginning of the days counts', async () => {
	const reason = `${PHONE_NUMBER} was called once in the last day`;
	expect(await after(limit(1, 1), 0, startedBefore(DAY))).toEqual({ reason });
	expect(await after(limit(1, 1), 0, startedBefore(DAY + 1))).toBeUndefined();
});

it.each([
	['x', 'Correct the expression', "'Max Attempts' is "],
	[{ limit: 'x' }, "Correct 'Max Attempts', or", "A row of 'Max Attempts' is "],
	[limit('many', 14), '', "'Calls' is "],
	[limit(3, 0), 'Enter more than 0 days.', "'Days' is "],
	[limit(3, -1), 'Enter a number of days.', "'Days' is "],
	[limit(3, null), 'Enter a number of days.', "'Days' is "],
])('a limit is never taken for none where it is %j', (value, advice, problem) => {
	const refusal = refusalOf(() => maxAttempts.read(value, itemWith()));
	expect(refusal.message).toContain(problem);
	expect(refusal.advice).toContain(advice);
});

describe('with any limit and any calls', () => {
	const anyStarts = fc.array(anyStart(20 * 24), { maxLength: 8 });

	/** A limit as a number or as text, and days as fractions too. */
	const anyLimit = fc
		.record({
			calls: fc.integer({ min: 1, max: 6 }),
			// Hours of whole days and halves of them.
			days: fc.integer({ min: 1, max: 30 }).map((halves) => halves / 2),
			isText: fc.boolean(),
			isList: fc.boolean(),
		})
		.map(({ calls, days, isText, isList }) => {
			const row = isText ? { calls: ` ${calls}`, days: `${days} ` } : { calls, days };
			return { calls, days, setting: { limit: isList ? [row] : row } };
		});

	it('a number is skipped if and only if it was called so often, in the run and before', async () => {
		await fc.assert(
			fc.asyncProperty(anyStarts, fc.nat(4), anyLimit, async (starts, inThisRun, limit) => {
				const count =
					inThisRun + starts.filter((start) => isWithin(start, limit.days * DAY)).length;
				const found = await reasonOf(
					maxAttempts,
					limit.setting,
					callWith({
						earlierCalls: async () => Array.from({ length: inThisRun }, (_, index) => index),
						history: async () => newestFirst(starts),
					}),
				);

				expect(found !== undefined).toBe(count >= limit.calls);
				// Where the calls of the run are enough, the others are not counted.
				const told = inThisRun >= limit.calls ? inThisRun : count;
				const times = told === 1 ? 'once' : `${told} times`;
				const days = limit.days === 1 ? 'day' : `${limit.days} days`;
				if (found) {
					expect(found.reason).toBe(`${PHONE_NUMBER} was called ${times} in the last ${days}`);
				}
			}),
			{ numRuns: cases(1000) },
		);
	});
});
