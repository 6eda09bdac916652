import type { IDataObject } from 'n8n-workflow';

import { RULES, type Position } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { readList, type Poll } from '../../nodes/VoiceAssistantCallsTrigger/readList';
import { Reading } from '../../nodes/VoiceAssistantCallsTrigger/reading';
import { call, CallList, callsFrom, HOUR, MINUTE, NOW } from '../support/callList';
import { positionWith } from '../support/positions';
import { json, page } from '../support/scriptedClient';

const QUESTION = { event: 'callEnded' as const, text: 'ended' };

/** Nothing is new, since all of it was before. */
const ALL_OLD = { begin: NOW };

const DEEP_DUE: Partial<Position> = { deep: { state: 'finished', at: NOW - RULES.deepEvery } };

const at = (cursor: string) => ({ cursor, filters: [] });

const interruptedAt = (cursor: string): Partial<Position> => ({
	deep: { state: 'interrupted', place: at(cursor), losses: 0, reportAt: NOW + HOUR },
});

/** One poll: how far it came, and with which requests. */
async function read(
	list: CallList,
	stored: Partial<Position> | undefined,
	{ inOneGo = false, ...poll }: Partial<Poll> & { inOneGo?: boolean } = {},
) {
	const from = stored && positionWith({ ...ALL_OLD, ...stored });
	const reading = new Reading(QUESTION, from, NOW, RULES);
	const whole = list.poll({ question: QUESTION, ...poll });
	const { ends, failure } = await readList(whole, reading, inOneGo, RULES);
	return { ...ends, status: failure?.status, asked: list.takeCursors(), reading };
}

/** `since`, so many minutes ago. */
const since = (ago: number): Partial<Position> => ({ since: NOW - ago * MINUTE });

/** Each request takes so long; a poll has 20 seconds. */
const slow = (list: CallList, ms: number) => {
	list.onRequest = () => (list.now += ms);
	return list;
};

const NOT_DUE = { state: 'notDue' };
const FINISHED = { state: 'finished' };
const LOST = { state: 'lost' };

describe('the reading back', () => {
	const lost = { ...LOST, notBefore: NOW + HOUR, losses: 1, reportAt: NOW };

	it.each<[what: string, stored: Partial<Position>, end: object, asked: string[]]>([
		['was finished a minute ago', {}, NOT_DUE, ['']],
		[
			'is due in a millisecond',
			{ deep: { state: 'finished', at: NOW - RULES.deepEvery + 1 } },
			NOT_DUE,
			[''],
		],
		[
			"is due where n8n's clock was set back",
			{ deep: { state: 'finished', at: NOW + 1 }, ...since(51) },
			FINISHED,
			['', '100'],
		],
		['goes down to what is settled', { ...DEEP_DUE, ...since(180) }, FINISHED, ['', '100', '200']],
		[
			'goes down to the last call that is not',
			{ ...DEEP_DUE, ...since(51) },
			FINISHED,
			['', '100'],
		],
		['goes on where half a page is not', { ...DEEP_DUE, ...since(60) }, FINISHED, ['', '100']],
		['is not due where the first page is', since(50), NOT_DUE, ['']],
		[
			'goes on at its place',
			{ ...interruptedAt('400'), ...since(600) },
			FINISHED,
			['', '400', '500', '600'],
		],
		['was lost, and is not due yet', { deep: lost } as Partial<Position>, NOT_DUE, ['']],
	])('%s', async (_, stored, end, asked) => {
		const found = await read(new CallList(callsFrom(1, 3000)), stored);
		expect([found.deep, found.asked, found.undated]).toEqual([end, asked, NOT_DUE]);
	});

	it.each<[was: string, stored: Partial<Position>, end: object]>([
		['not due', {}, NOT_DUE],
		['due', DEEP_DUE, FINISHED],
		['lost', { deep: lost } as Partial<Position>, FINISHED],
		['interrupted', interruptedAt('20'), FINISHED],
	])('ends with a list of one page, where it was %s', async (_, stored, end) => {
		const { deep, asked } = await read(new CallList(callsFrom(1, 50)), stored);
		expect([deep, asked]).toEqual([end, ['']]);
	});

	it.each([
		['its time is up', 10_000, undefined, undefined],
		['a page fails', 0, json({ message: 'Broken' }, 500), 500],
	])('is interrupted where %s', async (_, ms, instead, status) => {
		const list = slow(new CallList(callsFrom(1, 3000)), ms);
		if (instead) list.instead.set('200', instead);
		const { deep, status: failed } = await read(list, DEEP_DUE);
		expect([deep, failed]).toEqual([{ state: 'interrupted', place: at('200') }, status]);
	});

	it('keeps its place where there is no time for one page more', async () => {
		const list = slow(new CallList(callsFrom(1, 3000)), 20_000);
		const { deep, asked } = await read(list, interruptedAt('400'));
		expect([deep, asked]).toEqual([{ state: 'interrupted', place: at('400') }, ['']]);
	});

	it('goes on at a place between pages, and the order is still kept', async () => {
		const list = new CallList(callsFrom(1, 3000));
		const { deep, reading } = await read(list, { ...interruptedAt('50'), ...since(300) });
		expect([deep, reading.inOrder, reading.isQuiet]).toEqual([FINISHED, true, true]);
	});

	it.each([401, 403, 408, 429, 500])('keeps its place where that fails with %i', async (code) => {
		const list = new CallList(callsFrom(1, 3000));
		list.instead.set('400', json({ message: 'No' }, code, { 'retry-after': '0' }));
		const { deep, status } = await read(list, interruptedAt('400'));
		expect([deep, status]).toEqual([{ state: 'interrupted', place: at('400') }, code]);
	});

	it.each([
		['is refused', json({ message: 'Expired' }, 410)],
		['is an empty page', page([])],
		['is the top', page(callsFrom(1, 100), '100')],
	])('goes on from the top where its place %s', async (_, instead) => {
		const list = new CallList(callsFrom(1, 3000));
		list.instead.set('400', instead);
		const stored = { ...interruptedAt('400'), ...since(180) };
		const { deep, asked } = await read(list, stored);
		expect([deep, asked]).toEqual([FINISHED, ['', '400', '100', '200']]);
		// With too little time for that.
		const late = await read(slow(list, 8000), stored);
		expect([late.deep, late.asked]).toEqual([LOST, ['', '400', '100']]);
	});

	it.each([
		['an empty page at its place, with more below', '400', page([], '500')],
		['an empty page at the top, with more below', '', page([], '100')],
	])('goes on after %s', async (_, cursor, instead) => {
		const list = new CallList(callsFrom(1, 3000));
		list.instead.set(cursor, instead);
		const { deep, asked } = await read(list, { ...interruptedAt('400'), ...since(600) });
		expect([deep, asked]).toEqual([FINISHED, ['', '400', '500', '600']]);
	});

	it.each([
		['the list has ended', 900, undefined, FINISHED],
		['the list has older calls', 1000, undefined, LOST],
		['nothing says so, since the other end is refused', 1000, 400, FINISHED],
		['nothing says whether it has ended', 1000, 500, LOST],
	])('of an empty last page: %s', async (_, length, refused, end) => {
		const list = new CallList(callsFrom(1, length));
		list.instead.set('800', page(list.calls.slice(800, 900), '900'));
		list.instead.set('900', page([]));
		list.onRequest = () => {
			const isOtherEnd = list.sorts.at(-1) === 'StartedAt:asc';
			if (isOtherEnd && refused) list.instead.set('', json({ message: 'No' }, refused));
		};
		expect((await read(list, DEEP_DUE)).deep).toEqual(end);
		expect(list.sorts.filter((sort) => sort === 'StartedAt:asc')).toHaveLength(1);
	});

	it('ends with an empty list', async () => {
		const { deep, asked } = await read(new CallList([]), DEEP_DUE);
		expect([deep, asked]).toEqual([FINISHED, ['']]);
	});
});

describe('calls without a start, at the other end of the list', () => {
	const undated = Array.from({ length: 150 }, (_, nth): IDataObject => ({ Id: `undated ${nth}` }));
	const listed = () => new CallList([...callsFrom(1, 3000), ...undated]);
	const due = (ago: number, cursor?: string): Partial<Position> => ({
		undated: { at: NOW - ago, ...(cursor !== undefined && { place: at(cursor) }) },
	});

	it.each<[string, Partial<Position>, end: object, asked: string[]]>([
		['are due after an hour', due(RULES.rarely), FINISHED, ['', '', '100']],
		['are not due before', due(RULES.rarely - 1), NOT_DUE, ['']],
		["are due if n8n's clock was set back", due(-1), FINISHED, ['', '', '100']],
		['are looked for on from their place', due(0, '100'), FINISHED, ['', '100']],
	])('%s', async (_, stored, end, asked) => {
		const found = await read(listed(), stored);
		expect([found.undated, found.asked, found.deep]).toEqual([end, asked, NOT_DUE]);
	});

	it('are those of a list that was read to its end, and not looked for at its beginning', async () => {
		const list = new CallList(callsFrom(1, 20));
		const whole = await read(list, due(RULES.rarely));
		expect([whole.undated, whole.asked]).toEqual([FINISHED, ['']]);
		const first = await read(list, undefined);
		expect([first.undated, first.asked]).toEqual([NOT_DUE, ['']]);
	});

	it('are looked for at the next poll where the time is up, or a page fails', async () => {
		const list = listed();
		const some = await read(slow(list, 10_000), due(RULES.rarely));
		expect(some.undated).toEqual({ state: 'interrupted', place: at('100') });
		const none = await read(slow(list, 20_000), due(RULES.rarely));
		expect([none.undated, none.asked]).toEqual([NOT_DUE, ['']]);
		list.instead.set('100', json({ message: 'Broken' }, 500));
		const failed = await read(slow(list, 0), due(RULES.rarely));
		expect([failed.undated, failed.status]).toEqual([NOT_DUE, 500]);
		const after = await read(list, { ...due(RULES.rarely), ...DEEP_DUE });
		expect([after.undated, after.asked]).toEqual([NOT_DUE, ['', '100']]);
	});
});

describe('a reading in one go', () => {
	const oneGo = { inOneGo: true };

	it('has more time, and pages of 1,000 where the service can, or its own where it cannot', async () => {
		const list = slow(new CallList(callsFrom(1, 2500)), 9000);
		expect((await read(list, since(2000), oneGo)).asked).toEqual(['', '100', '200', '300', '400']);
		list.pageSizeParameter = 'limit';
		const large = await read(list, since(2000), oneGo);
		expect([large.deep, large.asked]).toEqual([FINISHED, ['', '1000', '2000']]);

		list.instead.set('', json({ message: 'At most 100' }, 400));
		let requests = 0;
		list.onRequest = () => {
			// Without an order first: a service may refuse that.
			if (++requests === 3) list.instead.clear();
		};
		const small = await read(list, since(180), oneGo);
		expect([small.deep, small.asked]).toEqual([FINISHED, ['', '', '', '100', '200']]);
	});

	it('fails where the large page fails for another reason', async () => {
		const list = new CallList(callsFrom(1, 2500));
		list.pageSizeParameter = 'limit';
		list.instead.set('', json({ message: 'Broken' }, 500));
		await expect(read(list, since(2000), oneGo)).rejects.toMatchObject({ status: 500 });
		expect(list.takeCursors()).toEqual(['']);
	});
});

describe('what a reading keeps', () => {
	const reading = (stored: Partial<Position> | undefined, event = QUESTION) =>
		new Reading(event, stored && positionWith(stored), NOW, RULES);
	const minutes = ({ found }: Reading) =>
		[...found.values()].map(({ time, record }) => [(NOW - time) / MINUTE, record?.Id]);

	it('is every event that is not settled, with its call where it is new', () => {
		const stored = { begin: NOW - 30 * MINUTE, since: NOW - 60 * MINUTE };
		const one = reading(stored);
		const records = [
			call('new', 20),
			call('goes on', 21, Infinity),
			call('at the beginning', 31, 1),
			call('before the beginning', 32, 1),
			call('at since', 60, 40),
			call('before since', 61, 40),
		];
		one.take({ records, direction: 'desc' } as never);
		expect(minutes(one)).toEqual([
			[19, 'new'],
			[30, 'at the beginning'],
			[20, 'at since'],
		]);
		const skipping = reading({ ...stored, skipsFrom: NOW - 61 * MINUTE });
		skipping.take({ records, direction: 'desc' } as never);
		expect(minutes(skipping).at(-1)).toEqual([21, undefined]);
	});

	it('is an event without its call in the first poll, in which every page moves the beginning', () => {
		const first = reading(undefined);
		first.take({ records: [call('old', 50)], direction: 'desc' } as never);
		expect([minutes(first), first.from.begin]).toEqual([[[49, undefined]], NOW - 50 * MINUTE]);
		first.take({ records: [call('newer', 20)], direction: 'desc' } as never);
		expect(minutes(first).at(-1)).toEqual([19, undefined]);
		expect(first.from.begin).toBe(NOW - 20 * MINUTE);
	});

	it('does not make what is settled new, whatever it promises for the pages below', () => {
		const one = reading({ begin: NOW - 300 * MINUTE, since: NOW - 60 * MINUTE });
		one.take({ records: [call('a', 70, 10), call('b', 71, 10)], direction: 'desc' } as never);
		expect([minutes(one), one.isQuiet]).toEqual([[], true]);
	});

	it('is judged by the position that the first page leads to, where the question has changed', () => {
		const old = { question: 'started', begin: 0, since: 0, newest: NOW - 30 * HOUR };
		const one = reading(old);
		one.take({ records: [call('a', 50)], direction: 'desc' } as never);
		one.take({ records: [call('b', 20)], direction: 'desc' } as never);
		expect(one.from.begin).toBe(NOW - 50 * MINUTE - RULES.mostAfterChange);
	});

	it.each([
		['the newest event', [call('a', 20, 5), call('b', 10, 1)], 10],
		['the newest start where the ends are late', [call('a', 20, 19)], 20],
		['the newest start where nothing has ended', [call('a', 20, Infinity)], 20],
		['the newest end where nothing has a start', [{ Id: 'a', EndedAt: call('a', 5).EndedAt }], 4],
		['a clock that is an hour ahead', [call('a', -60, 0), call('b', 1)], -60],
		['no further ahead, where others are not', [call('a', -61, 0), call('b', 1)], 1],
		['a clock that is a day ahead', [call('a', -24 * 60, 0), call('b', -61, 0)], -24 * 60],
		['no further ahead at all', [call('a', -24 * 60 - 1, 0), call('b', -61, 0)], -61],
	])('knows where the list is: %s', (_, records, ago) => {
		const one = reading(undefined);
		one.take({ records, direction: 'desc' } as never);
		expect(one.newest.listed).toBe(NOW - ago * MINUTE);
	});

	it("knows how far the service is, as far as that is not ahead of n8n's clock", () => {
		const one = reading(undefined);
		expect([one.newest.past, one.newest.listed]).toEqual([0, undefined]);
		one.take({ records: [call('ahead', -1, 0), call('now', 0, 0)] } as never);
		expect(one.newest.past).toBe(NOW);
		one.take({ records: [call('before', 9)] } as never);
		expect(one.newest.past).toBe(NOW);
	});
});
