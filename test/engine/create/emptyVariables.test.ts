import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	failedItem,
	people,
	phones,
	placedItem,
	regularOutput,
	skippedItem,
	tries,
	useDialing,
} from '../../support/dialing';
import { at, TITLES } from '../../support/engineSentences';
import { dryThenReal, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { sandbox, dial, posts, posted, lookedUp, respond } = dialing;

const skip = { emptyVariables: 'skip' };

const rows = (...names: string[]) => ({
	variables: { variable: names.map((name) => ({ name, value: `={{ $json.${name} }}` })) },
});

/** A person for each of these names. */
const leadsNamed = (...names: unknown[]) =>
	names.map((first_name, index) => ({ ...people(names.length)[index], first_name }));

const skipped = (index: number, variables: IDataObject, reason: string) =>
	skippedItem(index, 'emptyVariables', { variables, reason });

const skippedNameless = (index: number) =>
	skipped(index, { first_name: '' }, "The variable 'first_name' is empty");

test('an item with an empty variable is skipped, and the others are called', async () => {
	const leads = leadsNamed('Ada', '', 'Grace');
	const { items } = await dial(leads, skip, rows('first_name'));

	expect(posted()).toEqual(phones(0, 2));
	expect(items).toEqual([placedItem(0), skippedNameless(1), placedItem(2)]);
});

test.each([
	['missing', undefined],
	['null', null],
	['a blank', ' '],
	['a blank that is kept together', '\u00a0'],
	['a Hangul filler', '\u3164'],
	['NaN', NaN],
	['a list of nothing', [undefined]],
	['an object of nothing', {}],
])('a value that is %s is empty', async (_, value) => {
	const { items } = await dial(leadsNamed(value), skip, rows('first_name'));

	expect(posts()).toEqual([]);
	expect(items).toEqual([skipped(0, { first_name: '' }, "The variable 'first_name' is empty")]);
});

test.each([0, false, 'null', '-', { last: '' }])('%j is not empty', async (value) => {
	await dial(leadsNamed(value), skip, rows('first_name'));

	expect(posted()).toEqual(phones(0));
});

test('all that are empty are named, of rows as of JSON', async () => {
	const [lead] = leadsNamed('');
	const given = { ...lead, city: 'Paris', company: null };
	const json = {
		variablesMode: 'json',
		variablesJson: '={{ ({ first_name: $json.first_name, city: $json.city, company: null }) }}',
	};
	for (const parameters of [rows('first_name', 'city', 'company'), json]) {
		const { items } = await dial([given], skip, parameters);

		const variables = { first_name: '', city: 'Paris', company: '' };
		const reason = "The variables 'first_name' and 'company' are empty";
		expect(items).toEqual([skipped(0, variables, reason)]);
	}
	expect(posts()).toEqual([]);
});

test('who has no variables is called', async () => {
	await dial(people(2), skip);

	expect(posted()).toEqual(phones(0, 1));
});

test('each lead brings its own', async () => {
	const leads = leadsNamed('', '', 'Ada').map((lead, index) => ({
		...lead,
		then: ['skip', 'call', 'stop'][index],
	}));
	const { items } = await dial(leads, { emptyVariables: '={{ $json.then }}' }, rows('first_name'));

	expect(items).toEqual([skippedNameless(0), placedItem(1), placedItem(2)]);
	expect(posts().map(({ body }) => (body as IDataObject).first_name)).toEqual(['', 'Ada']);
});

describe.each<INodeParameters>([{ emptyVariables: 'stop' }, {}])(
	'Stop With an Error, as %j',
	(stop) => {
		const leads = leadsNamed('Ada', '', 'Grace');
		const WHY = "The variable 'first_name' is empty";

		test('nobody is called, and nothing is asked', async () => {
			const { error } = await dial(leads, { ...stop, skipIfCalledWithin: 1 }, rows('first_name'));

			expect(sandbox().log).toEqual([]);
			expect(error?.message).toBe(`${WHY}. Nobody was called${at(1)}`);
			expect(error?.description).toContain("choose 'Skip the Item' or 'Call Anyway'.");
		});

		test('the others are called, where the node continues', async () => {
			const { items } = await dial(leads, stop, { ...rows('first_name'), settings: regularOutput });

			expect(posted()).toEqual(phones(0, 2));
			expect(items).toEqual([placedItem(0), failedItem(1, WHY), placedItem(2)]);
		});
	},
);

test('the service is asked only for those whose variables are complete', async () => {
	const options = { ...skip, skipIfCalledWithin: 24 };
	await dial(leadsNamed('', 'Ada', ''), options, rows('first_name'));

	expect(lookedUp()).toEqual(phones(1));
});

test('a Dry Run tells what the run does', async () => {
	const leads = leadsNamed('Ada', '', 'Grace');
	const items = await dryThenReal(dialing, leads, skip, rows('first_name'));

	expect(items.map(({ json }) => json.outcome)).toEqual(['placed', 'skipped', 'placed']);
});

test('Retry On Fail calls nobody whose variables are empty, and nobody again', async () => {
	respond(429, { skip: 1, times: 2 });
	const more = { ...rows('first_name'), settings: tries(3) };
	const { items } = await dial(leadsNamed('Ada', '', 'Grace', 'Joan'), skip, more);

	expect(posted()).toEqual(phones(0, 2, 2, 2, 3));
	expect(items).toEqual([placedItem(0), skippedNameless(1), placedItem(2), placedItem(3)]);
});

const notValid = (value: string) => TITLES.notValid('Empty Variables', value);

testWrongSettings(
	dialing,
	{ emptyVariables: '={{ $json.then }}' },
	{ then: 'skip', first_name: 'Ada' },
	[
		['missing', { then: undefined }, notValid('empty')],
		['another word', { then: 'Skip' }, notValid('Skip')],
	],
	rows('first_name'),
);

test('whoever is called anyway is told of nothing as an empty text', async () => {
	await dial(leadsNamed('', null, [], ' ', 'Ada'), { emptyVariables: 'call' }, rows('first_name'));

	expect(posts().map(({ body }) => (body as IDataObject).first_name)).toEqual([
		...['', '', '', ''],
		'Ada',
	]);
});
