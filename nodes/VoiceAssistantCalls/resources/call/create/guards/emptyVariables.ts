import { UserError } from '../../../../../shared/userError';
import type { Guard } from './guard';
import { readChoice } from '../../../../../shared/form/readers';

/** A lead without a first name would be greeted "Hello ,". */
export const emptyVariables: Guard = {
	field: {
		displayName: 'Empty Variables',
		name: 'emptyVariables',
		type: 'options',
		options: [
			{ name: 'Call Anyway', value: 'call' },
			{ name: 'Skip the Item', value: 'skip' },
			{
				name: 'Stop With an Error',
				value: 'stop',
				description: 'Treat the item as an error. If the node stops on errors, nobody is called.',
			},
		],
		default: 'skip',
		description: 'What to do when the value of a variable is empty',
	},
	label: 'with an empty variable',
	read(value, { variables }) {
		const choice = readChoice(value, 'Empty Variables', ['call', 'skip', 'stop']);
		if (choice === 'call') return undefined;
		const names = variables.filter(([, text]) => isEmpty(text)).map(([name]) => `"${name}"`);
		if (names.length === 0) return undefined;
		const reason =
			names.length === 1
				? `The variable ${names[0]} is empty`
				: `The variables ${names.join(', ')} are empty`;
		if (choice === 'stop') {
			throw new UserError(
				reason,
				"Fill in the values, or set 'Empty Variables' to skip such items or to call anyway.",
			);
		}
		return { reasonToSkip: () => ({ reason }) };
	},
};

/** Copied texts bring characters that nobody sees: a zero-width space is no name. */
function isEmpty(text: string): boolean {
	return /^[\p{Cc}\p{Cf}\s]*$/u.test(text);
}
