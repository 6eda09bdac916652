import type { IDataObject } from 'n8n-workflow';

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

const guard = { skipAfterKeywords: 'WrongNumber' };

/** A call that got these keywords. */
const marked = (number: string, hours: number, Keywords: unknown) =>
	earlierCall(number, hours, { Keywords } as IDataObject);

const skipped = (index: number, keyword: string, call: IDataObject) => {
	const { Id, StartedAt, Status, AssistantName } = call;
	return skippedItem(index, 'skipAfterKeywords', {
		reason: expect.stringMatching(
			new RegExp(
				`call with .${phone(index).slice(1)}, \\d+ days ago \\(.+\\), has the keyword ${keyword}$`,
			),
		),
		lastCall: { Id, StartedAt, Status, AssistantName },
	});
};

test('a number with such a call is skipped, and the others are called', async () => {
	const wrong = marked(phone(0), 70, ['Callback', 'WrongNumber']);
	has(marked(phone(1), 1, ['Invoice']), marked(phone(0), 2, []), wrong, marked(phone(2), 80, null));
	const { items } = await dial(people(4), guard);

	expect(posted()).toEqual(phones(1, 2, 3));
	expect(items).toEqual([
		skipped(0, 'WrongNumber', wrong),
		placedItem(1),
		placedItem(2),
		placedItem(3),
	]);
});

test('any call with the number counts, years ago and on any page', async () => {
	sandbox().settings.pageSize = 2;
	const old = marked(phone(0), 24 * 900, ['WrongNumber']);
	has(...[1, 2, 30, 31, 9000].map((hours) => marked(phone(0), hours, [])), old);
	const { items } = await dial(people(1), guard);

	expect(posted()).toEqual([]);
	expect(lookedUp()).toEqual(phones(0, 0, 0));
	expect(items).toEqual([skipped(0, 'WrongNumber', old)]);
});

test('the newest such call is told, whatever the order of the service', async () => {
	const [older, newer] = [90, 60].map((hours) => marked(phone(0), hours, ['wrongnumber']));
	has(older, newer, marked(phone(0), 50, []));
	sandbox().fault({ method: 'GET', fault: { kind: 'ignoreSort', order: 'held' } });
	const { items } = await dial(people(1), guard);

	expect(items).toEqual([skipped(0, 'wrongnumber', newer)]);
});

test('a service that ignores the filter: a call with somebody else does not count', async () => {
	has(marked(phone(0), 60, ['WrongNumber']), marked(phone(1), 70, []));
	const everybody = { data: sandbox().calls, hasMore: false };
	sandbox().fault({ method: 'GET', fault: { kind: 'json', body: everybody } });
	await dial(people(2), guard);

	expect(posted()).toEqual(phones(1));
});

test('each number is looked up once, and so it is with other options that ask', async () => {
	const maxAttempts = { limit: { calls: 5, days: 1 } };
	const all = { ...guard, maxAttempts, skipIfCalledWithin: '={{ $json.lead }}' };
	await dial(people(3), all);

	expect(lookedUp()).toEqual(phonesOf(3));
	expect(posted()).toEqual(phonesOf(3));
});

test('each lead brings its own, as a text or as a list', async () => {
	const own = ['PrankCall', 'callback, WRONGNUMBER', ['PrankCall', 'WrongNumber'], [' Invoice ']];
	const leads = own.map((words, index) => ({ ...people(4)[index], words }));
	const calls = phonesOf(4).map((number) => marked(number, 60, ['WrongNumber']));
	has(...calls);
	const { items } = await dial(leads, { skipAfterKeywords: '={{ $json.words }}' });

	expect(posted()).toEqual(phones(0, 3));
	expect(items).toEqual([
		placedItem(0),
		skipped(1, 'WrongNumber', calls[1]),
		skipped(2, 'WrongNumber', calls[2]),
		placedItem(3),
	]);
});

test('a Dry Run tells what the run does', async () => {
	has(marked(phone(1), 60, ['WrongNumber']));
	const items = await dryThenReal(dialing, people(3), guard);

	expect(items.map(({ json }) => json.outcome)).toEqual(['placed', 'skipped', 'placed']);
});

test('Retry On Fail neither asks nor calls again', async () => {
	const wrong = marked(phone(1), 60, ['WrongNumber']);
	has(wrong);
	respond(429, { skip: 1 });
	const { items } = await dial(people(4), guard, { settings: tries() });

	expect(lookedUp()).toEqual(phonesOf(4));
	expect(posted()).toEqual(phones(0, 2, 2, 3));
	expect(items).toEqual([
		placedItem(0),
		skipped(1, 'WrongNumber', wrong),
		placedItem(2),
		placedItem(3),
	]);
});

testFailingLookUps(dialing, guard);

const ODD = "'Skip After Keywords' contains something that is not a keyword";

testWrongSettings(
	dialing,
	{ skipAfterKeywords: '={{ $json.words }}' },
	{ words: ['WrongNumber'] },
	[
		['missing', { words: undefined }, TITLES.emptyField('Skip After Keywords')],
		['an empty list', { words: [] }, TITLES.emptyField('Skip After Keywords')],
		['a list of objects', { words: [{ keyword: 'WrongNumber' }] }, ODD],
	],
);
