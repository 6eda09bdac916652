import {
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	skippedItem,
	tries,
	useDialing,
} from '../../support/dialing';

const { sandbox, dial, posts, posted, placed, respond, arrived } = useDialing();

const once = { duplicateNumbers: 'callOnce' };

/** Two people, the first of whom stands in the list three times, in more than one spelling. */
const same = [
	{ phone: phone(0) },
	{ phone: '+1 202 555 1000' },
	{ phone: phone(1) },
	{ phone: phone(0) },
];

const skippedFor = (index: number, first: number, number: string) =>
	skippedItem(index, 'duplicateNumbers', {
		phone_number: number,
		reason: `Item ${first} of this run has the same number, ${number}`,
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

	test('calls each number once', async () => {
		const { items } = await dial(same, options);

		expect(posted().sort()).toEqual(phones(0, 1));
		expect(items).toEqual([
			placedItem(0),
			skippedFor(1, 0, phone(0)),
			placedItem(2, phone(1)),
			skippedFor(3, 0, phone(0)),
		]);
	});

	test('calls each number once in all attempts', async () => {
		respond(429, { skip: 1 });
		const { error, items } = await dial(same, options, { settings: tries(3) });

		expect(error).toBeUndefined();
		expect(placed().sort()).toEqual(phones(0, 1));
		expect(items.filter(({ json }) => json.accepted)).toHaveLength(2);
	});

	test('calls the next item where the call of the first was not placed', async () => {
		respond(400, { times: 1 });
		const items = same.filter(({ phone: number }) => number !== phone(1));
		const result = await dial(items, options, { settings: regularOutput });

		expect(posted()).toEqual(phones(0, 0));
		expect(placed()).toEqual(phones(0));
		expect(result.items.map(({ json }) => json.outcome)).toEqual([
			'notPlaced',
			'placed',
			'skipped',
		]);
		expect(result.items[2]).toEqual(skippedFor(2, 1, phone(0)));
	});
});

test('waits for a call to the same number that is on its way', async () => {
	sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
	const run = dial(same, { ...once, requestsAtOnce: 5 });
	await arrived(2);

	expect(posted().sort()).toEqual(phones(0, 1));
	sandbox().release();
	expect((await run).items.map(({ json }) => json.outcome)).toEqual([
		'placed',
		'skipped',
		'placed',
		'skipped',
	]);
});

test('an item that was skipped is counted as such where a later call fails', async () => {
	respond(400, { skip: 1 });
	const { error } = await dial(same, once);

	expect(error?.description).toContain(
		'Of 4 calls: 1 placed, 1 skipped, 1 not placed (item 2), 1 not tried.',
	);
});

test('a number that may have been called counts as called', async () => {
	sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
	const { items } = await dial(same, once, { settings: regularOutput });

	expect(posted()).toEqual(phones(0, 1));
	expect(items[1]).toEqual(skippedFor(1, 0, phone(0)));
});

test.each(['={{ $json.nowhere }}', '={{ "" }}', 'once', '={{ true }}'])(
	'a value that is none of the list calls nobody: %s',
	async (duplicateNumbers) => {
		const { error } = await dial(same, { duplicateNumbers });

		expect(posts()).toEqual([]);
		expect(error?.message).toContain('Duplicate Numbers');
	},
);

test('fifty times the same number, ten at once, with responses of 429: one call', async () => {
	respond(429, { times: 3 });
	const items = Array.from({ length: 50 }, () => people(1)[0]);
	const { error } = await dial(items, { ...once, requestsAtOnce: 10 }, { settings: tries(5) });

	expect(error).toBeUndefined();
	expect(placed()).toEqual(phones(0));
});
