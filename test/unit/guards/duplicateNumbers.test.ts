import * as fc from 'fast-check';

import { duplicateNumbers } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/duplicateNumbers';
import { callWith, itemWith, notAsked } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { cases } from '../../support/deep';

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
				const call = callWith({
					phoneNumber,
					earlierCalls: async () => before,
					history: notAsked,
				});
				const check = await duplicateNumbers.read(choice, itemWith());
				const reason = await check?.reasonToSkip(call);

				const expected =
					choice === 'callOnce' && before.length > 0
						? { reason: `Item ${before[0]} of this run has the same number, ${phoneNumber}` }
						: undefined;
				expect(reason).toEqual(expected);
				if (!reason && isTaken) called.set(phoneNumber, [...before, index]);
			}
		}),
		{ numRuns: cases(500) },
	);
});

it('a choice that is none is told with its option', () => {
	const refusal = refusalOf(() => duplicateNumbers.read('once', itemWith()));
	expect(refusal.message).toBe(`'Duplicate Numbers' is "once", which is not valid`);
});
