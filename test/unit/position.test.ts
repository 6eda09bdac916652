import {
	isNew,
	positionFor,
	storedPosition,
	type Position,
} from '../../nodes/VoiceAssistantCallsTrigger/position';
import { NOW, positionWith } from '../support/positions';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the stored position', () => {
	it('is what was stored', () => {
		const stored = positionWith({ done: { a: NOW } });
		expect(storedPosition(stored)).toBe(stored);
	});

	it.each([
		undefined,
		null,
		{},
		'position',
		{ since: 1 },
		positionWith({ since: NaN as never }).done,
		positionWith({ done: null as never }),
	])('is none if %p was stored', (stored) => expect(storedPosition(stored)).toBeUndefined());
});

describe('without a stored position', () => {
	const begun = (newest: Parameters<typeof positionFor>[2]) =>
		positionFor(undefined, 'ended', newest, NOW);

	it('it begins at the newest event of the list', () => {
		expect(begun({ event: NOW - HOUR, eventAhead: NOW + 2 * HOUR, start: NOW })).toEqual({
			question: 'ended',
			since: NOW - HOUR,
			done: {},
			readTo: [],
			readAt: NOW,
			resumeAt: '',
		});
	});

	it('with a clock that is hours ahead it begins at the newest event all the same', () => {
		expect(begun({ eventAhead: NOW + 2 * HOUR, start: NOW + HOUR }).since).toBe(NOW + 2 * HOUR);
	});

	it('it begins at the newest start if no call has ended', () => {
		expect(begun({ start: NOW - 5 }).since).toBe(NOW - 5);
	});

	it('everything is new if the list is empty', () => expect(begun({}).since).toBe(0));
});

describe('for the same question', () => {
	it('it is the stored one', () => {
		const stored = positionWith();
		expect(positionFor(stored, 'ended', { event: NOW }, NOW)).toBe(stored);
	});
});

describe('for another question', () => {
	const changed = (fields: Partial<Position>, event = NOW) =>
		positionFor(positionWith(fields), 'started', { event }, NOW);

	it('it goes on at the newest event that was told', () => {
		const done = { a: NOW - 3 * HOUR, b: NOW - HOUR, c: NOW - 2 * HOUR };
		expect(changed({ done, readTo: [NOW - 4 * HOUR] })).toEqual({
			question: 'started',
			since: NOW - HOUR,
			done,
			readTo: [],
			readAt: 0,
			resumeAt: '',
		});
	});

	it('or where it was, if nothing was told since', () => {
		expect(changed({ readTo: [NOW - 2 * HOUR] }).since).toBe(NOW - 6 * HOUR);
	});

	it('a time that is far ahead does not count', () => {
		const done = { a: NOW - HOUR, b: NOW + DAY, c: Date.parse('2099-01-01') };
		expect(changed({ done }).since).toBe(NOW - HOUR);
	});

	it('it does not look further back than a day before the newest event of the list', () => {
		const quiet = { since: NOW - 90 * DAY };
		expect(changed(quiet).since).toBe(NOW - DAY);
		expect(changed(quiet, NOW - 89.5 * DAY).since).toBe(NOW - 90 * DAY);
	});

	it('the place of an unfinished reading is forgotten, and a deep reading is due', () => {
		expect(changed({ resumeAt: 'page-7' })).toMatchObject({ resumeAt: '', readAt: 0 });
	});
});

describe('an event', () => {
	const known = positionWith({ since: 1000, done: { a: 1000, b: 2000 } });

	it('is new from the time of the position on', () => {
		expect(isNew(known, 'c', 999)).toBe(false);
		expect(isNew(known, 'c', 1000)).toBe(true);
		expect(isNew(known, 'c', Date.parse('2099-01-01'))).toBe(true);
	});

	it('is not new if it was told', () => {
		expect(isNew(known, 'a', 1000)).toBe(false);
		expect(isNew(known, 'b', 9000)).toBe(false);
	});

	it('is new whatever plain objects have by nature', () => {
		expect(isNew(known, 'constructor', 2000)).toBe(true);
	});
});
