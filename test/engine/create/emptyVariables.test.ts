import { people, phones, placedItem, skippedItem, useDialing } from '../../support/dialing';

const { dial, posted, lookedUp } = useDialing();

test('an item with an empty variable is skipped, and not asked for', async () => {
	const names = ['Ada', '', 'Grace', undefined, null, ' ', NaN, {}];
	const leads = people(8).map((person, index) => ({ ...person, first_name: names[index] }));
	const variable = [{ name: 'first_name', value: '={{ $json.first_name }}' }];
	const options = { emptyVariables: 'skip', skipIfCalledWithin: 24 };
	const { items } = await dial(leads, options, { variables: { variable } });

	expect(posted()).toEqual(phones(0, 2));
	expect(lookedUp()).toEqual(phones(0, 2));
	const skipped = {
		variables: { first_name: '' },
		reason: "Empty variable: 'first_name'",
	};
	expect(items).toEqual(
		leads.map((_, index) =>
			index === 0 || index === 2
				? placedItem(index)
				: skippedItem(index, 'emptyVariables', skipped),
		),
	);
});
