import { at, mayHaveBeenPlaced, notPlaced, TITLES } from '../../support/engineSentences';
import { people, phones, placedItem, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';
import { withClock } from '../../support/clock';

const { dial, posts, posted, placed, respond } = useDialing();

const wait = { waitWhenRateLimited: true };
const RATE_LIMITED = notPlaced(TITLES.rateLimited(429, 'no (429)'));

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
	['fractions of a second', '2.5', 2500],
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
	['names a date that is over', { 'Retry-After': new Date(0).toUTCString() }],
	['says what cannot be read', { 'Retry-After': 'soon' }],
])('does not rush a service that %s', async (_, headers) => {
	const { ms } = await pauseAfter429(headers);

	expect(ms).toBeGreaterThanOrEqual(500);
	expect(ms).toBeLessThan(10_000);
	expect(posted()).toEqual(phones(0, 0, 1));
});

test('waits longer each time', async () => {
	const pauses: number[] = [];
	await withClock(async (clock) => {
		respond(429, { times: 4 });
		const run = dial(people(1), wait);
		for (const count of [1, 2, 3, 4, 5])
			pauses.push(await clock.until(() => posts().length >= count));
		await clock.finish(run);
	});

	// The random part is at most a half.
	expect(pauses[3]).toBeGreaterThan(2 * pauses[0]);
	expect(placed()).toEqual(phones(0));
});

test('gives up after five minutes in all, and says what it was', async () => {
	const { error } = await withClock(async (clock) => {
		respond(429, { times: Infinity }, { 'Retry-After': '70' });
		return await clock.finish(dial(people(2), wait));
	});

	expect(posted()).toEqual(phones(0, 0, 0, 0, 0));
	expect(error?.message).toBe(`${RATE_LIMITED}. Nobody was called${at(0)}`);
});

describe('does not wait', () => {
	// The clock does not move in these tests: whoever waits is not called again.
	const dialNow = async (options: object) =>
		await withClock(async () => await dial(people(2), options as never));

	test('where it would have to wait too long', async () => {
		respond(429, {}, { 'Retry-After': '301' });
		const { error } = await dialNow(wait);

		expect(posted()).toEqual(phones(0));
		expect(error?.message).toBe(`${RATE_LIMITED}. Nobody was called${at(0)}`);
	});

	test('after anything but a 429', async () => {
		respond(503, {}, { 'Retry-After': '1' });
		const { error } = await dialNow(wait);

		expect(posted()).toEqual(phones(0));
		expect(error?.message).toBe(`${mayHaveBeenPlaced(TITLES.failed(503, 'no (503)'))}${at(0)}`);
	});

	test.each([
		['is not added', {}],
		['is off', { waitWhenRateLimited: false }],
	])('where the option %s', async (_, options) => {
		respond(429, {}, { 'Retry-After': '1' });
		const { error } = await dialNow(options);

		expect(posted()).toEqual(phones(0));
		expect(error?.message).toBe(`${RATE_LIMITED}. Nobody was called${at(0)}`);
	});
});

test('what a service says in words is no 429', async () => {
	respond(400, {}, { 'Retry-After': '1' });
	const { error } = await withClock(async () => await dial(people(1), wait));

	expect(posted()).toEqual(phones(0));
	expect(error?.message).toContain(notPlaced(TITLES.rejected(400, 'no (400)')));
});
