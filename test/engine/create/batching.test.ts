import { people, phones, phonesOf, placedItem, useDialing } from '../../support/dialing';

/* Request Options > Batching: so many calls, then a pause. */

const { dial, posted, arrived } = useDialing();

const batching = (batchSize: unknown, batchInterval: unknown = 5) => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval } } },
});

/** Milliseconds: longer than any test runs, so that whoever waits for it is not called. */
const FOREVER = 60_000;

test.each([1, 4, 7])('everybody is called once, in order, in batches of %i', async (size) => {
	const { items } = await dial(people(6), {}, batching(size));

	expect(posted()).toEqual(phonesOf(6));
	expect(items).toEqual(people(6).map((_, index) => placedItem(index)));
});

test.each<[size: unknown, beforeThePause: number]>([
	[2, 2],
	// n8n takes a size that is none for 1, also -1, which its form calls "disabled".
	[-1, 1],
	['abc', 1],
	['={{ "2" }}', 2],
	[2.9, 2],
])('the pause comes after a batch of %j', async (size, count) => {
	let cancel = () => {};
	const onStart = (stop: () => void) => (cancel = stop);
	const run = dial(people(6), {}, { ...batching(size, FOREVER), onStart });
	await arrived(count);
	cancel();
	await run;

	expect(posted()).toEqual(phonesOf(count));
});

test('it is none after the last batch, and in a collection that is empty, as a workflow file may have it', async () => {
	await dial(people(2), {}, batching(2, FOREVER));
	await dial(people(2), {}, { requestOptions: { batching: {} } });

	expect(posted()).toEqual(phones(0, 1, 0, 1));
});
