import * as fc from 'fast-check';

import { duplicateNumbers } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/duplicateNumbers';
import { callWith, itemWith, notAsked } from '../../support/guarded';

/** An item of a run: its number, its setting, and whether the service takes the call. */
const anyItem = fc.record({
	phoneNumber: fc.constantFrom('+4930123456', '+4930123457', '+4930123458'),
	choice: fc.constantFrom('callOnce', 'callEach'),
	isTaken: fc.boolean(),
});

it('in any run an item is skipped if and only if its number was called, and names the first', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyItem, { maxLength: 12 }), async (items) => {
			/** The items that called each number. */
			const called = new Map<string, number[]>();
			for (const [index, { phoneNumber, choice, isTaken }] of items.entries()) {
				const before = called.get(phoneNumber) ?? [];
				const call = { phoneNumber, earlierCalls: async () => before, history: notAsked };
				const reason = await duplicateNumbers
					.read(choice, itemWith())
					?.reasonToSkip(callWith(call));

				const expected =
					choice === 'callOnce' && before.length > 0
						? { reason: `Item ${before[0]} of this run has the same number, ${phoneNumber}` }
						: undefined;
				expect(reason).toEqual(expected);
				if (!reason && isTaken) called.set(phoneNumber, [...before, index]);
			}
		}),
		{ numRuns: 500 },
	);
});

it('no number is called twice where each is to be called once', async () => {
	const numbers = fc.array(fc.nat(4), { maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(numbers, async (list) => {
			const calledBy: number[][] = [[], [], [], [], []];
			for (const [index, number] of list.entries()) {
				const earlierCalls = async () => calledBy[number];
				const check = duplicateNumbers.read('callOnce', itemWith());
				if (!(await check?.reasonToSkip(callWith({ earlierCalls })))) {
					calledBy[number].push(index);
				}
			}
			const firsts = [0, 1, 2, 3, 4].map((number) => list.indexOf(number));
			expect(calledBy).toEqual(firsts.map((first) => (first < 0 ? [] : [first])));
		}),
	);
});
