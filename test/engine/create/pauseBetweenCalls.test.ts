import {
	people,
	phones,
	placedItem,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';
import { until } from '../../support/quiet';
import { withClock } from '../../support/clock';

const { dial, posts, posted, respond } = useDialing();

/**
 * Dials a list, and tells how long each request came after the one before, in seconds. Letting others
 * have their turn takes a step of the clock, which does not count.
 */
async function pausesOf(...[items, options, more]: Parameters<typeof dial>) {
	return await withClock(async (clock) => {
		const pauses: number[] = [];
		let isOver = false;
		const before = posts().length;
		const run = dial(items, options, more).finally(() => (isOver = true));
		await until(() => isOver || posts().length > before);
		while (!isOver) {
			const count = posts().length;
			const ms = await clock.until(() => isOver || posts().length > count);
			if (posts().length > count) pauses.push(Math.floor(ms / 500) / 2);
		}
		return { pauses, ...(await run) };
	});
}

test.each([
	[5, [5, 5]],
	[0.5, [0.5, 0.5]],
	['={{ "2.5" }}', [2.5, 2.5]],
	['={{ $json.lead * 10 }}', [10, 20]],
])('of %s seconds comes before each call but the first', async (pauseBetweenCalls, expected) => {
	const { pauses, items } = await pausesOf(people(3), { pauseBetweenCalls });

	expect(pauses).toEqual(expected);
	expect(posted()).toEqual(phones(0, 1, 2));
	expect(items).toEqual([0, 1, 2].map((index) => placedItem(index)));
});

test('is one for the whole list, however many go out at once', async () => {
	const { pauses } = await pausesOf(people(4), { pauseBetweenCalls: 3, requestsAtOnce: 4 });

	expect(pauses).toEqual([3, 3, 3]);
});

test('comes after a call that failed as well', async () => {
	respond(400);
	const { pauses } = await pausesOf(
		people(2),
		{ pauseBetweenCalls: 3 },
		{ settings: regularOutput },
	);

	expect(pauses).toEqual([3]);
});

test('is none for what places no call', async () => {
	const same = [people(1)[0], people(1)[0], people(1)[0]];
	const { pauses } = await pausesOf(same, {
		pauseBetweenCalls: 3,
		duplicateNumbers: 'callOnce',
	});

	expect(pauses).toEqual([]);
	expect((await pausesOf(people(3), { pauseBetweenCalls: 3, dryRun: true })).pauses).toEqual([]);
});

test('and Batching: the longer of the two', async () => {
	const batching = (batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchSize: 2, batchInterval } } },
	});
	const longer = await pausesOf(people(4), { pauseBetweenCalls: 1 }, batching(7000));
	expect(longer.pauses).toEqual([1, 7, 1]);
	expect((await pausesOf(people(3), { pauseBetweenCalls: 9 }, batching(7000))).pauses).toEqual([
		9, 9,
	]);
});

test('of 0 seconds is none', async () => {
	// The clock stands still.
	await withClock(async () => await dial(people(3), { pauseBetweenCalls: 0 }));

	expect(posted()).toEqual(phones(0, 1, 2));
});

test('is kept by an attempt after it', async () => {
	respond(429, { skip: 1 });
	const { pauses } = await pausesOf(
		people(3),
		{ pauseBetweenCalls: 3 },
		{ settings: { ...tries(), waitBetweenTries: 100 } },
	);

	expect(posted()).toEqual(phones(0, 1, 1, 2));
	expect(pauses).toEqual([3, expect.any(Number), 3]);
});

test.each([-1, '', 'soon', true, null])('of %j calls nobody', async (pause) => {
	const { error } = await dial([{ ...people(1)[0], pause }], {
		pauseBetweenCalls: '={{ $json.pause }}',
	});

	expect(posts()).toEqual([]);
	expect(error?.message).toContain('Pause Between Calls');
});
