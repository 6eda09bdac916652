import {
	people,
	phones,
	phonesOf,
	placedItem,
	skippedItem,
	useDialing,
} from '../../support/dialing';

const { dial, posted, lookedUp } = useDialing();

const skipped = (index: number) =>
	skippedItem(index, 'doNotCall', { reason: "On the 'Do Not Call' list" });

test('a number on the list is skipped, and not asked for', async () => {
	const options = { doNotCall: phones(1, 3).join(', '), skipIfCalledWithin: 24 };
	const { items } = await dial(people(4), options);

	expect(posted()).toEqual(phones(0, 2));
	expect(lookedUp()).toEqual(phones(0, 2));
	expect(items).toEqual([placedItem(0), skipped(1), placedItem(2), skipped(3)]);
});

test('each lead brings its own list', async () => {
	const lists = [phones(0), phonesOf(4).join(), [], phones(0, 1, 2), '+1 202 555 1009'];
	const leads = people(5).map((person, index) => ({ ...person, list: lists[index] }));
	const { items } = await dial(leads, { doNotCall: '={{ $json.list }}' });

	expect(posted()).toEqual(phones(2, 3, 4));
	expect(items).toEqual([skipped(0), skipped(1), placedItem(2), placedItem(3), placedItem(4)]);
});
