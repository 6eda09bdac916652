import { notYetDelivered, memoryOf } from '../../nodes/VoiceAssistantCallsTrigger/memory';
import {
	eventKey,
	EVENTS,
	eventTime,
	readDone,
	storedPosition,
	writeDone,
	type CallEvent,
} from '../../nodes/VoiceAssistantCallsTrigger/position';
import { Call } from '../../nodes/service/call';
import { call, CallList, callsFrom, HOUR, MINUTE, NOW } from '../support/callList';

/* What a poll reads of its form, of n8n and of a call. What becomes of that, findNew.test.ts shows. */

afterEach(() => jest.restoreAllMocks());

it('Fetch Test Event shows five calls of the first page that has any', async () => {
	const page = [call('goes on', 1, Infinity), ...callsFrom(5, 9).reverse()];
	const list = new CallList([...page, ...callsFrom(14, 30)], 10);
	list.form = { event: 'callEnded', output: 'selected', outputFields: ['CallId'] };
	list.instead.set('', { body: { data: [], hasMore: true, nextCursor: '0' } });
	const ids = [9, 8, 7, 6, 5].map((ago) => ({ CallId: `${ago} minutes ago` }));
	expect((await list.poll('manual')).ids).toEqual(ids);
});

it.each([
	[{ event: 'never' }, '\'Event\' is "never", which is not valid'],
	[{ filters: 'x' }, /'Filters' is "x"/],
	[{ options: 'x' }, /'Options' is "x"/],
	[{ options: { pageSize: 0 } }, /'Page Size' is "0"/],
	[{ output: 'all' }, /'Output' is "all"/],
	[{ output: 'selected' }, /'Fields' is empty/],
])('%j is refused', async (fields, message) => {
	const list = new CallList([]);
	list.form = { event: 'callEnded', ...fields };
	expect((await list.poll()).errors).toEqual([expect.stringMatching(message)]);
});

it.each([
	['n8n 2.41', 300_000, 19_800],
	['its scheduler', 22_500, 9900],
	['an older n8n', undefined, 19_800],
])('a page may take part of the time that %s gives', async (_, budget, timeout) => {
	const list = Object.assign(new CallList([]), { budget });
	await list.poll();
	expect(list.requests[0].timeout).toBe(timeout);
});

it.each([
	['half of what the scheduler gives', 22_500, 6],
	['half of 45 seconds', 300_000, 12],
])('pages are asked for in %s', async (_, budget, pages) => {
	const list = Object.assign(new CallList(callsFrom(5, 30), 1), { budget });
	await list.told();
	list.now += 5 * MINUTE;
	const burst = Array.from({ length: 100 }, (_, nth) => call(`${nth}`, -4 + nth / 60));
	list.calls = [...burst, ...list.calls];
	list.onRequest = () => (list.now += 2000);
	expect(await list.told()).toHaveLength(pages);
});

it('the name of the cursor is stored with its address, where the node had to find it', async () => {
	const list = new CallList(callsFrom(5, 300), 10);
	[list.cursorName, list.cursorParameter] = ['page_token', ''];
	await list.told();
	list.now += HOUR;
	list.calls = [...callsFrom(-30, 25), ...list.calls];
	expect(await list.told()).toHaveLength(25);
	const cursor = { 'https://api.example.com/public/calls': 'page_token' };
	expect(list.staticData).toMatchObject({ cursor });
	list.takeCursors();
	list.now += 5 * MINUTE;
	list.calls = [...callsFrom(-60, 25), ...list.calls];
	expect(await list.told()).toHaveLength(25);
	expect(list.requests.filter(({ qs }) => 'cursor' in (qs as object))).toEqual([]);
});

it('a poll on a copy of the position leaves out what another delivered within a minute, and one after it', () => {
	const calls = callsFrom(1, 2).map((record) => new Call(record));
	const time = (now: number) => jest.spyOn(Date, 'now').mockReturnValue(now);
	const count = (trigger: string, isCopy: boolean) =>
		notYetDelivered(memoryOf(trigger), 'callEnded', calls, isCopy).length;
	time(NOW);
	expect([count('a', true), count('a', true), count('b', true)]).toEqual([2, 0, 2]);
	time(NOW + 59_999);
	expect(count('a', false)).toBe(0);
	time(NOW + 60_000);
	expect([count('a', false), count('a', true)]).toEqual([2, 0]);
});

describe('an event', () => {
	const times: Array<[CallEvent, object, number | undefined]> = [
		['callStarted', {}, 5],
		['callStarted', { EndedAt: '' }, 5],
		['callStarted', { StartedAt: '', EndedAt: '' }, undefined],
		['callStarted', call('', -1, Infinity), undefined],
		['callStarted', call('', -1), -1],
		['callEnded', {}, 4],
		['callEnded', { StartedAt: '' }, 4],
		['callEnded', { EndedAt: '0001-01-01T00:00:00Z' }, undefined],
		['callEnded', call('', 5, -2), 5],
		['transcriptReady', { Transcript: [{ Role: 'AI', Text: 'Hello' }] }, 4],
		['transcriptReady', { Transcript: 'AI: Hello' }, 4],
		['transcriptReady', { Transcript: ' ' }, undefined],
		['transcriptReady', { Transcript: [] }, undefined],
	];

	it.each(times)('%s of %j happened so many minutes ago: %j', (event, fields, ago) => {
		const one = new Call({ ...call('', 5), ...fields });
		const time = ago === undefined ? undefined : NOW - ago * MINUTE;
		expect(eventTime(event, one, NOW)).toBe(time);
	});

	it('has a key of its own; the end and the transcript are one event', () => {
		const ids = ['call-1', 'call-2', '__proto__', 'constructor', 1, '1', ' call-1'];
		const keys = ids.map((Id) => eventKey('callEnded', new Call({ Id })));
		expect(new Set(keys).size).toBe(ids.length - 1);
		expect(keys.every((key) => key.length === 10)).toBe(true);
		const ofCall = EVENTS.map((event) => eventKey(event, new Call({ Id: 'call-1' })));
		expect(ofCall).toEqual([keys[0], expect.not.stringMatching(keys[0]), keys[0]]);
	});
});

it('what is done is stored by the hour, without what is long before a time', () => {
	const keys = ['abcdefghij', 'klmnopqrst', 'constructo'];
	const done = writeDone(new Map(keys.map((key, nth) => [key, nth])), 2 * HOUR);
	expect(done).toEqual({ 1: keys[1], 2: keys[2] });
	expect([...readDone({ ...done, 1: keys[0] + keys[1] })]).toEqual([
		[keys[0], 1],
		[keys[1], 1],
		[keys[2], 2],
	]);
});

it.each([undefined, 'x', { since: 1, done: {} }])('%j is no position', (stored) =>
	expect(storedPosition(stored)).toBeUndefined(),
);
