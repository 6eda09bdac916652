import { duplicateNumbers } from '../../../nodes/create/guards/duplicateNumbers';
import { itemWith, notAsked, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

it.each([
	[0, undefined],
	[2, { reason: 'Duplicate: the same number is earlier in the list' }],
])('a number is called once, after %i calls of the run', async (earlier, reason) => {
	const earlierCalls = async () => earlier;
	const found = await reasonOf(duplicateNumbers, 'callOnce', { earlierCalls, history: notAsked });
	expect(found).toEqual(reason);
	expect(duplicateNumbers.read('callEach', itemWith())).toBeUndefined();
});

it('a choice that is none is told with its option', () => {
	const refusal = refusalOf(() => duplicateNumbers.read('once', itemWith()));
	expect(refusal.message).toBe(`'Duplicate Numbers' is "once", which is not valid`);
});
