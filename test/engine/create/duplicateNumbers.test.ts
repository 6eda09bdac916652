import { phone, phones, placedItem, skippedItem, useDialing } from '../../support/dialing';

const { sandbox, dial, posted, arrived } = useDialing();

const once = { duplicateNumbers: 'callOnce' };

/** Two people, the first of whom stands in the list three times, in more than one spelling. */
const same = [phone(0), '+1 202 555 1000', phone(1), phone(0)].map((number) => ({ phone: number }));

const skippedFor = (index: number) =>
	skippedItem(index, 'duplicateNumbers', {
		phone_number: phone(0),
		reason: 'Duplicate: the same number is earlier in the list',
	});

test.each([[{}], [{ duplicateNumbers: 'callEach' }]])(
	'with %j every item is called',
	async (options) => {
		await dial(same, options);

		expect(posted()).toEqual(phones(0, 0, 1, 0));
	},
);

describe.each([1, 5])('Call Each Number Once, %i at once,', (requestsAtOnce) => {
	const options = { ...once, requestsAtOnce };
	const result = [placedItem(0), skippedFor(1), placedItem(2, phone(1)), skippedFor(3)];

	test('calls each number once, also where it waits for a call on its way', async () => {
		sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
		const run = dial(same, options);
		await arrived(requestsAtOnce === 1 ? 1 : 2);
		expect(posted().sort()).toEqual(requestsAtOnce === 1 ? phones(0) : phones(0, 1));
		sandbox().release();

		expect((await run).items).toEqual(result);
		expect(posted().sort()).toEqual(phones(0, 1));
	});
});
