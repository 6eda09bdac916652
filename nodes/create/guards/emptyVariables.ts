import { readChoice } from '../../form/readers';
import { UserError } from '../../n8n/errors';
import { isBlank, quote } from '../../n8n/text';
import type { Guard } from './guard';

/** A lead without a first name would be greeted "Hello ,", so that is an error unless the user chose. */
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
				description:
					'Treat the item as an error. If the node stops on errors, nobody is called. The same as without this option.',
			},
		],
		default: 'skip',
		description:
			'What to do when the value of a variable is empty. If this option is not added, that is an error.',
	},
	label: 'with an empty variable',
	whenNotAdded: 'stop',
	read(value, { variables }) {
		const choice = readChoice(value, 'Empty Variables', ['call', 'skip', 'stop']);
		if (choice === 'call') return undefined;
		const names = variables.flatMap(([name, text]) => (isBlank(text) ? [`'${name}'`] : []));
		if (names.length === 0) return undefined;
		const reason = `Empty ${names.length === 1 ? 'variable' : 'variables'}: ${quote(names.join(', '))}`;
		if (choice === 'skip') return { reasonToSkip: () => ({ reason }) };
		throw new UserError(
			reason,
			"Check the expression and the fields of the item: a text such as [object Object] or NaN counts as empty. To skip such items or to call anyway, add 'Empty Variables' under 'Options' and choose 'Skip the Item' or 'Call Anyway'.",
		);
	},
};
