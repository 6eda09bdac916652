import { NOWHERE } from '../../support/againstSandbox';
import { withClock } from '../../support/clock';
import { at } from '../../support/engineSentences';
import {
	IN_DOUBT,
	REJECTED,
	people,
	phones,
	phonesOf,
	placedItem,
	tries,
	useDialing,
} from '../../support/dialing';
import { until } from '../../support/quiet';

/*
 * A call is sent again only where it is certain that nothing reached the service: by Retry On Fail, and by
 * Wait When Rate Limited.
 */

const { sandbox, dial, posts, posted, placed, respond } = useDialing();

test('what was answered with 429 is sent again: each item is placed once, in its place', async () => {
	respond(429);
	respond(429, { skip: 2, times: 2 });
	const { error, items } = await dial(people(6), {}, { settings: tries(5) });

	expect(error).toBeUndefined();
	expect(placed()).toEqual(phonesOf(6));
	expect(posted()).toEqual(phones(0, 0, 1, 2, 2, 2, 3, 4, 5));
	expect(items).toEqual(people(6).map((_, index) => placedItem(index)));
});

test.each([
	[400, 'not placed', REJECTED],
	[502, 'may have been placed', IN_DOUBT],
])('a failure for good such as %i is kept, and nothing is sent again', async (...row) => {
	const [status, label, title] = row;
	respond(status, { skip: 2 });
	const { error } = await dial(people(5), {}, { settings: tries(5) });

	expect(posted()).toEqual(phones(0, 1, 2));
	expect(error?.message).toBe(`${title}${at(2)}`);
	expect(error?.description).toContain(`Of 5 calls: 2 placed, 1 ${label} (item 2), 2 not tried.`);
});

test('a connection that is refused and is there in the next attempt: each item is called once', async () => {
	let reads = 0;
	const credential = {
		get baseUrl() {
			return reads++ === 0 ? NOWHERE : sandbox().url;
		},
	};
	const { error, items } = await dial(people(3), {}, { credential, settings: tries() });

	expect(error).toBeUndefined();
	expect(posted()).toEqual(phonesOf(3));
	expect(items).toEqual(people(3).map((_, index) => placedItem(index)));
});

test('Wait When Rate Limited waits as Retry-After says, and places the call once', async () => {
	const { ms, items } = await withClock(async (clock) => {
		respond(429, {}, { 'Retry-After': '20' });
		const run = dial(people(2), { waitWhenRateLimited: true });
		await until(() => posts().length === 1);
		const ms = await clock.until(() => posts().length > 1);
		return { ms, ...(await clock.finish(run)) };
	});

	expect(ms).toBe(20_000);
	expect(items).toEqual([placedItem(0), placedItem(1)]);
	expect(posted()).toEqual(phones(0, 0, 1));
	expect(placed()).toEqual(phones(0, 1));
});
