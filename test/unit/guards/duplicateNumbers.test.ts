import { duplicateNumbers } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/duplicateNumbers';
import { itemWith, notAsked, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const after = (...items: number[]) => ({ earlierCalls: async () => items, history: notAsked });

it('a number that no earlier item had may be called, without asking the service', async () => {
	expect(await reasonOf(duplicateNumbers, 'callOnce', after())).toBeUndefined();
});

it.each([
	[[0], 'Item 0'],
	[[3, 5], 'Item 3'],
])(
	'a number that earlier items called is skipped, and the first of them is named: %j',
	async (items, named) => {
		expect(await reasonOf(duplicateNumbers, 'callOnce', after(...items))).toEqual({
			reason: `${named} of this run has the same number, +4930123456`,
		});
	},
);

it('it is off where each item is to be called', () => {
	expect(duplicateNumbers.read('callEach', itemWith())).toBeUndefined();
});

it.each([undefined, null, '', 'CallOnce', true, ['callOnce'], {}])(
	'it is never taken for off where an expression returns %j',
	(value) => {
		const { message, advice } = refusalOf(() => duplicateNumbers.read(value, itemWith()));
		expect(message).toMatch(/^'Duplicate Numbers' is .*, which is not valid$/);
		expect(advice).toContain('callEach');
		expect(advice).toContain('callOnce');
	},
);
