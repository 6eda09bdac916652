import { at, notPlaced, TITLES } from '../../support/engineSentences';
import { people, phones, phonesOf, placedItem, tries, useDialing } from '../../support/dialing';

/* Request Options > Batching: so many calls, then a pause. */

const { sandbox, dial, posts, posted, respond, arrived } = useDialing();

const batching = (batchSize: unknown, batchInterval: unknown = 20) => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval } } },
});

test('a failure in the first batch: the later ones are not dialled', async () => {
	respond(400);
	const { error } = await dial(people(6), {}, batching(2));

	expect(posted()).toEqual(phones(0));
	expect(error?.message).toBe(
		`${notPlaced(TITLES.rejected(400, 'no (400)'))}. Nobody was called${at(0)}`,
	);
	expect(error?.description).toContain('Of 6 calls: 0 placed, 1 not placed (item 0), 5 not tried.');
});

test('a failure in a later batch: those after it are not dialled', async () => {
	respond(400, { skip: 3 });
	const { error } = await dial(people(6), {}, batching(2));

	expect(posted()).toEqual(phones(0, 1, 2, 3));
	expect(error?.description).toContain('Of 6 calls: 3 placed, 1 not placed (item 3), 2 not tried.');
});

test.each([2, 3, 6, 7])('everybody is called once, in order, in batches of %i', async (size) => {
	const { items } = await dial(people(6), {}, batching(size, 5));

	expect(posted()).toEqual(phonesOf(6));
	expect(items).toEqual(people(6).map((_, index) => placedItem(index)));
});

describe('the pause', () => {
	/** Longer than any test runs, so that whoever waits for it is not called. */
	const FOREVER = 60_000;

	test.each<[size: unknown, beforeThePause: number]>([
		[1, 1],
		[2, 2],
		[5, 5],
		// n8n takes a size that is none for 1, also -1, which its form calls "disabled".
		[0, 1],
		[-1, 1],
		['abc', 1],
		['={{ undefined }}', 1],
		['={{ "2" }}', 2],
		[2.9, 2],
	])('comes after a batch of %j', async (size, count) => {
		let cancel = () => {};
		const onStart = (stop: () => void) => (cancel = stop);
		const run = dial(people(6), {}, { ...batching(size, FOREVER), onStart });
		await arrived(count);
		cancel();
		await run;

		expect(posted()).toEqual(phonesOf(count));
	});

	test.each([0, -5, '', 'abc', '={{ undefined }}', '={{ null }}'])(
		'is none where the interval is %j',
		async (interval) => {
			await dial(people(6), {}, batching(1, interval));

			expect(posted()).toEqual(phonesOf(6));
		},
	);

	test('is none after the last batch', async () => {
		await dial(people(2), {}, batching(2, FOREVER));

		expect(posts()).toHaveLength(2);
	});

	test('is none for items that are skipped', async () => {
		const same = Array.from({ length: 4 }, () => people(1)[0]);
		await dial(same, { duplicateNumbers: 'callOnce' }, batching(1, 5));

		expect(posts()).toHaveLength(1);
	});
});

test('an empty collection, as a workflow file may hold it, means no batching', async () => {
	const { error } = await dial(people(2), {}, { requestOptions: { batching: {} } });

	expect(error).toBeUndefined();
	expect(posts()).toHaveLength(2);
});

test('Retry On Fail goes on with the item that was answered with 429', async () => {
	respond(429, { skip: 1 });
	const { error } = await dial(people(5), {}, { ...batching(2), settings: tries() });

	expect(error).toBeUndefined();
	expect(posted()).toEqual(phones(0, 1, 1, 2, 3, 4));
});

test('a batch holds no more at once than Requests at Once', async () => {
	sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
	const run = dial(people(6), {}, batching(3));
	await arrived(1);

	expect(posted()).toEqual(phones(0));
	sandbox().release();
	await run;
});
