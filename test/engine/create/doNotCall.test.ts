import {
	people,
	phone,
	phones,
	phonesOf,
	placedItem,
	skippedItem,
	useDialing,
} from '../../support/dialing';
import { TITLES, wrongNumber } from '../../support/engineSentences';
import { dryThenReal, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { sandbox, dial, posted, lookedUp } = dialing;

const skipped = (index: number) =>
	skippedItem(index, 'doNotCall', { reason: `${phone(index)} is on the 'Do Not Call' list` });

test('a number on the list is skipped, as a Dry Run tells, and not asked for', async () => {
	const options = { doNotCall: phones(1, 3).join(', '), skipIfCalledWithin: 24 };
	const items = await dryThenReal(dialing, people(4), options);

	expect(posted()).toEqual(phones(0, 2));
	expect(lookedUp()).toEqual(phones(0, 2, 0, 2));
	expect(items).toEqual([placedItem(0), skipped(1), placedItem(2), skipped(3)]);
});

test('its entries are read as the phone number is', async () => {
	await dial(people(4), { doNotCall: '(202) 555-1001, 202 555 1003', countryCode: '1' });
	expect(posted()).toEqual(phones(0, 2));

	sandbox().clear();
	const exact = { doNotCall: '+1 202 555 1001', cleanPhoneNumber: false };
	expect((await dial(people(4), exact)).error?.message).toContain(wrongNumber('+1 202 555 1001'));
	expect(posted()).toEqual([]);
});

test('an entry without a country code forbids the number in every country, whatever code is the default', async () => {
	for (const countryCode of ['={{ ["49", "43", "1"][$json.lead] }}', '']) {
		const numbers = ['+49 30 2000001', '+43 30 2000001', '+49 30 2000002'];
		const leads = people(3).map((person, index) => ({ ...person, phone: numbers[index] }));
		const { items } = await dial(leads, { doNotCall: '030 2000001', countryCode });

		expect(items.map(({ json }) => json.outcome)).toEqual(['skipped', 'skipped', 'placed']);
	}
	expect(posted()).toEqual(['+49302000002', '+49302000002']);
});

test('each lead brings its own list', async () => {
	const lists = [phones(0), phonesOf(4).join(), [], phones(0, 1, 2), '+1 202 555 1009'];
	const leads = people(5).map((person, index) => ({ ...person, list: lists[index] }));
	const { items } = await dial(leads, { doNotCall: '={{ $json.list }}' });

	expect(posted()).toEqual(phones(2, 3, 4));
	expect(items).toEqual([skipped(0), skipped(1), placedItem(2), placedItem(3), placedItem(4)]);
});

const NO_NUMBER = "'Do Not Call' contains something that is not a phone number";
const TYPO = `An entry of 'Do Not Call' cannot be read. ${wrongNumber('+49 30 12E456')}`;

testWrongSettings(dialing, { doNotCall: '={{ $json.list }}' }, { list: ['+4930123456'] }, [
	['a list that is missing', { list: undefined }, TITLES.emptyField('Do Not Call')],
	['a list with a hole', { list: ['+4930123456', null] }, NO_NUMBER],
	['a typing error', { list: '+4930123456, +49 30 12E456' }, TYPO],
]);
