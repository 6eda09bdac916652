import type { INodeParameters } from 'n8n-workflow';

import {
	earlierCall,
	people,
	phone,
	phones,
	phonesOf,
	placedItem,
	skippedItem,
	tries,
	useDialing,
} from '../../support/dialing';

const { dial, posted, has, lookedUp, respond } = useDialing();

const limit = (calls: unknown, days: unknown = 14) =>
	({ maxAttempts: { limit: { calls, days } } }) as INodeParameters;

const skipped = (index: number, times: string, number = phone(index)) =>
	skippedItem(index, 'maxAttempts', {
		phone_number: number,
		reason: expect.stringMatching(`^Called ${times} since .* [+-]\\d\\d:\\d\\d$`),
		callableFrom: expect.any(String),
	});

/** The people at these places of the list. */
const peopleAt = (...indexes: number[]) => indexes.map((index) => people(index + 1)[index]);

/** Three calls with the first person, and two with the second. */
const hasThreeAndTwo = () =>
	has(
		...[1, 2, 3].map((days) => earlierCall(phone(0), 24 * days)),
		...[1, 2].map((days) => earlierCall(phone(1), 24 * days)),
	);

test('a number with so many calls is skipped, those of the run included', async () => {
	hasThreeAndTwo();
	// Several options that ask have one look-up for each number.
	const options = { ...limit(3), skipAfterKeywords: 'WrongNumber' };
	const { items } = await dial(peopleAt(0, 1, 2, 1), options);

	expect(posted()).toEqual(phones(1, 2));
	expect(lookedUp()).toEqual(phonesOf(3));
	expect(items).toEqual([
		skipped(0, '3 times'),
		placedItem(1),
		placedItem(2),
		skipped(3, '3 times', phone(1)),
	]);
});

test('Retry On Fail asks no number again, and counts no call twice', async () => {
	hasThreeAndTwo();
	respond(429, { skip: 1 });
	const { items } = await dial(peopleAt(0, 2, 2, 3, 2), limit(2), { settings: tries() });

	expect(lookedUp()).toEqual(phones(0, 2, 3));
	expect(posted()).toEqual(phones(2, 2, 2, 3));
	expect(items).toEqual([
		skipped(0, '3 times'),
		placedItem(1, phone(2)),
		placedItem(2, phone(2)),
		placedItem(3),
		skipped(4, '2 times', phone(2)),
	]);
});
