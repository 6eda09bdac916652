import { at, notPlaced, TITLES } from '../../support/engineSentences';
import { people, phones, placedItem, tries, useDialing } from '../../support/dialing';

const { dial, posted, respond } = useDialing();

test('Execute Once calls the first item only', async () => {
	const { items } = await dial(people(5), {}, { settings: { executeOnce: true } });

	expect(posted()).toEqual(phones(0));
	expect(items).toEqual([placedItem(0)]);
});

test('Execute Once fails with the first item, also in the last of several attempts', async () => {
	respond(429, { times: 3 });
	const settings = { executeOnce: true, ...tries(3) };
	const { error } = await dial(people(5), {}, { settings });

	expect(posted()).toEqual(phones(0, 0, 0));
	expect(error?.message).toBe(
		`${notPlaced(TITLES.rateLimited(429, 'no (429)'))}. Nobody was called${at(0)}`,
	);
});
