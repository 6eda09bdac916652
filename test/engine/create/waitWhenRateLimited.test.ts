import { at } from '../../support/engineSentences';
import { RATE_LIMITED, people, phones, placedItem, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';
import { withClock } from '../../support/clock';

const { dial, posts, posted, placed, respond } = useDialing();

const wait = { waitWhenRateLimited: true };

/** Dials two people, of whom the first is answered with 429, and tells how long the second request waits. */
async function pauseAfter429(headers: Record<string, string>) {
	return await withClock(async (clock) => {
		respond(429, {}, headers);
		const run = dial(people(2), wait);
		await until(() => posts().length === 1);
		const ms = await clock.until(() => posts().length > 1);
		return { ms, ...(await clock.finish(run)) };
	});
}

test.each([
	['seconds', '20', 20_000],
	['a date', new Date('2026-03-10T12:00:30.000Z').toUTCString(), 30_000],
])('waits as Retry-After says, in %s, and places the call once', async (_, value, pause) => {
	const { ms, items } = await pauseAfter429({ 'Retry-After': value });

	expect(ms).toBe(pause);
	expect(items).toEqual([placedItem(0), placedItem(1)]);
	expect(posted()).toEqual(phones(0, 0, 1));
	expect(placed()).toEqual(phones(0, 1));
});

test.each<[string, Record<string, string>]>([
	['does not say how long', {}],
	['says 0', { 'Retry-After': '0' }],
])('does not rush a service that %s', async (_, headers) => {
	const { ms } = await pauseAfter429(headers);

	expect(ms).toBeGreaterThanOrEqual(500);
	expect(ms).toBeLessThan(10_000);
	expect(posted()).toEqual(phones(0, 0, 1));
});

test('gives up after five minutes in all, and says what it was', async () => {
	const { error } = await withClock(async (clock) => {
		respond(429, { times: Infinity }, { 'Retry-After': '70' });
		return await clock.finish(dial(people(2), wait));
	});

	expect(posted()).toEqual(phones(0, 0, 0, 0, 0));
	expect(error?.message).toBe(`${RATE_LIMITED}. Nobody was called${at(0)}`);
});

test.each([
	['where it would have to wait too long', 429, '301', wait],
	['after anything but a 429', 503, '1', wait],
	['where the option is not added', 429, '1', {}],
])('does not wait %s', async (_, status, seconds, options) => {
	respond(status, {}, { 'Retry-After': seconds });
	// The clock does not move: whoever waits is not called again.
	const { error } = await withClock(async () => await dial(people(2), options as never));

	expect(posted()).toEqual(phones(0));
	expect(error?.message).toContain(`(${status})`);
});
