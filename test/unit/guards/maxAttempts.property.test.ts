import * as fc from 'fast-check';

import { maxAttempts } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/maxAttempts';
import { anyStart, isWithin, newestFirst, NOW, type Start } from '../../support/anyHistory';
import { callWith, checkOf, PHONE_NUMBER } from '../../support/guarded';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

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

/** How often the number was called in the days, by counting. */
function countIn(starts: Start[], days: number): number {
	let count = 0;
	for (const start of starts) if (isWithin(start, days * DAY)) count++;
	return count;
}

it('a number is skipped if and only if it was called so often, in the run and before', async () => {
	await fc.assert(
		fc.asyncProperty(anyStarts, fc.nat(4), anyLimit, async (starts, inThisRun, limit) => {
			const count = inThisRun + countIn(starts, limit.days);
			const found = await checkOf(maxAttempts, limit.setting).reasonToSkip(
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
		{ numRuns: 1000 },
	);
});

it('a number that is on the list many times is called as often as is left, and no more', async () => {
	await fc.assert(
		fc.asyncProperty(anyStarts, fc.nat(10), anyLimit, async (starts, times, limit) => {
			const calledBy: number[] = [];
			for (let index = 0; index < times; index++) {
				const call = callWith({
					earlierCalls: async () => calledBy,
					history: async () => newestFirst(starts),
				});
				const reason = await checkOf(maxAttempts, limit.setting).reasonToSkip(call);
				if (!reason) calledBy.push(index);
			}
			const left = Math.max(0, limit.calls - countIn(starts, limit.days));
			expect(calledBy).toHaveLength(Math.min(times, left));
		}),
		{ numRuns: 500 },
	);
});

it('the history reaches back as far as calls can count', () => {
	fc.assert(
		fc.property(anyLimit, ({ days, setting }) => {
			expect(checkOf(maxAttempts, setting).lookBackMs).toBe(days * DAY);
		}),
	);
});
