import { UserError } from '../../n8n/errors';
import { isBlank, quote } from '../../n8n/text';
import type { Guard } from './guard';
import { readChoice } from '../../form/readers';

/** A text names so many variables, since a list may have thousands of columns. */
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 60;

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
		const names = variables.filter(([, text]) => isBlank(text)).map(([name]) => name);
		if (names.length === 0) return undefined;
		const error = new UserError(
			names.length === 1
				? `The variable ${listed(names)} is empty`
				: `The variables ${listed(names)} are empty`,
			"Check the expression and the fields of the item: a text such as [object Object] or NaN counts as empty. To skip such items or to call anyway, add 'Empty Variables' under 'Options' and choose 'Skip the Item' or 'Call Anyway'.",
		);
		if (choice === 'stop') throw error;
		return { reasonToSkip: () => ({ reason: error.message }) };
	},
};

function listed(names: string[]): string {
	const named = names.slice(0, MAX_NAMED).map((name) => `'${quote(name, MAX_NAME_LENGTH)}'`);
	const more = names.length - named.length;
	const all = more > 0 ? [...named, `${more.toLocaleString('en')} more`] : named;
	return [all.slice(0, -1).join(', '), all[all.length - 1]].filter(Boolean).join(' and ');
}
