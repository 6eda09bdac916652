import {
	isNew,
	positionFor,
	readDone,
	sortTime,
	storedPosition,
	writeDone,
	type Position,
} from '../../nodes/VoiceAssistantCallsTrigger/position';
import { NOW } from '../support/callList';
import { positionWith } from '../support/positions';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ENDED = { event: 'callEnded' as const, text: 'ended' };
const STARTED = { event: 'callStarted' as const, text: 'started' };

describe('the stored position', () => {
	it('is what was stored', () => {
		const stored = positionWith({ done: { 1: 'abcdefghij' } });
		expect(storedPosition(stored)).toBe(stored);
	});

	it.each([
		undefined,
		{ since: 1 },
		positionWith({ done: null as never }),
		{ ...positionWith(), deep: undefined },
		{ ...positionWith(), since: undefined },
		{ ...positionWith(), done: 'abcdefghij' },
	])('is none if %j was stored', (stored) => expect(storedPosition(stored)).toBeUndefined());
});

it('without a stored position it begins at the newest event of the list', () => {
	expect(positionFor(undefined, ENDED, NOW - HOUR, NOW)).toMatchObject({
		question: 'ended',
		begin: NOW - HOUR,
		since: NOW - HOUR - DAY,
		deep: { state: 'finished', at: NOW },
	});
	expect(positionFor(undefined, STARTED, NOW - HOUR, NOW).since).toBe(NOW - HOUR);
});

describe('for another question', () => {
	const changed = (fields: Partial<Position>, listed = NOW) =>
		positionFor(positionWith(fields), STARTED, listed, NOW);

	it('it goes on at the newest event that is known, and a deep reading is due', () => {
		const done = { 1: 'abcdefghij' };
		const place = { cursor: 'page-7', filters: [] };
		const deep = { state: 'interrupted' as const, place, losses: 0, reportAt: NOW };
		const { stamp } = positionWith();
		expect(changed({ done, newest: NOW - HOUR, seen: [1], deep })).toEqual({
			question: 'started',
			begin: NOW - HOUR,
			since: NOW - HOUR,
			newest: NOW - HOUR,
			done,
			seen: [],
			deep: { state: 'finished', at: 0 },
			undated: { at: NOW },
			stamp,
		});
	});

	it('or where it was, if nothing was delivered since', () =>
		expect(changed({ begin: NOW - 3 * HOUR }).begin).toBe(NOW - 3 * HOUR));

	it('it does not look further back than a day before the newest event of the list', () => {
		const quiet = { begin: NOW - 90 * DAY, newest: NOW - 90 * DAY };
		expect(changed(quiet).begin).toBe(NOW - DAY);
		expect(changed(quiet, NOW - 89.5 * DAY).begin).toBe(NOW - 90 * DAY);
	});
});

it('what is done is stored by the hour, without the hours before a time', () => {
	const keys = ['abcdefghij', 'klmnopqrst', 'constructo'];
	const done = writeDone(new Map(keys.map((key, nth) => [key, nth])), HOUR);
	expect(done).toEqual({ 1: keys[1], 2: keys[2] });
	expect([...readDone(done)]).toEqual([
		[keys[1], 1],
		[keys[2], 2],
	]);
});

it.each([
	[NOW - HOUR, NOW - HOUR],
	[NOW - 2 * DAY, NOW - DAY],
	[undefined, NOW],
])('a call that started at %j and ended now stands at %d', (start, place) => {
	expect(sortTime(start, NOW)).toBe(place);
});

it('an event is new from the beginning on, of a call that is not settled, until it is delivered', () => {
	const known = positionWith({ begin: 2000, since: 1000 });
	const done = new Map([['told', 0]]);
	const isEventNew = (key: string, time: number, sortTime: number) =>
		isNew(known, done, key, { time, sortTime });
	expect(isEventNew('a', 2000, 1000)).toBe(true);
	expect(isEventNew('a', 1999, 1000)).toBe(false);
	expect(isEventNew('a', 2000, 999)).toBe(false);
	expect(isEventNew('told', 2000, 1000)).toBe(false);
});
