import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { people, phones, placedItem, skippedItem, useDialing } from '../../support/dialing';
import { TITLES } from '../../support/engineSentences';
import { dryThenReal, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { dial, posts, posted, lookedUp } = dialing;

const skip = { emptyVariables: 'skip' };

const rows = (...names: string[]) => ({
	variables: { variable: names.map((name) => ({ name, value: `={{ $json.${name} }}` })) },
});

/** A person for each of these names. */
const leadsNamed = (...names: unknown[]) =>
	names.map((first_name, index) => ({ ...people(names.length)[index], first_name }));

const skipped = (index: number, variables: IDataObject, reason: string) =>
	skippedItem(index, 'emptyVariables', { variables, reason });

const IS_EMPTY = "The variable 'first_name' is empty";

const skippedNameless = (index: number) => skipped(index, { first_name: '' }, IS_EMPTY);

test('an item with an empty variable is skipped, as a Dry Run tells, and not asked for', async () => {
	const leads = leadsNamed('Ada', '', 'Grace', undefined, null, ' ', NaN, {});
	const options = { ...skip, skipIfCalledWithin: 24 };
	const items = await dryThenReal(dialing, leads, options, rows('first_name'));

	expect(posted()).toEqual(phones(0, 2));
	expect(lookedUp()).toEqual(phones(0, 2, 0, 2));
	expect([items[0], items[2]]).toEqual([placedItem(0), placedItem(2)]);
	const others = [1, 3, 4, 5, 6, 7];
	expect(others.map((index) => items[index])).toEqual(others.map(skippedNameless));
});

test('each lead brings its own, and who is called anyway is told of nothing as an empty text', async () => {
	const leads = leadsNamed('', '', null, 'Ada').map((lead, index) => ({
		...lead,
		then: ['skip', 'call', 'call', 'stop'][index],
	}));
	const { items } = await dial(leads, { emptyVariables: '={{ $json.then }}' }, rows('first_name'));

	expect(items).toEqual([skippedNameless(0), placedItem(1), placedItem(2), placedItem(3)]);
	expect(posts().map(({ body }) => (body as IDataObject).first_name)).toEqual(['', '', 'Ada']);
});

describe.each<INodeParameters>([{ emptyVariables: 'stop' }, {}])(
	'Stop With an Error, as %j',
	(stop) => {
		const fine = { first_name: 'Ada' };
		const wrong = [['an empty variable', { first_name: '' }, IS_EMPTY] as [string, object, string]];
		testWrongSettings(dialing, stop, fine, wrong as never, rows('first_name'));
	},
);

testWrongSettings(
	dialing,
	{ emptyVariables: '={{ $json.then }}' },
	{ then: 'skip', first_name: 'Ada' },
	[['missing', { then: undefined }, TITLES.notValid('Empty Variables', 'empty')]],
	rows('first_name'),
);
