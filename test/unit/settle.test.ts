import {
	hourOf,
	readDone,
	RULES,
	type Position,
	type Rules,
} from '../../nodes/VoiceAssistantCallsTrigger/position';
import type { FoundEvent, Reading } from '../../nodes/VoiceAssistantCallsTrigger/reading';
import { settle, type End } from '../../nodes/VoiceAssistantCallsTrigger/settle';
import { NOW } from '../support/callList';
import { positionWith } from '../support/positions';
import { textsOf } from '../support/userError';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PLACE = { cursor: 'page-9', filters: ['a'] };

const iso = (time: number) => new Date(time).toISOString();

/** Keys have ten characters. */
const keyOf = (name: string) => name.padEnd(10, '.');

/** Events with their minutes before now, in the order of the list. */
const events = (minutes: Record<string, number>, isNew = true): Array<[string, FoundEvent]> =>
	Object.entries(minutes).map(([Id, ago]) => {
		const time = NOW - ago * MINUTE;
		return [keyOf(Id), { time, sortTime: time, ...(isNew && { record: { Id } }) }];
	});

interface Given {
	stored: Position | undefined;
	found: Array<[string, FoundEvent]>;
	from: Position;
	deep: End;
	undated: End;
	at: number;
	past: number;
	inOrder: boolean;
	listed: number;
	isFirst: boolean;
	rules: Partial<Rules>;
}

/** What a poll comes to that read these events. */
function settled(given: Partial<Given>) {
	const { found = [], at = NOW, past = NOW, inOrder = true } = given;
	const { deep = { state: 'notDue' }, undated = { state: 'notDue' } } = given;
	const stored = 'stored' in given ? given.stored : positionWith();
	const { from = stored, isFirst = !stored, listed = past } = given;
	const newest = { past, listed };
	const question = { event: 'callEnded' as const, text: 'ended' };
	const fields = {
		question,
		isFirst,
		from,
		at,
		found: new Map(found),
		newest,
		inOrder,
		oldest: NOW,
	};
	const rules = { ...RULES, ...given.rules };
	const { calls, position, reports } = settle(
		stored,
		fields as unknown as Reading,
		{ deep, undated },
		rules,
	);
	const done = [...readDone(position.done).keys()].map((key) => key.replace(/\.+$/, ''));
	return {
		ids: calls.map(({ Id }) => String(Id)),
		position,
		done,
		reports: reports.map(textsOf),
	};
}

describe('at the beginning', () => {
	const first = (given: Partial<Given>) =>
		settled({ stored: undefined, past: NOW - HOUR, ...given });

	it('nothing is delivered, and what the list has is done', () => {
		const { ids, done, position } = first({ found: events({ a: 60 }, false) });
		expect([ids, done, position.begin]).toEqual([[], ['a'], NOW - HOUR]);
	});

	it("n8n's clock has to do if the list is in no order and too long to be read", () => {
		const begin = (given: Partial<Given>) => first(given).position.begin;
		expect(begin({ inOrder: false })).toBe(NOW);
		expect(begin({ inOrder: false, deep: { state: 'finished' } })).toBe(NOW - HOUR);
		expect(begin({ inOrder: false, past: NOW + MINUTE })).toBe(NOW + MINUTE);
		expect(begin({ deep: { state: 'interrupted', place: PLACE } })).toBe(NOW - HOUR);
		const guessed = first({ inOrder: false });
		expect(guessed.position.since).toBe(NOW - 24 * HOUR);
		expect(guessed.reports).toEqual([
			{
				message: `The list is too long to find its newest call: events before ${iso(NOW)} are not delivered`,
				advice:
					"The service does not list the newest calls first. So the trigger begins at the time of n8n's clock. If the service's clock is behind, calls until it has caught up are missing: get them with 'Get Many' of the node Voice Assistant Calls. If it lists older calls only, add 'Filters'.",
			},
		]);
		expect(first({ inOrder: false, past: NOW + MINUTE }).reports).toHaveLength(0);
	});

	it('a poll beside it delivers nothing, and leaves the position as it is', () => {
		const stored = positionWith();
		const { ids, position, reports } = settled({ stored, isFirst: true, found: events({ a: 1 }) });
		expect([...ids, ...reports]).toEqual([]);
		expect(position).toBe(stored);
	});
});

describe('new events', () => {
	it('are delivered oldest first, those of one time in the order in which they started', () => {
		const found = events({ late: 1, b: 5, a: 5, early: 9, mid: 3 });
		expect(settled({ found }).ids).toEqual(['early', 'a', 'b', 'mid', 'late']);
	});

	it('are done from then on, by what is stored now and not when the reading began', () => {
		const found = events({ a: 1, b: 2 });
		const one = settled({ found });
		expect(one.position.stamp).not.toBe(positionWith().stamp);
		expect(one.position.deep).toEqual(positionWith().deep);
		expect(settled({ stored: one.position, from: positionWith(), found }).ids).toEqual([]);
	});

	it('none: the stored position is returned itself', () => {
		const stored = settled({ found: events({ a: 1 }) }).position;
		expect(settled({ stored, found: events({ a: 1 }, false) }).position).toBe(stored);
	});

	it('are not needed to move a call whose end was corrected', () => {
		const stored = settled({ found: events({ a: 300, b: 1 }) }).position;
		const { position } = settled({ stored, found: events({ b: 1, a: 60 }, false) });
		expect(readDone(position.done).get(keyOf('a'))).toBe(hourOf(NOW - HOUR));
		expect(position.stamp).toBe(stored.stamp);
	});

	it('that another poll has passed meanwhile are neither delivered nor reported', () => {
		const stored = positionWith({ begin: 0, since: NOW - HOUR });
		const { ids, reports } = settled({ stored, found: events({ late: 90 }) });
		expect([...ids, ...reports]).toEqual([]);
	});

	it('without a start: where the reading of them goes on is kept', () => {
		const undated = (end: End) => settled({ undated: end, at: NOW + 1 }).position.undated;
		expect(undated({ state: 'interrupted', place: PLACE })).toEqual({ at: NOW + 1, place: PLACE });
		expect(undated({ state: 'finished' })).toEqual({ at: NOW + 1 });
	});

	it('of a time that is far ahead are delivered once, and do not move what is known', () => {
		const time = Date.parse('2099-01-01');
		const found: Given['found'] = [[keyOf('x'), { time, sortTime: time, record: { Id: 'x' } }]];
		const { ids, position } = settled({ found });
		expect(ids).toEqual(['x']);
		expect(position.newest).toBe(positionWith().newest);
		expect(settled({ stored: position, found }).ids).toEqual([]);
	});
});

describe('a deep reading', () => {
	const deep = (given: Partial<Given> = {}) => settled({ deep: { state: 'finished' }, ...given });

	it('moves the position to what the sixth reading before it saw, less a day and six hours', () => {
		let stored = positionWith({ since: 0 });
		const since = Array.from({ length: 8 }, (_, nth) => {
			stored = deep({ stored, past: NOW + nth * 10 * MINUTE }).position;
			return stored.since;
		});
		const passed = [0, 10, 20].map((minutes) => NOW + minutes * MINUTE - 30 * HOUR);
		expect(since).toEqual([0, 0, 0, 0, 0, ...passed]);
		expect(stored.seen).toHaveLength(RULES.looks);
	});

	it('does not move it back, and forgets what is done and before it', () => {
		const stored = settled({
			found: events({ a: 60, old: 32 * 60 }),
			stored: positionWith({ since: 0, begin: 0 }),
		});
		expect(stored.done.sort()).toEqual(['a', 'old']);
		const { position, done } = deep({ stored: { ...stored.position, since: NOW - 30 * HOUR } });
		expect([position.since, done]).toEqual([NOW - 30 * HOUR, ['a']]);
	});

	it('delivers what it found before the position moves past it', () => {
		const stored = positionWith({ begin: 0, since: 0, seen: [NOW, NOW, NOW, NOW, NOW] });
		const { ids, position } = deep({ stored, found: events({ late: 31 * 60 }) });
		expect([ids, position.since]).toEqual([['late'], NOW - 30 * HOUR]);
	});

	it('moves nothing if another came further meanwhile', () => {
		const stored = positionWith({
			seen: [1, 2, 3, 4, 5],
			deep: { state: 'finished', at: NOW - 5 },
		});
		const { ids, position } = deep({ stored, from: positionWith(), found: events({ a: 1 }) });
		expect(ids).toEqual(['a']);
		expect(position).toMatchObject({ since: stored.since, seen: stored.seen, deep: stored.deep });
	});

	it('that is interrupted keeps its place, and is reported after six hours, then every hour', () => {
		const reported: number[] = [];
		const advice: string[] = [];
		let stored = positionWith();
		for (let hours = 0; hours <= 8; hours += 0.5) {
			const at = NOW + hours * HOUR;
			const { position, reports } = settled({
				stored,
				at,
				deep: { state: 'interrupted', place: PLACE },
			});
			if (reports.length > 0) reported.push(hours);
			advice.push(...reports.map((report) => report.advice));
			stored = position;
		}
		expect(stored).toMatchObject({ since: positionWith().since, seen: [] });
		expect(stored.deep).toMatchObject({ state: 'interrupted', place: PLACE });
		expect(reported).toEqual([6, 7, 8]);
		expect(new Set(advice)).toEqual(
			new Set([
				"The list is longer than what the trigger can read. It goes on, and delivers these calls as it finds them. Enter 'Page Size Parameter' under 'Advanced' in the credential, add 'Filters', or choose other 'Poll Times'.",
			]),
		);
	});

	it('that goes on after two losses is not reported once more', () => {
		const deep = { state: 'lost' as const, losses: 2, reportAt: NOW - 1, notBefore: NOW - 1 };
		const stored = positionWith({ deep });
		const goesOn = settled({ stored, deep: { state: 'interrupted', place: PLACE } });
		expect([goesOn.reports.length, goesOn.position.deep]).toMatchObject([0, { reportAt: NOW - 1 }]);
	});

	it('whose place is lost is made in one go at once, and if that one is lost too, in an hour', () => {
		const lost = { state: 'lost' as const };
		const once = settled({ deep: lost });
		expect(once.position.deep).toMatchObject({ state: 'lost', notBefore: 0 });
		expect(once.reports).toEqual([]);
		const twice = settled({ stored: once.position, deep: lost });
		expect(twice.position.deep).toMatchObject({ state: 'lost', notBefore: NOW + HOUR });
		expect(twice.reports).toEqual([
			{
				message: `The list could not be read back to ${iso(NOW - 30 * HOUR)}: calls that started before ${iso(NOW)} may be missing`,
				advice:
					"The service's cursors expire before the next poll, and the list is too long for one poll. The trigger tries again in an hour. Enter 'Page Size Parameter' under 'Advanced' in the credential, or add 'Filters'. Until then get calls that are missing with 'Get Many' of the node Voice Assistant Calls.",
			},
		]);
	});
});

describe('more events than there is room for', () => {
	it('the oldest are reported, and so are those that later polls find below them', () => {
		const rules = { mostDone: 3 };
		const stored = positionWith({ begin: 0, since: 0 });
		const found = events({ e: 95, d: 90, a: 1, b: 2, c: 60 });
		const one = settled({ stored, found, rules });
		expect([one.ids, one.done]).toEqual([
			['c', 'b', 'a'],
			['a', 'b', 'c'],
		]);
		const report = (count: number, most: number, from: number, to: number) => ({
			message: `Calls that started from ${iso(NOW - from * MINUTE)} to ${iso(NOW - to * MINUTE)} were not delivered (${count})`,
			advice: `More than ${most} calls came while the trigger did not run, which is more than it can remember. Get these with 'Get Many' of the node Voice Assistant Calls, with their time as 'Date Range'.`,
		});
		expect(one.reports).toEqual([report(2, 3, 95, 90)]);
		const two = settled({
			stored: one.position,
			found: [...events({ new: 0 }), ...events({ f: 150 }, false)],
			rules: { mostDone: 4 },
			deep: { state: 'finished' },
		});
		expect([two.ids, two.reports]).toEqual([['new'], [report(1, 4, 150, 150)]]);
		expect(two.position.skipsFrom).toBeUndefined();
		expect(settled({ stored, found, rules: { mostDone: 5 } }).ids).toHaveLength(5);
	});

	it('takes more than a week at 28,000 calls a day', () =>
		expect(RULES.mostDone).toBeGreaterThan(7 * 28_000));
});
