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
import { TITLES } from '../../support/engineSentences';
import { dryThenReal, testFailingLookUps, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { sandbox, dial, posted, has, lookedUp, respond } = dialing;

const limit = (calls: unknown, days: unknown = 14) =>
	({ maxAttempts: { limit: { calls, days } } }) as INodeParameters;

const skipped = (index: number, times: string, days = '14 days', number = phone(index)) =>
	skippedItem(index, 'maxAttempts', {
		phone_number: number,
		reason: `${number} was called ${times} in the last ${days}`,
	});

/** The people at these places of the list. */
const peopleAt = (...indexes: number[]) => indexes.map((index) => people(index + 1)[index]);

/** Three calls with the first person, and two with the second. */
const hasThreeAndTwo = () =>
	has(
		...[1, 2, 3].map((days) => earlierCall(phone(0), 24 * days)),
		...[1, 2].map((days) => earlierCall(phone(1), 24 * days)),
	);

test('a number with so many calls is skipped, those of the run included, as a Dry Run tells', async () => {
	hasThreeAndTwo();
	const items = await dryThenReal(dialing, peopleAt(0, 1, 2, 1), limit(3));

	expect(posted()).toEqual(phones(1, 2));
	expect(lookedUp()).toEqual([...phonesOf(3), ...phonesOf(3)]);
	expect(items).toEqual([
		skipped(0, '3 times'),
		placedItem(1),
		placedItem(2),
		skipped(3, '3 times', '14 days', phone(1)),
	]);
});

test('each lead brings its own', async () => {
	const own = [
		[{ calls: 1, days: 1 }, 'once', 'day'],
		[{ calls: 2, days: 7 }, '2 times', '7 days'],
		[{ calls: 2, days: 1 }],
		[{ calls: '2', days: '1.5' }, '2 times', '1.5 days'],
		[{ calls: '3', days: '14' }],
	] as const;
	const leads = own.map(([fields], index) => ({ ...people(5)[index], ...fields }));
	for (const number of phonesOf(5)) has(earlierCall(number, 2), earlierCall(number, 30));
	const { items } = await dial(leads, limit('={{ $json.calls }}', '={{ $json.days }}'));

	expect(posted()).toEqual(phones(2, 4));
	expect(items).toEqual(
		own.map(([, times, days], index) =>
			times === undefined ? placedItem(index) : skipped(index, times, days),
		),
	);
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
		skipped(4, '2 times', '14 days', phone(2)),
	]);
});

testFailingLookUps(dialing, limit(3));

testWrongSettings(
	dialing,
	limit('={{ $json.calls }}', '={{ $json.days }}'),
	{ calls: 3, days: 14 },
	[
		['calls that are missing', { calls: undefined }, TITLES.noWholeNumber('Calls', 'empty')],
		['days that are missing', { days: undefined }, TITLES.notValid('Days', 'empty')],
	],
);

test('an expression for the whole limit, of which n8n leaves nothing, calls nobody', async () => {
	const leads = people(2).map((person) => ({ ...person, most: { limit: { calls: 3, days: 14 } } }));
	const { error } = await dial(leads, { maxAttempts: '={{ $json.most }}' });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(TITLES.emptyField('Max Attempts'));
});
