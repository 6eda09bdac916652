import { people, phones, placedItem, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';
import { withClock } from '../../support/clock';

const { dial, posts, posted } = useDialing();

/**
 * Dials a list, and tells how long each request came after the one before, in seconds. Letting others
 * have their turn takes a step of the clock, which does not count.
 */
async function pausesOf(...[items, options, more]: Parameters<typeof dial>) {
	return await withClock(async (clock) => {
		const pauses: number[] = [];
		let isOver = false;
		const run = dial(items, options, more).finally(() => (isOver = true));
		await until(() => isOver || posts().length > 0);
		while (!isOver) {
			const count = posts().length;
			const ms = await clock.until(() => isOver || posts().length > count);
			if (posts().length > count) pauses.push(Math.floor(ms / 500) / 2);
		}
		return { pauses, ...(await run) };
	});
}

const batching = (batchInterval: number) => ({
	requestOptions: { batching: { batch: { batchSize: 2, batchInterval } } },
});

test.each([
	[5, [5, 5]],
	['={{ "2.5" }}', [2.5, 2.5]],
	['={{ $json.lead * 10 }}', [10, 20]],
])('of %s seconds comes before each call but the first', async (pauseBetweenCalls, expected) => {
	const { pauses, items } = await pausesOf(people(3), { pauseBetweenCalls });

	expect(pauses).toEqual(expected);
	expect(posted()).toEqual(phones(0, 1, 2));
	expect(items).toEqual([0, 1, 2].map((index) => placedItem(index)));
});

const pause = { pauseBetweenCalls: 3 };
const same = [people(1)[0], people(1)[0], people(1)[0]];

test.each<[string, unknown[], object, object, number[]]>([
	['is one for the whole list', people(4), { ...pause, requestsAtOnce: 4 }, {}, [3, 3, 3]],
	['is none for what is skipped', same, { ...pause, duplicateNumbers: 'callOnce' }, {}, []],
	['is none in a dry run', people(3), { ...pause, dryRun: true }, {}, []],
	['gives way to a longer one of Batching', people(4), pause, batching(7000), [3, 7, 3]],
	['stays beside a shorter one of Batching', people(3), pause, batching(1000), [3, 3]],
])('%s', async (_, items, options, parameters, expected) => {
	const { pauses } = await pausesOf(items, options as never, { ...parameters });

	expect(pauses).toEqual(expected);
});
