import type { IDataObject } from 'n8n-workflow';

import { CallsInProgress } from '../../nodes/create/callsInProgress';
import {
	json,
	page,
	pagedClient,
	respondingClient,
	type Recorded,
} from '../support/scriptedClient';

/* How many calls are in progress, by what a service lists; test/engine has the waiting. */

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let now = NOW;
beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A call that began so many minutes before noon, by the service's clock, and goes on. */
const begun = (minutes: number, more: IDataObject = {}): IDataObject => ({
	Id: `begun ${minutes}`,
	PhoneNumber: '+12025550100',
	StartedAt: new Date(NOW - minutes * MINUTE).toISOString(),
	...more,
});

/** So many: with as many at once allowed, the next one has to wait, and with one more it has not. */
async function count(calls: CallsInProgress, { client }: Recorded): Promise<number> {
	now += 5000;
	for (let most = 1; ; most++) {
		let hasWaited = false;
		const wait = async () => await Promise.resolve(!(hasWaited = true));
		expect(await calls.waitForFree(client, most, wait)).toBe(false);
		if (!hasWaited) return most - 1;
	}
}

it.each<[what: string, pages: IDataObject[][], inProgress: number, requests: number]>([
	['none where the service lists none', [[]], 0, 1],
	['those that go on', [[begun(1), begun(2, { EndedAt: '2026-11-20T11:59:00Z' }), begun(3)]], 2, 1],
	['none from more than an hour ago', [[begun(59), begun(61)], [begun(62)]], 1, 1],
	['those of the next page, where all of the first are recent', [[begun(1)], [begun(2)]], 2, 2],
	[
		'those of all pages, where the list has another order',
		[[begun(61), begun(1)], [begun(90)], [begun(2)]],
		2,
		3,
	],
])('are %s', async (_, pages, inProgress, requests) => {
	const service = pagedClient(pages);
	expect(await count(new CallsInProgress(), service)).toBe(inProgress);
	expect(service.requests).toHaveLength(requests);
});

it.each([0, 180])(
	'the run’s own are counted once, with a clock %d minutes behind',
	async (behind) => {
		const headers = () => ({ date: new Date(now - behind * MINUTE).toUTCString() });
		let listed: IDataObject[] = [];
		const service = respondingClient(() => json({ data: listed, hasMore: false }, 200, headers()));
		const calls = new CallsInProgress();
		expect(await count(calls, service)).toBe(0);
		for (const phone of ['+4930123456', '+4930123456', '+4930123457']) calls.note(phone);
		expect(await count(calls, service)).toBe(3);

		const own = (minutes: number, Id: string) =>
			begun(behind + minutes, { Id, PhoneNumber: '030 123456' });
		listed = [own(0, 'one'), begun(behind)];
		expect(await count(calls, service)).toBe(4);
		listed = [own(0, 'two'), ...listed];
		expect(await count(calls, service)).toBe(4);
		// Too old to be the run's: it takes the place of none. It has ended, so it counts for nothing itself.
		listed = [
			begun(behind + 3, { Id: 'old', PhoneNumber: '+4930123457', EndedAt: own(0, '').StartedAt }),
			...listed,
		];
		expect(await count(calls, service)).toBe(4);

		// What the service does not list within a minute is over.
		now += MINUTE;
		expect(await count(calls, service)).toBe(3);
		now += HOUR;
		expect(await count(calls, service)).toBe(0);
	},
);

it('one without a start rings for a minute at most', async () => {
	const service = respondingClient(() => page([begun(0, { StartedAt: '' })]));
	const calls = new CallsInProgress();
	expect(await count(calls, service)).toBe(1);
	now += MINUTE - 5001;
	expect(await count(calls, service)).toBe(1);
	expect(await count(calls, service)).toBe(0);
});

it('the service is asked every five seconds at most, and the time until then is waited', async () => {
	const listed = [begun(1)];
	const service = respondingClient(() => page(listed));
	const calls = new CallsInProgress();
	const waits: number[] = [];
	const wait = async (ms: number) => {
		waits.push(ms);
		now += ms;
		if (waits.length === 3) listed.pop();
		return await Promise.resolve(true);
	};
	now += 1000;
	expect(await calls.waitForFree(service.client, 1, wait)).toBe(true);
	expect(waits).toEqual([5000, 5000, 5000]);
	expect(service.requests).toHaveLength(4);
	now += 2000;
	calls.note('+4930123456');
	await calls.waitForFree(
		service.client,
		1,
		async (ms) => await Promise.resolve(waits.push(ms) < 0),
	);
	expect(waits).toEqual([5000, 5000, 5000, 3000]);
	expect(service.requests).toHaveLength(4);
});
