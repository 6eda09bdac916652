import type { INodeParameters } from 'n8n-workflow';

import { queryValues } from '../../support/againstSandbox';
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

test('a number with so many calls is skipped, and the others are called', async () => {
	hasThreeAndTwo();
	const { items } = await dial(people(3), limit(3));

	expect(posted()).toEqual(phones(1, 2));
	expect(items).toEqual([skipped(0, '3 times'), placedItem(1), placedItem(2)]);
});

test('each number is looked up once', async () => {
	await dial(peopleAt(0, 1, 2, 0, 1, 2), limit(2));

	expect(lookedUp()).toEqual(phonesOf(3));
	expect(posted()).toEqual(phones(0, 1, 2, 0, 1, 2));
});

test.each([1, 5])('calls of the run count too, with %i at once', async (requestsAtOnce) => {
	has(earlierCall(phone(0), 1));
	const { items } = await dial(peopleAt(0, 0, 0, 0), { ...limit(3), requestsAtOnce });

	expect(posted()).toEqual(phones(0, 0));
	expect(lookedUp()).toEqual(phones(0));
	expect(items).toEqual([
		placedItem(0, phone(0)),
		placedItem(1, phone(0)),
		skipped(2, '3 times', '14 days', phone(0)),
		skipped(3, '3 times', '14 days', phone(0)),
	]);
});

test.each([
	['a day', 1, 23.9, true],
	['a day', 1, 24.1, false],
	['half a day', 0.5, 11.9, true],
	['half a day', '={{ "0.5" }}', 12.1, false],
])('the days that count are %s (%j): a call %d h ago', async (_, days, hours, isSkipped) => {
	has(earlierCall(phone(0), hours));
	await dial(people(1), limit(1, days));

	expect(posted()).toEqual(isSkipped ? [] : phones(0));
});

test('calls are read no further back than the days, but for those without a start', async () => {
	sandbox().settings.pageSize = 2;
	has(...[1, 2, 30, 31, 50, 51, 70].map((hours) => earlierCall(phone(0), hours)));
	const { items } = await dial(people(1), limit(3, 1));

	expect(items).toEqual([placedItem(0)]);
	expect(lookedUp()).toEqual(phones(0, 0, 0));
	const sorts = sandbox().log.flatMap((request) => queryValues(request, 'sort'));
	expect(sorts).toEqual(['StartedAt:desc', 'StartedAt:desc', 'StartedAt:asc']);
});

test('a call without a readable start counts', async () => {
	has(earlierCall(phone(0), 0, { StartedAt: '' }), earlierCall(phone(0), 1));
	const { items } = await dial(people(1), limit(2, 1));

	expect(items).toEqual([skipped(0, '2 times', 'day')]);
});

test('a service that ignores the filter: calls with somebody else do not count', async () => {
	hasThreeAndTwo();
	const everybody = { data: sandbox().calls, hasMore: false };
	sandbox().fault({ method: 'GET', fault: { kind: 'json', body: everybody } });
	await dial(people(2), limit(3));

	expect(posted()).toEqual(phones(1));
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

test('a Dry Run tells what the run does, calls of the run included', async () => {
	hasThreeAndTwo();
	const items = await dryThenReal(dialing, peopleAt(0, 1, 2, 1), limit(3));

	expect(items.map(({ json }) => json.outcome)).toEqual(['skipped', 'placed', 'placed', 'skipped']);
});

test('a Dry Run tells what the run does, where each lead brings its own days', async () => {
	const leads = peopleAt(0, 0, 0, 0).map((person, index) => ({
		...person,
		days: [1, 2, 3, 4][index],
	}));
	const items = await dryThenReal(dialing, leads, limit(3, '={{ $json.days }}'));

	expect(items.map(({ json }) => json.outcome)).toEqual(['placed', 'placed', 'placed', 'skipped']);
	expect(lookedUp()).toEqual(phones(0, 0));
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
		['no calls', { calls: 0 }, TITLES.noWholeNumber('Calls', '0')],
		['half a call', { calls: 1.5 }, TITLES.noWholeNumber('Calls', '1.5')],
		['calls that are missing', { calls: undefined }, TITLES.noWholeNumber('Calls', 'empty')],
		['calls that are null', { calls: null }, TITLES.noWholeNumber('Calls', 'empty')],
		['calls in words', { calls: 'three' }, TITLES.noWholeNumber('Calls', 'three')],
		['calls that are a list', { calls: [3] }, TITLES.noWholeNumber('Calls', 'a list')],
		['no days', { days: 0 }, TITLES.notValid('Days', '0')],
		['days that are missing', { days: undefined }, TITLES.notValid('Days', 'empty')],
		['days that are empty', { days: '' }, TITLES.notValid('Days', 'empty')],
		['days that are true', { days: true }, TITLES.notValid('Days', 'true')],
		['days that are an object', { days: { days: 14 } }, TITLES.notValid('Days', 'an object')],
	],
);

test('an expression for the whole limit, of which n8n leaves nothing, calls nobody', async () => {
	const leads = people(2).map((person) => ({ ...person, most: { limit: { calls: 3, days: 14 } } }));
	const { error } = await dial(leads, { maxAttempts: '={{ $json.most }}' });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(TITLES.emptyField('Max Attempts'));
});
