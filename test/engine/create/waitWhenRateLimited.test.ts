import { people, phones, placedItem, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';
import { withClock } from '../../support/clock';

const { dial, posts, posted, placed, respond } = useDialing();

test('waits as Retry-After says, and places the call once', async () => {
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
