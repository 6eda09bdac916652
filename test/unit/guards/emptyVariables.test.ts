import { emptyVariables } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/emptyVariables';
import type { Variables } from '../../../nodes/VoiceAssistantCalls/resources/call/create/variables';
import { callWith, itemWith, notAsked } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const read = (value: unknown, variables: Variables) =>
	emptyVariables.read(value, itemWith({ variables }));

const reasonFor = async (variables: Variables) =>
	await read('skip', variables)?.reasonToSkip(callWith({ history: notAsked }));

it.each<[string, Variables]>([
	['there are none', []],
	[
		'all of them say something',
		[
			['first_name', 'Ada'],
			['count', '0'],
			['flag', 'false'],
		],
	],
])('an item may be called where %s', async (_, variables) => {
	expect(await reasonFor(variables)).toBeUndefined();
});

it.each(['', ' ', '\n', '\u00a0'])('a value of %j is empty', async (value) => {
	expect(await reasonFor([['first_name', value]])).toEqual({
		reason: 'The variable "first_name" is empty',
	});
});

it('all empty variables are named', async () => {
	const variables: Variables = [
		['first_name', ''],
		['city', 'Berlin'],
		['company', ''],
	];
	expect(await reasonFor(variables)).toEqual({
		reason: 'The variables "first_name", "company" are empty',
	});
});

it('an item with an empty variable is wrong, where that is to be an error', () => {
	expect(refusalOf(() => read('stop', [['first_name', '']]))).toEqual({
		message: 'The variable "first_name" is empty',
		advice: "Fill in the values, or set 'Empty Variables' to skip such items or to call anyway.",
	});
	expect(read('stop', [['first_name', 'Ada']])).toBeUndefined();
});

it('it is off where such items are to be called', () => {
	expect(read('call', [['first_name', '']])).toBeUndefined();
});

it.each([undefined, null, '', 'Skip', false, [], {}])(
	'it is never taken for off where an expression returns %j',
	(value) => {
		const { message, advice } = refusalOf(() => read(value, []));
		expect(message).toMatch(/^'Empty Variables' is .*, which is not valid$/);
		expect(advice).toMatch(/call.*skip.*stop/);
	},
);
