import { withClock } from '../../support/clock';
import {
	earlierCall,
	failedItem,
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	skippedItem,
	tries,
	useDialing,
} from '../../support/dialing';
import { notPlaced } from '../../support/engineSentences';

const { sandbox, dial, posts, posted, has } = useDialing();

const looks = () => sandbox().log.filter(({ method }) => method === 'GET');

/** When `withClock` begins. */
const NOON = '2026-03-10T12:00:00.000Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(NOON) - minutes * 60_000).toISOString();

/** A call of somebody else. */
const other = (minutes: number, more = {}) =>
	earlierCall('+4930123456', 0, {
		...{ Id: `other-${minutes}`, StartedAt: minutesAgo(minutes) },
		...more,
	});

test.each([
	['goes on', other(59), 5000],
	['ended', other(2, { EndedAt: minutesAgo(1) }), 0],
	['began more than an hour ago', other(61), 0],
	['has no start yet', other(0, { StartedAt: '' }), 5000],
	['never had a start', other(0, { StartedAt: '', EndedAt: minutesAgo(0) }), 0],
])('a call of somebody else that %s takes a line', async (_, record, waits) => {
	await withClock(async (clock) => {
		has(record);
		const run = dial(people(1), { callsInProgress: 1 });
		await clock.until(() => looks().length === 1);
		Object.assign(record, { EndedAt: minutesAgo(0) });
		expect(await clock.until(() => posts().length === 1)).toBe(waits);
		expect(looks()).toHaveLength(waits === 0 ? 1 : 2);
		await clock.finish(run);
	});
});

test.each([
	['where a failed call has neither a start nor an end', other(0, { StartedAt: '' })],
	['where it lists no call at all', undefined],
])('a line is free after a minute %s', async (_, record) => {
	await withClock(async (clock) => {
		sandbox().settings.listDelaySeconds = 3600;
		if (record) has(record);
		const { items } = await clock.finish(dial(people(2), { callsInProgress: 1 }));
		expect(items).toEqual([placedItem(0), placedItem(1)]);
		// The first look, and one every five seconds.
		expect(looks().length).toBeLessThanOrEqual(record ? 27 : 14);
	});
});

test('a call that was listed before is none of the run', async () => {
	await withClock(async (clock) => {
		sandbox().settings.listDelaySeconds = 3600;
		const justNow = { StartedAt: minutesAgo(0.5), EndedAt: minutesAgo(0.4) };
		has(earlierCall(phone(0), 0, justNow));
		const run = dial(people(2), { callsInProgress: 1 });
		await clock.until(() => posts().length === 1);
		expect(await clock.until(() => posts().length === 2)).toBe(60_000);
		await clock.finish(run);
	});
});

test('the call of the run takes its line from the request on, and one page is asked for', async () => {
	await withClock(async (clock) => {
		has(...Array.from({ length: 300 }, (_, nth) => other(100 + nth)));
		const run = dial(people(4), { callsInProgress: 2, requestsAtOnce: 50, pauseBetweenCalls: 1 });
		expect(await clock.until(() => posts().length === 2)).toBeLessThan(5000);
		expect(looks()).toHaveLength(1);
		await clock.finish(run);
		expect(posted()).toEqual(phones(0, 1, 2, 3));
	});
});

test('after the wait the service is asked again: meanwhile another workflow has called', async () => {
	await withClock(async (clock) => {
		const long = other(1);
		has(long);
		const run = dial(people(1), { callsInProgress: 1, skipIfCalledWithin: 24 });
		await clock.until(() => looks().length === 2);
		has(earlierCall(phone(0), 0, { StartedAt: minutesAgo(0), EndedAt: minutesAgo(0) }));
		Object.assign(long, { EndedAt: minutesAgo(0) });
		const { items } = await clock.finish(run);
		expect(items[0].json.skippedBy).toBe('skipIfCalledWithin');
	});
});

test('who waits until Calling Hours are over is not called', async () => {
	await withClock(async (clock) => {
		has(other(1));
		const window = [{ from: '09:00', to: '12:01', days: 'tue', timezone: 'UTC' }];
		const options = { callsInProgress: 1, callingHours: { window } };
		const { items } = await clock.finish(dial(people(2), options as never));
		expect(items.map(({ json }) => json.skippedBy)).toEqual(['callingHours', 'callingHours']);
		expect(posts()).toEqual([]);
		// A minute of waiting.
		expect(looks().length).toBeLessThanOrEqual(13);
	});
});

test('a Dry Run asks for nothing', async () => {
	const { items } = await dial(people(3), { callsInProgress: 1, dryRun: true });
	expect(items.map(({ json }) => json.outcome)).toEqual(Array(3).fill('dryRun'));
	expect(sandbox().log).toEqual([]);
});

test('nobody is called where the list cannot be read, also after a 429', async () => {
	sandbox().fault({ method: 'GET', skip: 1, fault: { kind: 'status', status: 403 } });
	const { items } = await withClock(async (clock) => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 429 } });
		const options = { callsInProgress: 1, waitWhenRateLimited: true, pauseBetweenCalls: 9 };
		return await clock.finish(dial(people(2), options, { settings: regularOutput }));
	});
	expect(posted()).toEqual(phones(0));
	const error = expect.stringContaining('could not check how many calls are in progress') as string;
	expect(items).toEqual([failedItem(0, error), failedItem(1, error)]);
});

test('Retry On Fail knows the calls of the attempt before', async () => {
	await withClock(async (clock) => {
		sandbox().settings.listDelaySeconds = 3600;
		sandbox().fault({ method: 'POST', skip: 1, times: 1, fault: { kind: 'status', status: 429 } });
		const run = dial(people(2), { callsInProgress: 2 }, { settings: tries() });
		await clock.finish(run);
		expect(posted()).toEqual(phones(0, 1, 1));
	});
});

test('who is skipped takes no line and waits for none', async () => {
	has(other(1));
	const { items } = await dial(people(1), { callsInProgress: 1, doNotCall: phones(0) });
	expect(items).toEqual([
		skippedItem(0, 'doNotCall', { reason: expect.stringContaining('Do Not Call') as string }),
	]);
	expect(looks()).toEqual([]);
});

test('a cancelled wait calls nobody', async () => {
	await withClock(async (clock) => {
		has(other(1));
		let cancel = () => {};
		const run = dial(people(2), { callsInProgress: 1 }, { onStart: (stop) => (cancel = stop) });
		await clock.until(() => looks().length === 3);
		cancel();
		const { error } = await clock.finish(run);
		expect(error?.message).toContain(notPlaced('The execution was canceled'));
		expect(posts()).toEqual([]);
	});
});
