import type { IDataObject } from 'n8n-workflow';

import { newCalls, sampleCalls } from '../../nodes/VoiceAssistantCallsTrigger/newCalls';
import type { Poll } from '../../nodes/VoiceAssistantCallsTrigger/readList';
import type { PollerMemory } from '../../nodes/VoiceAssistantCallsTrigger/memory';
import { RULES, type Position } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { call, CallList, callsFrom, MINUTE, NOW } from '../support/callList';
import { json, page } from '../support/scriptedClient';
import { rejectionOf } from '../support/userError';

/** Ids of what a poll tells. */
async function told(list: CallList, staticData: IDataObject, fields: Partial<Poll> = {}) {
	const { calls } = await newCalls(staticData, list.poll(fields));
	return calls.map(({ Id }) => Id);
}

/** A list whose position has begun at its newest call. */
async function begun(calls: IDataObject[], pageSize?: number) {
	const list = new CallList(calls, pageSize);
	const staticData: IDataObject = {};
	expect(await told(list, staticData)).toEqual([]);
	list.takeCursors();
	return { list, staticData };
}

const position = ({ position: stored }: IDataObject) => stored as unknown as Position;

describe('the first poll', () => {
	it('tells nothing, reads one page, and stores the beginning', async () => {
		const list = new CallList(callsFrom(5, 1000));
		const staticData: IDataObject = {};
		expect(await told(list, staticData)).toEqual([]);
		expect(list.cursors).toEqual(['']);
		expect(position(staticData)).toMatchObject({ begin: NOW - 5 * MINUTE });
	});

	it('of a list in another order begins at its newest event, wherever that is', async () => {
		const { staticData } = await begun(callsFrom(5, 250).reverse());
		expect(position(staticData).begin).toBe(NOW - 5 * MINUTE);
	});

	it('of an empty list makes everything after it new', async () => {
		const { list, staticData } = await begun([]);
		list.calls = callsFrom(9, 2);
		expect(await told(list, staticData)).toEqual(['10 minutes ago', '9 minutes ago']);
	});

	it.each<[string, number, number, string[]]>([
		['one call is', 1, 300, ['']],
		['a page and a half of the calls are', 150, 300, ['', '100', '200']],
		['all calls are', 150, 0, ['', '100']],
	])('of a list in which %s hours ahead makes only later ones new', async (...row) => {
		const [, ahead, others, cursors] = row;
		const planned = callsFrom(-20 * 60, ahead);
		const list = new CallList([...planned, ...callsFrom(5, others)]);
		const staticData = {};
		expect(await told(list, staticData)).toEqual([]);
		expect(list.takeCursors()).toEqual(cursors);
		const later = call('later', others === 0 ? -20 * 60 - 1 : 4);
		const index = others === 0 ? 0 : ahead;
		list.calls = [...list.calls.slice(0, index), later, ...list.calls.slice(index)];
		list.now += 10 * MINUTE;
		expect(await told(list, staticData)).toEqual(['later']);
	});

	it.each([
		['is empty', []],
		['has no times', [{ Id: 'ringing', StartedAt: '', EndedAt: '' }]],
	])('of a list whose first page %s makes none of the history new', async (_, records) => {
		const list = new CallList(callsFrom(60, 300));
		list.instead.set('', page(records, '0'));
		const staticData: IDataObject = {};
		expect(await told(list, staticData)).toEqual([]);
		list.now += 10 * MINUTE;
		list.calls = [call('meanwhile', -5), ...list.calls];
		expect(await told(list, staticData)).toEqual(['meanwhile']);
	});
});

it('a poll that finds nothing new costs one request, and stores nothing', async () => {
	const { list, staticData } = await begun(callsFrom(5, 1000));
	const stored = staticData.position;
	list.now += MINUTE;
	expect(await told(list, staticData)).toEqual([]);
	expect(list.takeCursors()).toEqual(['']);
	expect(staticData.position).toBe(stored);
});

describe('new calls', () => {
	it('250 at once are told once, oldest first, in three requests', async () => {
		const { list, staticData } = await begun(callsFrom(300, 1000));
		const burst = callsFrom(10, 250);
		list.calls = [...burst, ...list.calls];
		expect(await told(list, staticData)).toEqual(burst.map(({ Id }) => Id).reverse());
		expect(list.takeCursors()).toEqual(['', '100', '200']);
		expect(await told(list, staticData)).toEqual([]);
	});

	it('in the older half of a page lead to the page below', async () => {
		const { list, staticData } = await begun([
			...callsFrom(1, 49),
			call('young', 50, Infinity),
			call('old', 51, Infinity),
			...callsFrom(52, 1000),
		]);
		for (const [index, Id, cursors] of [
			[49, 'young', ['']],
			[50, 'old', ['', '100']],
		] as const) {
			list.calls[index] = { ...list.calls[index], EndedAt: new Date(NOW).toISOString() };
			expect(await told(list, staticData)).toEqual([Id]);
			expect(list.takeCursors()).toEqual(cursors);
		}
	});

	it('are told once though calls begin while the list is read', async () => {
		const { list, staticData } = await begun(callsFrom(300, 1000));
		const burst = callsFrom(10, 250);
		list.calls = [...burst, ...list.calls];
		list.onRequest = (cursor) => {
			if (cursor) list.calls = [call(`meanwhile ${cursor}`, 2, Infinity), ...list.calls];
		};
		expect(await told(list, staticData)).toEqual(burst.map(({ Id }) => Id).reverse());
		expect(list.takeCursors().length).toBeLessThanOrEqual(4);
	});

	it('are told once by two polls at once', async () => {
		const { list, staticData } = await begun(callsFrom(300, 1000));
		list.calls = [...callsFrom(10, 150), ...list.calls];
		const both = await Promise.all([told(list, staticData), told(list, staticData)]);
		expect(both.flat()).toHaveLength(150);
		expect(new Set(both.flat()).size).toBe(150);
	});
});

describe('a deep reading', () => {
	/** A call ends that started five hours ago, below 300 newer ones. */
	async function withLongCall(Id = 'long') {
		const { list, staticData } = await begun([
			...callsFrom(1, 300),
			call(Id, 301, Infinity),
			...callsFrom(302, 3000),
		]);
		list.calls[300] = { ...list.calls[300], EndedAt: new Date(NOW).toISOString() };
		return { list, staticData };
	}

	it('finds it, ten minutes after the last one', async () => {
		const { list, staticData } = await withLongCall();
		list.now += 9 * MINUTE;
		expect(await told(list, staticData)).toEqual([]);
		list.now += MINUTE;
		expect(await told(list, staticData)).toEqual(['long']);
		list.now += MINUTE;
		list.takeCursors();
		expect(await told(list, staticData)).toEqual([]);
		expect(list.takeCursors()).toEqual(['']);
	});

	it('goes to the position for Call Started, since a start is in its place', async () => {
		const question = { event: 'callStarted' as const, text: 'started' };
		const list = new CallList(callsFrom(1, 3000));
		const staticData: IDataObject = {};
		await told(list, staticData, { question });
		list.now += 10 * MINUTE;
		await told(list, staticData, { question });
		expect(list.takeCursors()).toEqual(['', '']);
	});
});

describe('a list that is not newest first', () => {
	it.each([
		['comes oldest first', false, 10],
		['is refused newest first', true, 11],
	])('is read to its end where it %s', async (_, isRefused, cost) => {
		const calls = callsFrom(20, 950);
		const { list, staticData } = await begun(isRefused ? calls : calls.reverse());
		list.refusesSort = isRefused;
		list.calls.push(call('new', 3));
		expect(await told(list, staticData)).toEqual(['new']);
		expect(list.takeCursors()).toHaveLength(cost);
	});
});

describe('too little time', () => {
	/** 950 new calls, of which a poll reads four pages. */
	async function withMuchNew() {
		const { list, staticData } = await begun(callsFrom(1000, 1000));
		list.calls = [...callsFrom(1, 950), ...list.calls];
		list.onRequest = () => (list.now += 5000);
		return { list, staticData };
	}

	it('the next polls go on where it ended, and everything is told once', async () => {
		const { list, staticData } = await withMuchNew();
		const all: unknown[] = [];
		const perPoll: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			const calls = await told(list, staticData);
			perPoll.push(calls.length);
			all.push(...calls);
			list.now += MINUTE;
		}
		expect(perPoll).toEqual([400, 300, 250, 0]);
		expect(new Set(all).size).toBe(950);
		expect(list.takeCursors().slice(0, 8)).toEqual([
			'',
			'100',
			'200',
			'300',
			'',
			'400',
			'500',
			'600',
		]);
	});
});

describe('a failure', () => {
	const FAILED = json({ message: 'Broken' }, 500);

	it('of the first page is thrown, and nothing changes', async () => {
		const { list, staticData } = await begun(callsFrom(300, 1000));
		const before = staticData.position;
		list.instead.set('', FAILED);
		list.calls = [call('new', 3), ...list.calls];
		expect((await rejectionOf(newCalls(staticData, list.poll()))).status).toBe(500);
		expect(staticData.position).toBe(before);
	});

	it.each([
		['calls before it are told along with it', 250, 200, 50],
		['it is thrown where nothing new is before it', 0, 0, 0],
	])('of a later page is where the next poll goes on: %s', async (_, more, first, rest) => {
		const { list, staticData } = await begun(callsFrom(300, 3000));
		list.calls = [...callsFrom(10, more), ...list.calls];
		list.instead.set('200', FAILED);
		list.now += 10 * MINUTE;
		const [polled] = await Promise.allSettled([newCalls(staticData, list.poll())]);
		const failure = { status: 500 };
		expect(polled).toMatchObject(first > 0 ? { value: { failure } } : { reason: failure });
		if (polled.status === 'fulfilled') expect(polled.value.calls).toHaveLength(first);
		expect(position(staticData).deep).toMatchObject({ place: { cursor: '200' } });
		list.instead.clear();
		expect(await told(list, staticData)).toHaveLength(rest);
	});
});

it('a call without a start is found within an hour, for one request more', async () => {
	const { list, staticData } = await begun(callsFrom(5, 3000));
	list.calls.push({ Id: 'unanswered', StartedAt: '', EndedAt: new Date(NOW).toISOString() });
	const found = [];
	for (list.now += 5 * MINUTE; list.now <= NOW + 70 * MINUTE; list.now += 5 * MINUTE) {
		found.push(...(await told(list, staticData)));
	}
	expect(found).toEqual(['unanswered']);
	expect(list.sorts.filter((sort) => sort === 'StartedAt:asc')).toHaveLength(1);
});

describe('a reading that was lost', () => {
	const lostUntil = (notBefore: number) => ({ state: 'lost', notBefore, losses: 1, reportAt: NOW });

	it.each([
		['is tried again in one go when it is time', NOW, true],
		['is not before', NOW + 1, false],
		['is not within an hour', NOW + RULES.rarely, false],
		["is where n8n's clock was set back", NOW + RULES.rarely + 1, true],
	])('%s, and by no other poll meanwhile', async (_, notBefore, inOneGo) => {
		const { list, staticData } = await begun(callsFrom(1, 3000));
		list.pageSizeParameter = 'limit';
		staticData.position = { ...position(staticData), deep: lostUntil(notBefore) } as never;
		let meanwhile: unknown;
		list.onRequest = () => (meanwhile = position(staticData).deep);
		await told(list, staticData);
		expect(list.takeCursors()).toEqual(inOneGo ? ['', '1000'] : ['']);
		expect(meanwhile).toEqual(lostUntil(inOneGo ? NOW + RULES.deepEvery : notBefore));
		if (inOneGo) expect(position(staticData).deep).toEqual({ state: 'finished', at: NOW });
	});
});

describe('what the process remembers', () => {
	it('is where a poll came that told nothing, as long as nothing else is stored', async () => {
		const { list, staticData } = await begun(callsFrom(5, 1000));
		const memory: PollerMemory = {};
		const stored = staticData.position;
		list.now += 10 * MINUTE;
		await newCalls(staticData, list.poll(), memory);
		expect(memory.position?.deep).toEqual({ state: 'finished', at: list.now });
		expect(list.takeCursors().length).toBeGreaterThan(1);

		// n8n has saved nothing of it.
		staticData.position = stored;
		await newCalls(staticData, list.poll(), memory);
		expect(list.takeCursors()).toEqual(['']);
		staticData.position = { ...position(staticData), stamp: 'another' } as never;
		await newCalls(staticData, list.poll(), memory);
		expect(list.takeCursors().length).toBeGreaterThan(1);
	});

	it('is not where a poll came that told calls, since its flow may fail', async () => {
		const { list, staticData } = await begun(callsFrom(5, 1000));
		list.calls = [call('new', 1), ...list.calls];
		const memory: PollerMemory = {};
		expect((await newCalls(staticData, list.poll(), memory)).calls).toHaveLength(1);
		expect(memory.position).toBeUndefined();
	});
});

describe('an edit of the node', () => {
	it('tells what comes after the newest event that is known, and nothing twice', async () => {
		const { list, staticData } = await begun(callsFrom(100, 500));
		list.calls = [call('told', 20), ...list.calls];
		expect(await told(list, staticData)).toEqual(['told']);
		list.calls = [call('after', 10), ...list.calls, call('before', 5000, 5000 - 30)];
		const question = { event: 'callEnded' as const, text: 'callEnded, other filters' };
		expect(await told(list, staticData, { question })).toEqual(['after']);
	});
});

describe('the sample calls of a test', () => {
	it('the newest five calls of the first page are shown, oldest first', async () => {
		const list = new CallList([call('goes on', 1, Infinity), ...callsFrom(2, 500)]);
		const calls = await sampleCalls(list.poll());
		expect(calls.map(({ Id }) => Id)).toEqual([6, 5, 4, 3, 2].map((ago) => `${ago} minutes ago`));
		expect(list.cursors).toEqual(['']);
	});

	it('they are the newest in whatever order they come', async () => {
		const calls = [3, 7, 1, 9, 5, 8, 2].map((ago) => call(`${ago}`, ago));
		const samples = await sampleCalls(new CallList(calls).poll());
		expect(samples.map(({ Id }) => Id)).toEqual(['7', '5', '3', '2', '1']);
	});

	it('they are those of the first page that is not empty, for services that filter after paging', async () => {
		const list = new CallList(callsFrom(2, 3));
		list.instead.set('', page([], '0'));
		expect(await sampleCalls(list.poll())).toHaveLength(3);
		expect(list.cursors).toEqual(['', '0']);
	});

	it('fewer are shown if there are fewer, and none if there is none', async () => {
		const list = new CallList([call('goes on', 1, Infinity), call('ended', 2)]);
		expect(await sampleCalls(list.poll())).toEqual([list.calls[1]]);
		list.calls.pop();
		expect(await sampleCalls(list.poll())).toEqual([]);
		list.calls.pop();
		expect(await sampleCalls(list.poll())).toEqual([]);
	});
});
