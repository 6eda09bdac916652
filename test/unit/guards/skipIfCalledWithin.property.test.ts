import * as fc from 'fast-check';

import { skipIfCalledWithin } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/skipIfCalledWithin';
import { anyStart, isWithin, newestFirst, NOW } from '../../support/anyHistory';
import { callWith, checkOf, notAsked, reasonOf } from '../../support/guarded';

const HOUR = 3_600_000;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

const anyStarts = fc.array(anyStart(60), { maxLength: 6 });

/** Hours, fractions too, as a number or as text. */
const anyHours = fc
	.tuple(fc.integer({ min: 1, max: 192 }), fc.boolean())
	.map(([quarters, isText]) => {
		const hours = quarters / 4;
		return { hours, setting: isText ? ` ${hours}` : hours };
	});

it('a number is skipped if and only if there was a call in the hours, and the newest is told', async () => {
	await fc.assert(
		fc.asyncProperty(anyStarts, anyHours, async (starts, { hours, setting }) => {
			const records = newestFirst(starts);
			const found = await reasonOf(skipIfCalledWithin, setting, { history: async () => records });

			const isRecent = starts.some((start) => isWithin(start, hours * HOUR));
			expect(found !== undefined).toBe(isRecent);
			if (found) expect(found.lastCall).toMatchObject(records[0]);
		}),
		{ numRuns: 1000 },
	);
});

it('in a run a number is called once at most, and not asked for after that', async () => {
	await fc.assert(
		fc.asyncProperty(anyStarts, fc.nat(6), anyHours, async (starts, times, { hours, setting }) => {
			const calledBy: number[] = [];
			for (let index = 0; index < times; index++) {
				const call = callWith({
					earlierCalls: async () => calledBy,
					history: calledBy.length > 0 ? notAsked : async () => newestFirst(starts),
				});
				const reason = await checkOf(skipIfCalledWithin, setting).reasonToSkip(call);
				if (!reason) calledBy.push(index);
			}
			const isRecent = starts.some((start) => isWithin(start, hours * HOUR));
			expect(calledBy).toEqual(isRecent || times === 0 ? [] : [0]);
		}),
		{ numRuns: 500 },
	);
});

it('the history reaches back as far as calls can count', () => {
	fc.assert(
		fc.property(anyHours, ({ hours, setting }) => {
			expect(checkOf(skipIfCalledWithin, setting).lookBackMs).toBe(hours * HOUR);
		}),
	);
});
