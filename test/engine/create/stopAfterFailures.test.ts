import {
	earlierCall,
	people,
	phone,
	phones,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';
import { notPlaced } from '../../support/engineSentences';

const { dial, posted, has, respond, sandbox } = useDialing();

const settings = regularOutput;
const notTried = (count: string) => notPlaced(`Not tried: ${count}`);

test.each([401, 403, 404, 429, 500, 503])(
	'a service that answers %i is left alone',
	async (status) => {
		respond(status, { times: Infinity });
		const { items } = await dial(people(500), { stopAfterFailures: 5 }, { settings });

		expect(posted()).toEqual(phones(0, 1, 2, 3, 4));
		expect(items.slice(5).map(({ json }) => [json.outcome, json.reason])).toEqual(
			Array(495).fill(['notPlaced', notTried('5 failures in a row')]),
		);
	},
);

test('so is one that cannot be reached, and one that times out', async () => {
	const more = { settings, credential: { baseUrl: 'http://127.0.0.1:9' } };
	const { items } = await dial(people(4), { stopAfterFailures: 2 }, more);
	expect(items[2].json.reason).toBe(notTried('2 failures in a row'));

	sandbox().fault({ method: 'POST', fault: { kind: 'drop' } });
	const dropped = await dial(people(4), { stopAfterFailures: 1 }, { settings });
	expect(dropped.items.map(({ json }) => json.outcome)).toEqual([
		'unconfirmed',
		...Array(3).fill('notPlaced'),
	]);
	expect(dropped.items[1].json.reason).toBe(notTried('a failure'));
});

test('a look-up that fails is a failure as well', async () => {
	sandbox().fault({ method: 'GET', fault: { kind: 'status', status: 403 } });
	const options = { stopAfterFailures: 2, skipIfCalledWithin: 24 };
	const { items } = await dial(people(5), options, { settings });
	expect(sandbox().log).toHaveLength(2);
	expect(items[4].json.reason).toBe(notTried('2 failures in a row'));
});

test.each([{ StartedAt: 'soon' }, { EndedAt: new Date().toISOString(), Transcript: 'Hello' }])(
	'what nobody can read in one record, as in %j, is none',
	async (more) => {
		has(...[0, 1].map((nth) => earlierCall(phone(nth), 1, more)));
		const options = { stopAfterFailures: 1, redialPlan: '4h' };
		const { items } = await dial(people(3), options, { settings });
		expect(items.map(({ json }) => json.outcome)).toEqual(['notPlaced', 'notPlaced', 'placed']);
	},
);

test('a dry run goes on where the real run would', async () => {
	for (const skip of [0, 1]) {
		sandbox().fault({ method: 'GET', skip, times: 1, fault: { kind: 'status', status: 403 } });
	}
	const options = { stopAfterFailures: 2, skipIfCalledWithin: 24, dryRun: true };
	const { items } = await dial(people(4), options, { settings });
	const outcomes = items.map(({ json }) => json.outcome);
	expect(outcomes).toEqual(['notPlaced', 'dryRun', 'notPlaced', 'dryRun']);
});

test('items that are wrong, skipped or rejected neither count nor begin anew; a placed one does', async () => {
	has(earlierCall(phone(2), 1));
	// What becomes of the requests.
	for (const status of [500, 400, 500, 200, 500, 500, 500]) respond(status);
	const list = people(12).map((item, index) => (index === 1 ? { ...item, phone: 'n/a' } : item));
	const options = { stopAfterFailures: 3, skipIfCalledWithin: 24 };
	const { items } = await dial(list, options, { settings });
	expect(items.map(({ json }) => json.outcome)).toEqual([
		'unconfirmed',
		'notPlaced',
		'skipped',
		'notPlaced',
		'unconfirmed',
		'placed',
		...Array(3).fill('unconfirmed'),
		...Array(3).fill('notPlaced'),
	]);
	expect(posted()).toEqual(phones(0, 3, 4, 5, 6, 7, 8));
});

test('with several requests at once, those on their way come to an end', async () => {
	respond(500, { times: Infinity });
	const options = { stopAfterFailures: 5, requestsAtOnce: 10 };
	const { items } = await dial(people(100), options, { settings });
	expect(posted().length).toBeLessThan(15);
	expect(items.filter(({ json }) => json.outcome === 'unconfirmed')).toHaveLength(posted().length);
});

test('Retry On Fail goes on with those that were not tried, and stops again', async () => {
	respond(404, { times: Infinity });
	const more = { settings: { ...settings, ...tries() } };
	await dial(people(9), { stopAfterFailures: 2 }, more);
	expect(posted()).toEqual(phones(0, 1, 2, 3));
});
