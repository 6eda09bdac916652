import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../nodes/n8n/errors';
import { Call } from '../../nodes/service/call';
import { RULES } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { call, CallList, callsFrom, HOUR, MINUTE, NOW } from '../support/callList';

/* What docs/trigger.md promises, by polls of a service in memory. The simulation tries all of it at once. */

afterEach(() => jest.restoreAllMocks());

/** A trigger that was published at NOW. */
async function published(calls: IDataObject[], fields: Partial<CallList> = {}) {
	const list = Object.assign(new CallList(calls), fields);
	expect(await list.told()).toEqual([]);
	list.takeCursors();
	return list;
}

/** The same, so many minutes later, with further calls at the top. */
function later(list: CallList, minutes: number, calls: IDataObject[] = []) {
	list.now += minutes * MINUTE;
	list.calls = [...calls, ...list.calls];
	return list;
}

/** Not of all calls. */
const NARROW = {
	event: 'callEnded',
	filters: { condition: [{ field: 'Status', operator: 'equals', value: 'y' }] },
};

const idsOf = (calls: IDataObject[]) => calls.map(({ Id }) => Id);

describe('nothing from before publishing is delivered', () => {
	it('where the list was empty then', async () => {
		const list = await published([]);
		expect(await later(list, 5, callsFrom(60, 300)).told()).toEqual([]);
		expect(await later(list, 10, [call('new', -14)]).told()).toEqual(['new']);
	});

	it('where a long call ended ten minutes before, on a page that nobody read', async () => {
		const list = await published([...callsFrom(20, 300), call('long', 330, 320)]);
		expect(await later(list, 10).told()).toEqual([]);
	});

	it('where a narrow filter is taken away five minutes later', async () => {
		const some = callsFrom(1, 1300).map((one, nth) => ({ ...one, Status: nth % 500 ? 'x' : 'y' }));
		const list = await published(some, { form: NARROW });
		list.form = { event: 'callEnded' };
		expect(await later(list, 5, [call('new', -4, 0)]).told()).toEqual(['new']);
	});

	it('where the address becomes that of a busier service', async () => {
		const list = await published([call('old', 90)]);
		list.baseUrl = 'https://busy.example.com';
		expect(await later(list, 5, callsFrom(-3, 1442)).told()).toEqual(
			idsOf(callsFrom(-3, 4)).reverse(),
		);
	});

	it('where calls that ended without a start come first', async () => {
		const undated = Array.from({ length: 57 }, (_, nth) => call(`undated ${nth}`, 500 + nth));
		const list = await published(
			[...undated.map((one) => ({ ...one, StartedAt: null })), ...callsFrom(5, 60)],
			{ pageSize: 20 },
		);
		const wait = later(list, 60);
		wait.calls.splice(57, 0, ...callsFrom(-59, 60));
		expect(await wait.told()).toHaveLength(60);
	});
});

it('what happens while the trigger is being published is delivered by the next poll', async () => {
	const list = Object.assign(new CallList([]), { tellsTime: false });
	list.onRequest = () => {
		list.now += 20_000;
		list.calls = [call('meanwhile', -0.25, 0)];
	};
	expect(await list.told()).toEqual([]);
	expect(await list.told()).toEqual(['meanwhile']);
});

describe('a call that is planned', () => {
	const STARTED = { form: { event: 'callStarted' } };

	it('keeps no other from being delivered, and is delivered when it starts', async () => {
		const planned = call('planned', -50, Infinity);
		const list = await published([planned, ...callsFrom(1, 50)], STARTED);
		const found: unknown[] = [];
		for (let minute = 1; minute <= 49; minute++) {
			list.now += MINUTE;
			list.calls.splice(1, 0, call(`at ${minute}`, -minute, Infinity));
			found.push(...(await list.told()));
		}
		expect(found).toEqual(Array.from({ length: 49 }, (_, nth) => `at ${nth + 1}`));
		expect(await later(list, 2).told()).toEqual(['planned']);
	});

	it('does not hide what is below a page of others', async () => {
		const planned = Array.from({ length: 150 }, (_, nth) => call(`${nth}`, -500 - nth, Infinity));
		const list = await published([...planned.reverse(), ...callsFrom(1, 50)], STARTED);
		list.calls.splice(150, 0, call('new', -1, Infinity));
		expect(await later(list, 2).told()).toEqual(['new']);
	});
});

describe('after a change', () => {
	it('of the event a call does not come again', async () => {
		const list = await published(callsFrom(5, 30));
		expect(await later(list, 5, [call('a', -3, 1)]).told()).toEqual(['a']);
		list.form = { event: 'callStarted' };
		expect(await later(list, 1).told()).toEqual([]);
		list.form = { event: 'transcriptReady' };
		list.calls[0].Transcript = 'AI: Hello';
		expect(await later(list, 1).told()).toEqual([]);
	});

	it('what happened since the last reading is delivered, though nothing was for hours', async () => {
		const list = await published(callsFrom(5, 30), { form: NARROW });
		const saved = JSON.stringify(list.staticData);
		for (let hour = 0; hour < 5; hour++) expect(await later(list, 60).told()).toEqual([]);
		list.form = { event: 'callEnded' };
		// n8n reads what it saved; a poll that delivers nothing is not saved.
		list.staticData = JSON.parse(saved) as IDataObject;
		const both = [call('after', -301, 0), call('before', -295, 4)];
		expect(await later(list, 2, both).told()).toEqual(['after']);
	});

	it('of a trigger that was off for long it looks back a day', async () => {
		const list = await published(callsFrom(5, 30));
		list.form = NARROW;
		const whileOff = [-200, -60, 10].map((ago) =>
			call(`${ago}`, ago - 24 * 60, 1, { Status: 'y' }),
		);
		expect(await later(list, 48 * 60, whileOff).told()).toEqual(['-60', '-200']);
	});
});

describe('a service whose times are off by hours', () => {
	it.each([
		['ahead', -120],
		['behind', 180],
	])('is told apart when the trigger is published: %s', async (_, minutes) => {
		const list = await published(callsFrom(minutes + 5, 300), { form: NARROW });
		list.form = { event: 'callEnded' };
		expect(await later(list, 20, callsFrom(minutes - 9, 10)).told()).toHaveLength(10);
	});

	it.each([
		[
			'by its newest calls, with a night on the same page',
			[...callsFrom(185, 40), ...callsFrom(900, 50)],
		],
		['beside a call that is planned', [call('plan', 60, Infinity), ...callsFrom(185, 300)]],
		['in a list that comes oldest first', callsFrom(185, 40).reverse()],
	])('is told apart %s', async (_, calls) => {
		const list = await published(calls, { form: NARROW });
		list.form = { event: 'callEnded' };
		expect(await later(list, 20, callsFrom(171, 10)).told()).toHaveLength(10);
	});

	it('a plan that is listed later does not make its times those of UTC', async () => {
		const list = await published(callsFrom(185, 300), { form: NARROW });
		expect(await later(list, 5, [call('plan', 60, Infinity)]).told()).toEqual([]);
		list.form = { event: 'callEnded' };
		expect(await later(list, 15, callsFrom(171, 10)).told()).toHaveLength(5);
	});

	it('one that was only quiet is known when something is changed', async () => {
		const list = await published(callsFrom(185, 300), { form: NARROW });
		expect(await later(list, 240, callsFrom(-235, 60)).told()).toEqual([]);
		list.form = { event: 'callEnded' };
		expect(await later(list, 2, [call('new', -241, 1)]).told()).toEqual(['new']);
	});

	it('and one that is quiet is not', async () => {
		const list = await published([call('a', 200), ...callsFrom(600, 100)]);
		expect(await later(list, 5, [call('late', 100, 30)]).told()).toEqual([]);
	});

	it.each([
		['planned calls', [call('a', -300, Infinity), call('b', -300, Infinity)]],
		['an end that is a mistake', [call('a', 5, 900), call('b', 6, 900)]],
		['one call', [call('a', -300)]],
	])('is not told by %s', async (_, wrong) => {
		const list = await published([...wrong, ...callsFrom(7, 50)]);
		expect(await later(list, 5, [call('new', -3)]).told()).toEqual(['new']);
	});
});

describe('a poll', () => {
	it('delivers what happened at the same time in the order in which it was listed', async () => {
		const list = await published(callsFrom(5, 100));
		const both = [call('second', -3), call('first', -3)];
		expect(await later(list, 10, both).told()).toEqual(['first', 'second']);
	});

	it('that finds empty pages alone reads them once, and reports nothing', async () => {
		const list = await published([]);
		for (let page = 0; page <= 25; page++) {
			const more = page < 25 && { hasMore: true, nextCursor: `p${page + 1}` };
			const body = { data: [], hasMore: false, ...more };
			list.instead.set(page === 0 ? '' : `p${page}`, { body });
		}
		expect(await later(list, 10).told()).toEqual([]);
		expect(list.takeCursors()).toHaveLength(26);
	});

	it('that finds nothing new costs one request, and stores nothing', async () => {
		const list = await published(callsFrom(5, 1000));
		const { position, ...others } = list.staticData;
		expect(others).toEqual({});
		expect(await later(list, 1).told()).toEqual([]);
		expect(list.takeCursors()).toEqual(['']);
		expect(list.staticData.position).toBe(position);
	});

	it('delivers 250 calls once, oldest first, in three requests', async () => {
		const list = await published(callsFrom(5, 1000));
		const burst = callsFrom(-260, 250);
		expect(await later(list, 262, burst).told()).toEqual(idsOf(burst).reverse());
		expect(await list.told()).toEqual([]);
	});

	it('goes on below a page that is empty, or whose older half holds something new', async () => {
		const list = await published([...callsFrom(1, 99), call('long', 100, Infinity)]);
		list.calls.push(...callsFrom(101, 500));
		list.calls[99].EndedAt = new Date(NOW + MINUTE).toISOString();
		expect(await later(list, 2).told()).toEqual(['long']);
		expect(list.takeCursors()).toEqual(['', '100']);
		list.instead.set('', { body: { data: [], hasMore: true, nextCursor: '0' } });
		expect(await later(list, 2, [call('new', -3, 0)]).told()).toEqual(['new']);
	});

	it.each([
		['comes oldest first', false],
		['is refused newest first', true],
	])('reads a list to its end that %s', async (_, refusesSort) => {
		const calls = callsFrom(20, 950);
		const list = await published(refusesSort ? calls : calls.reverse(), { refusesSort });
		list.calls.push(call('new', -3, 0));
		expect(await later(list, 5).told()).toEqual(['new']);
	});
});

it.each([
	['changes what it waits for', true],
	['publishes the trigger', false],
])(
	'a poll delivers nothing, and forgets nothing, where another one meanwhile %s',
	async (_, isPublished) => {
		const list = new CallList(callsFrom(1, 30));
		if (isPublished) await list.told();
		later(list, 5, [call('new', -4)]);
		let other: unknown[] = [];
		list.onRequest = async () => {
			list.onRequest = () => undefined;
			list.form = { event: 'callStarted' };
			other = await list.told();
		};
		expect(await list.told()).toEqual([]);
		expect(other).toEqual(isPublished ? ['new'] : []);
		expect(await later(list, 5, [call('newer', -9)]).told()).toEqual(['newer']);
	},
);

describe('a deep reading', () => {
	/** A call ends that started below 300 newer ones. */
	async function withLongCall() {
		const list = await published([
			...callsFrom(1, 300),
			call('long', 301, Infinity),
			...callsFrom(302, 4000),
		]);
		list.calls[300].EndedAt = new Date(NOW + MINUTE).toISOString();
		return list;
	}

	it('finds a long call ten minutes after the last one, and no other poll reads so far', async () => {
		const list = await withLongCall();
		expect(await later(list, 9).told()).toEqual([]);
		expect(list.takeCursors()).toEqual(['']);
		const both = await Promise.all([later(list, 1).told(), list.told()]);
		expect(both).toEqual([['long'], []]);
		const aDay = 24 * 60;
		expect(list.takeCursors()).toHaveLength(1 + Math.ceil((aDay + 1) / 100));
		expect(await later(list, 1).told()).toEqual([]);
		expect(list.takeCursors()).toEqual(['']);
	});

	it('that is too long for a poll delivers what it finds, and is an error once an hour', async () => {
		const list = await withLongCall();
		list.onRequest = (cursor) => (list.now += cursor ? 30_000 : 0);
		const { ids, errors, advice } = await later(list, 10).poll();
		expect(ids).toEqual(['long']);
		expect(advice).toEqual([expect.stringMatching(/^The list is longer than .+ 240 s\. Add /)]);
		const iso = (ago: number) => new Date(NOW - ago * MINUTE).toISOString();
		expect(errors).toEqual([
			`Not all of the list could be read: calls that started from ${iso(24 * 60)} to ${iso(900)} may be missing`,
		]);
		expect((await later(list, 40).poll()).errors).toEqual([]);
		expect((await later(list, 20).poll()).errors).toHaveLength(1);
	});

	it.each([
		[300_000, 240],
		[45_000, 36],
		[undefined, 240],
	])('has 80 %% of the time that n8n gives: %j', async (budget, seconds) => {
		const list = await withLongCall();
		list.budget = budget;
		list.onRequest = (cursor) => (list.now += cursor ? 1000 : 0);
		list.pageSize = 2;
		const { errors } = await later(list, 10).poll();
		expect(errors).toHaveLength(1);
		expect(list.requests).toHaveLength(seconds + 1);
	});

	it('tells the end of a list from an empty page for a cursor that has expired', async () => {
		const list = await withLongCall();
		list.instead.set('200', { body: { data: [], hasMore: false } });
		const { errors, advice } = await later(list, 10).poll();
		expect(errors).toEqual([expect.stringContaining('may be missing')]);
		expect(advice).toEqual([expect.stringMatching(/^The service ended .+ too soon\. Add /)]);
		const short = await published(callsFrom(1, 100));
		short.calls.push({ ...call('x', 500), StartedAt: '' });
		short.instead.set('100', { body: { data: [] } });
		expect(await later(short, 10).told()).toEqual([]);
	});

	it('moves what is settled by six hours and a day, five readings late, and never delivers it again', async () => {
		const list = await published(callsFrom(1, 10));
		const since = () => (list.staticData.position as unknown as { since: number }).since;
		const begin = since();
		for (let nth = 0; nth < 5; nth++)
			await later(list, 12 * 60, [call(`${nth}`, -nth * 720 - 5)]).told();
		expect(since()).toBe(begin);
		await later(list, 12 * 60, [call('last', -5 * 720 - 5)]).told();
		expect(since()).toBe(begin);
		await later(list, 12 * 60, [call('more', -6 * 720 - 5)]).told();
		expect(since()).toBe(NOW + 725 * MINUTE - RULES.lag - RULES.reach.callEnded);
		for (let nth = 7; nth < 14; nth++) {
			const id = `${nth}`;
			expect(await later(list, 12 * 60, [call(id, -nth * 720 - 5)]).told()).toEqual([id]);
		}
	});

	it('is complete where the service rejects the other order', async () => {
		const list = await published(callsFrom(1, 3000));
		list.onRequest = () => {
			const { sort } = list.requests.at(-1)?.qs as IDataObject;
			if (sort === 'StartedAt:asc') list.instead.set('', { statusCode: 400, body: {} });
		};
		expect(await later(list, 60).told()).toEqual([]);
		expect(list.instead.size).toBe(1);
	});

	it('looks for calls without a start at the other end, once an hour and for 20 pages', async () => {
		const list = await published(callsFrom(1, 3000));
		const asked = () =>
			list.requests.splice(0).filter(({ qs }) => (qs as IDataObject).sort !== 'StartedAt:desc')
				.length;
		const ended = { StartedAt: '', EndedAt: new Date(NOW + 5 * MINUTE).toISOString() };
		list.calls.push({ Id: 'unanswered', ...ended });
		expect([await later(list, 30).told(), asked()]).toEqual([[], 0]);
		expect([await later(list, 30).told(), asked()]).toEqual([['unanswered'], 1]);
		list.calls.push(...Array.from({ length: 5000 }, (_, Id) => ({ Id, StartedAt: '' })));
		const { errors } = await later(list, 60).poll();
		expect([errors, asked()]).toEqual([[expect.stringContaining('without a start')], 20]);
	});
});

describe('a failure', () => {
	const BROKEN = { statusCode: 500, body: { message: 'Broken' } };

	it.each([1, 2])(
		'of request %i of the first poll leaves the beginning to the next',
		async (nth) => {
			const list = new CallList(callsFrom(5, 1000));
			list.onRequest = () => list.requests.length === nth && list.instead.set('', BROKEN);
			expect((await list.poll()).thrown).toBeDefined();
			expect([list.requests.length, list.staticData]).toEqual([nth, {}]);
			list.instead.clear();
			expect(await later(list, 1, [call('before', 0)]).told()).toEqual([]);
			expect(await later(list, 2, [call('after', -2)]).told()).toEqual(['after']);
		},
	);

	it('of the first page changes nothing', async () => {
		const list = await published(callsFrom(5, 1000));
		list.instead.set('', BROKEN);
		expect((await later(list, 1, [call('new', 0)]).poll()).thrown).toBeDefined();
		list.instead.clear();
		expect(await list.told()).toEqual(['new']);
	});

	it('of a later page keeps nothing above it from being delivered, and what is below for the next', async () => {
		const list = await published(callsFrom(5, 1000));
		list.instead.set('200', BROKEN);
		const { ids, errors, thrown } = await later(list, 262, callsFrom(-260, 250)).poll();
		expect([ids.length, errors]).toEqual([200, ['The service failed: Broken (500)']]);
		expect(thrown).toBeUndefined();
		list.instead.clear();
		expect(await later(list, 10).told()).toHaveLength(50);
	});

	it('does not drop what else there is to report', async () => {
		jest.replaceProperty(RULES, 'maxDone', 10);
		const list = await published(callsFrom(5, 1000));
		list.instead.set('100', BROKEN);
		const { ids, errors, advice } = await later(list, 115, callsFrom(-110, 100)).poll();
		expect(advice[0]).toMatch(/^More calls came .+ 'Get Many' /);
		expect([ids, errors]).toEqual([
			[],
			[
				`Calls before ${new Date(NOW + 2 * HOUR).toISOString()} were not delivered (100)`,
				'The service failed: Broken (500)',
			],
		]);
	});

	it('of reading a time is one, and keeps nothing of the page', async () => {
		const list = await published(callsFrom(5, 100));
		jest.spyOn(Call.prototype, 'end', 'get').mockImplementationOnce(() => {
			throw new UserError('\'EndedAt\' of a call is "soon"', 'Ask the service.');
		});
		const { ids, errors } = await later(list, 5, callsFrom(-3, 2)).poll();
		expect([ids, errors]).toEqual([[], ['\'EndedAt\' of a call is "soon"']]);
		expect(await list.told()).toHaveLength(2);
	});
});

it('as many calls on one page as cannot be the arguments of a function may be read', async () => {
	const list = await published(callsFrom(5, 200_000), { pageSize: 200_001 });
	expect(await later(list, 5, [call('new', -2)]).told()).toEqual(['new']);
});
