import { readChoice } from '../../form/readers';
import type { Guard } from './guard';

/** Without a position: what is written into a table is read where rows have other positions. */
export const DUPLICATE = 'Duplicate: the same number is earlier in the list';

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
			async reasonToSkip({ earlierCalls }) {
				return (await earlierCalls()) > 0 ? { reason: DUPLICATE } : undefined;
			},
		};
	},
};
