import { RULES } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { settle, type Reading } from '../../nodes/VoiceAssistantCallsTrigger/settle';
import { NOW, positionWith } from '../support/positions';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** New calls with their minutes before now, in the order of the list. */
const calls = (minutes: Record<string, number>): Reading['found'] =>
	new Map(
		Object.entries(minutes).map(([Id, ago]) => [Id, { time: NOW - ago * MINUTE, record: { Id } }]),
	);

const reading = (fields: Partial<Reading> = {}): Reading => ({
	question: 'ended',
	isFirst: false,
	from: positionWith(),
	at: NOW,
	found: new Map(),
	newest: { event: NOW, past: NOW },
	inOrder: true,
	deep: false,
	finished: false,
	resumeAt: '',
	...fields,
});

const idsOf = ({ calls: told }: ReturnType<typeof settle>) => told.map(({ Id }) => Id);

describe('at the beginning', () => {
	const first = (fields: Partial<Reading> = {}) =>
		settle(undefined, reading({ isFirst: true, newest: { event: NOW - HOUR }, ...fields }));

	it('nothing is told, and the newest event is done', () => {
		const found = new Map([
			['a', { time: NOW - HOUR }],
			['b', { time: NOW - 2 * HOUR }],
		]);
		const settled = first({ found });
		expect(settled.calls).toEqual([]);
		expect(settled.position).toEqual({
			question: 'ended',
			since: NOW - HOUR,
			done: { a: NOW - HOUR },
			readTo: [],
			readAt: NOW,
			resumeAt: '',
		});
	});

	it("n8n's clock has to do if the list is in no order and too long to be read", () => {
		const since = (fields: Partial<Reading>) => first(fields).position.since;
		expect(since({ inOrder: false })).toBe(NOW);
		expect(since({ inOrder: false, finished: true })).toBe(NOW - HOUR);
		expect(since({ inOrder: false, newest: { event: NOW + MINUTE } })).toBe(NOW + MINUTE);
		expect(since({ deep: true, resumeAt: 'x' })).toBe(NOW - HOUR);
	});

	it('a poll beside it tells nothing, and leaves the position as it is', () => {
		const stored = positionWith();
		const settled = settle(stored, reading({ isFirst: true, deep: true, found: calls({ a: 1 }) }));
		expect(settled).toEqual({ calls: [], position: stored });
		expect(settled.position).toBe(stored);
	});
});

describe('new events', () => {
	it('are told oldest first, those of one time in the order in which they started', () => {
		const found = calls({ late: 1, b: 5, a: 5, early: 9, mid: 3 });
		expect(idsOf(settle(positionWith(), reading({ found })))).toEqual([
			'early',
			'a',
			'b',
			'mid',
			'late',
		]);
	});

	it('are done from then on', () => {
		const found = calls({ a: 1 });
		const { position: next } = settle(positionWith(), reading({ found }));
		expect(next).toEqual(positionWith({ done: { a: NOW - MINUTE } }));
		expect(settle(next, reading({ found })).calls).toEqual([]);
	});

	it('are judged by what is stored now, and not at the beginning of the reading', () => {
		const found = calls({ a: 1, b: 2 });
		const both = [reading({ found }), reading({ found: new Map(found) })];
		const one = settle(positionWith(), both[0]);
		const other = settle(one.position, both[1]);
		expect([...idsOf(one), ...idsOf(other)]).toEqual(['b', 'a']);
	});

	it('of a time that is far ahead are told once', () => {
		const found = new Map([['x', { time: Date.parse('2099-01-01'), record: { Id: 'x' } }]]);
		const one = settle(positionWith(), reading({ found }));
		expect(idsOf(one)).toEqual(['x']);
		expect(idsOf(settle(one.position, reading({ found })))).toEqual([]);
	});

	it('none: the stored position is returned itself', () => {
		const stored = positionWith({ done: { a: NOW } });
		const found = new Map([['a', { time: NOW }]]);
		expect(settle(stored, reading({ found })).position).toBe(stored);
	});

	it('of another question are judged by where that one begins', () => {
		const stored = positionWith({ done: { told: NOW - 4 * MINUTE } });
		const found = calls({ told: 4, before: 5, after: 3 });
		const settled = settle(stored, reading({ question: 'other', found }));
		expect(idsOf(settled)).toEqual(['after']);
		expect(settled.position).toMatchObject({ question: 'other', since: NOW - 4 * MINUTE });
	});
});

describe('an event that was told and is later now', () => {
	it('is remembered with the later time', () => {
		const stored = positionWith({ done: { a: NOW - 5 * MINUTE } });
		const found = new Map([['a', { time: NOW - 4 * MINUTE }]]);
		const settled = settle(stored, reading({ found }));
		expect(settled).toEqual({
			calls: [],
			position: positionWith({ done: { a: NOW - 4 * MINUTE } }),
		});
	});

	it('is remembered with the time it had if it is earlier now', () => {
		const stored = positionWith({ done: { a: NOW } });
		const found = new Map([['a', { time: NOW - HOUR }]]);
		expect(settle(stored, reading({ found, deep: true })).position.done).toEqual({ a: NOW });
	});
});

describe('a reading of the newest calls', () => {
	it('moves nothing but what is done', () => {
		const stored = positionWith({ readTo: [NOW - 9 * HOUR], readAt: 5 });
		const from = stored;
		const settled = settle(stored, reading({ from, finished: true, found: calls({ a: 1 }) }));
		expect(settled.position).toEqual({ ...stored, done: { a: NOW - MINUTE } });
	});
});

describe('a deep reading', () => {
	const deep = (fields: Partial<Reading> = {}, stored = positionWith()) =>
		settle(stored, reading({ deep: true, finished: true, from: stored, ...fields })).position;

	it('notes how far it saw, and when it was', () => {
		expect(deep()).toEqual(positionWith({ readTo: [NOW], readAt: NOW }));
	});

	it('moves the position to what the sixth reading before it saw, less six hours', () => {
		let moved = positionWith({ since: 0 });
		const since = Array.from({ length: 8 }, (_, nth) => {
			moved = deep(
				{ newest: { past: NOW + nth * 10 * MINUTE }, at: NOW + nth * 10 * MINUTE },
				moved,
			);
			return moved.since;
		});
		const passed = [0, 10, 20].map((minutes) => NOW + minutes * MINUTE - RULES.lag);
		expect(since).toEqual([0, 0, 0, 0, 0, ...passed]);
		expect(moved.readTo).toHaveLength(RULES.looks);
	});

	it('does not move it back', () => {
		const stored = positionWith({ readTo: [1, 2, 3, 4, 5] });
		expect(deep({}, stored)).toMatchObject({ since: stored.since, readTo: [2, 3, 4, 5, NOW] });
	});

	it("believes no time ahead of n8n's clock", () => {
		const newest = { event: NOW + HOUR, eventAhead: NOW + 5 * HOUR, past: NOW - HOUR };
		expect(deep({ newest }).readTo).toEqual([NOW - HOUR]);
		expect(deep({ newest: { start: NOW + 5 * HOUR } }).readTo).toEqual([0]);
	});

	it('forgets what is done and before the position', () => {
		const done = { old: NOW - 7 * HOUR, edge: NOW - 6 * HOUR, young: NOW };
		expect(deep({}, positionWith({ done })).done).toEqual({ edge: done.edge, young: done.young });
	});

	it('tells what it found before the position moves past it', () => {
		const stored = positionWith({ since: 0, readTo: [NOW, NOW, NOW, NOW, NOW] });
		const found = calls({ late: 7 * 60 });
		const settled = settle(stored, reading({ deep: true, finished: true, from: stored, found }));
		expect(idsOf(settled)).toEqual(['late']);
		expect(settled.position).toMatchObject({ since: NOW - 6 * HOUR, done: {} });
	});

	it('that is not finished keeps its place and moves nothing', () => {
		const stored = positionWith({ since: 0, readTo: [1, 2, 3, 4, 5], resumeAt: 'page-2' });
		expect(deep({ finished: false, resumeAt: 'page-9' }, stored)).toEqual({
			...stored,
			resumeAt: 'page-9',
			readAt: NOW,
		});
		expect(deep({ resumeAt: 'page-9' }, stored).resumeAt).toBe('');
	});

	it.each([{ readAt: NOW - 5 }, { resumeAt: 'page-3' }])(
		'moves nothing if another came further meanwhile: %p',
		(change) => {
			const stored = positionWith({ since: 0, readTo: [1, 2, 3, 4, 5], ...change });
			const found = calls({ a: 1 });
			const settled = settle(stored, reading({ deep: true, finished: true, found }));
			expect(idsOf(settled)).toEqual(['a']);
			expect(settled.position).toEqual({ ...stored, done: { a: NOW - MINUTE } });
		},
	);
});

describe('more events than there is room for', () => {
	it('move the position, so that none is told twice', () => {
		const rules = { ...RULES, mostDone: 3 };
		const found = calls({ a: 1, b: 2, c: 3, d: 4, e: 4 });
		const settled = settle(positionWith(), reading({ found }), rules);
		expect(settled.calls).toHaveLength(5);
		const { since, done } = settled.position;
		expect(Object.keys(done).sort()).toEqual(['a', 'b', 'c']);
		expect(since).toBe(NOW - 4 * MINUTE + 1);
		expect(settle(settled.position, reading({ found }), rules).calls).toEqual([]);
	});

	it('is more than a week off at 7,000 calls a day', () => {
		expect(RULES.mostDone).toBeGreaterThan(7 * 7000);
	});
});
