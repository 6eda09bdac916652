import type { Guard } from './guard';
import { readChoice } from '../../form/readers';

/** Each number is called once in a run, attempts under Retry On Fail included. */
export const duplicateNumbers: Guard = {
	field: {
		displayName: 'Duplicate Numbers',
		name: 'duplicateNumbers',
		type: 'options',
		options: [
			{ name: 'Call Each Item', value: 'callEach' },
			{ name: 'Call Each Number Once', value: 'callOnce' },
		],
		default: 'callOnce',
		description: 'What to do when several items of one run have the same number',
	},
	label: 'with a duplicate number',
	read(value) {
		const choice = readChoice(value, 'Duplicate Numbers', ['callEach', 'callOnce']);
		if (choice === 'callEach') return undefined;
		return {
			async reasonToSkip({ phoneNumber, earlierCalls }) {
				const [earlier] = await earlierCalls();
				if (earlier === undefined) return undefined;
				return { reason: `Item ${earlier} of this run has the same number, ${phoneNumber}` };
			},
		};
	},
};
