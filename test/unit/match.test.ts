import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import {
	keyOf,
	matchCalls,
	outcomeOf,
	type FoundCall,
	type WantedCall,
} from '../../nodes/VoiceAssistantCalls/resources/call/getOutcome/match';

const REQUESTED = Date.parse('2026-11-20T08:00:00Z');

const MINUTE = 60_000;

const NUMBER = '+4930123456';

const wanted = (index: number, more: Partial<WantedCall> = {}): WantedCall => ({
	index,
	phoneNumber: NUMBER,
	assistantId: '',
	startedAfter: REQUESTED,
	...more,
});

/** A call that started so long after the request. */
const startedAfter = (ms: number, more: IDataObject = {}): IDataObject => ({
	Id: `call ${ms}`,
	PhoneNumber: NUMBER,
	Assistant: 'asst-1',
	StartedAt: new Date(REQUESTED + ms).toISOString(),
	...more,
});

const endedAfter = (ms: number) => new Date(REQUESTED + ms).toISOString();

/** Which call was found for each item, and how many it might be. */
function matched(items: WantedCall[], records: IDataObject[], taken: IDataObject[] = []) {
	const found = matchCalls(items, records, new Set(taken.map(keyOf)));
	return items.map(({ index }) => {
		const { record, matches } = found.get(index) ?? {};
		return record && [record.Id, matches];
	});
}

describe('the call of an item', () => {
	it('is the earliest one with its number since the request, with the number of those', () => {
		const records = [startedAfter(3000), startedAfter(1000), startedAfter(2000)];
		expect(matched([wanted(0)], records)).toEqual([['call 1000', 3]]);
	});

	it.each([
		['a minute before', -MINUTE, true],
		['more than a minute before', -MINUTE - 1, false],
		['at that time', 0, true],
		['long after', 3_600_000, true],
	])('may have started %s, since clocks differ', (_, ms, isFound) => {
		expect(matched([wanted(0)], [startedAfter(ms)])[0] !== undefined).toBe(isFound);
	});

	it.each(['+49 30 123456', '004930123456', '4930123456', '49 30 123456', 4930123456])(
		'may have its number written in another way: %j',
		(PhoneNumber) => {
			expect(matched([wanted(0)], [startedAfter(0, { PhoneNumber })])).toEqual([['call 0', 1]]);
		},
	);

	it.each(['+4930999999', 'Web', '', null, undefined, 7])('is not one with %j', (PhoneNumber) => {
		expect(matched([wanted(0)], [startedAfter(0, { PhoneNumber })])).toEqual([undefined]);
	});

	it('is one of the assistant, where that is given', () => {
		const records = [startedAfter(1), startedAfter(2, { Assistant: 'asst-2' })];
		expect(matched([wanted(0, { assistantId: 'asst-2' })], records)).toEqual([['call 2', 1]]);
		expect(matched([wanted(0, { assistantId: 'asst-3' })], records)).toEqual([undefined]);
	});

	it('is one of the assistant, also where the service sends its ID as a number', () => {
		const records = [startedAfter(1, { Assistant: 12 }), startedAfter(2, { Assistant: null })];
		expect(matched([wanted(0, { assistantId: '12' })], records)).toEqual([['call 1', 1]]);
	});

	it.each(['', 'soon', null])('may be just beginning, without a start: %j', (StartedAt) => {
		expect(matched([wanted(0)], [startedAfter(0, { StartedAt })])).toEqual([['call 0', 1]]);
	});

	it('is one with a start where there is one', () => {
		const records = [startedAfter(0, { Id: 'odd', StartedAt: '' }), startedAfter(1000)];
		expect(matched([wanted(0)], records)).toEqual([['call 1000', 2]]);
	});

	describe('where an earlier one had ended when it was requested', () => {
		const over = startedAfter(-30_000, { Id: 'over', EndedAt: endedAfter(-8000) });

		it('is the one after it', () => {
			expect(matched([wanted(0)], [over, startedAfter(1000)])).toEqual([['call 1000', 2]]);
		});

		it('may be that one all the same, since clocks differ, and this is told', () => {
			expect(matchCalls([wanted(0)], [over], new Set()).get(0)).toEqual({
				record: over,
				matches: 1,
				wasOver: true,
			});
		});

		it.each([
			['goes on', { EndedAt: '' }],
			['ended after it was requested', { EndedAt: endedAfter(701) }],
			['ended in that second', { EndedAt: '2026-11-20T08:00:00Z' }],
		])('is that one if it %s', (_, more) => {
			const call = { ...over, ...more };
			const item = wanted(0, { startedAfter: REQUESTED + 700 });
			const found = matchCalls([item], [call, startedAfter(1000)], new Set()).get(0);
			expect(found).toEqual({ record: call, matches: 2, wasOver: false });
		});
	});

	it('is none that was found for another item before', () => {
		const records = [startedAfter(1000), startedAfter(2000)];
		expect(matched([wanted(0)], records, [startedAfter(1000)])).toEqual([['call 2000', 1]]);
	});

	it('is none of those before, also where calls have no ID', () => {
		const records = [1000, 2000].map((ms) => startedAfter(ms, { Id: undefined }));
		expect(matched([wanted(0)], records, [records[0]])).toEqual([[undefined, 1]]);
	});

	it('is none without a start that was over long before', () => {
		const over = (ms: number) =>
			startedAfter(0, { StartedAt: null, EndedAt: new Date(REQUESTED + ms).toISOString() });
		expect(matched([wanted(0)], [over(-MINUTE - 1)])).toEqual([undefined]);
		expect(matched([wanted(0)], [over(MINUTE)])).toEqual([['call 0', 1]]);
	});
});

describe('of several items with one number', () => {
	it('each has its own call, the earlier request the earlier one', () => {
		const items = [wanted(0, { startedAfter: REQUESTED + 5000 }), wanted(1)];
		const records = [startedAfter(6000), startedAfter(1000)];
		expect(matched(items, records)).toEqual([
			['call 6000', 1],
			['call 1000', 2],
		]);
	});

	it('the first item has the first call, where they were requested at once', () => {
		const records = [startedAfter(2000), startedAfter(1000)];
		expect(matched([wanted(1), wanted(0)], records)).toEqual([
			['call 2000', 1],
			['call 1000', 2],
		]);
	});

	it('a call that the list has twice is one call', () => {
		const records = [startedAfter(1000), startedAfter(1000)];
		expect(matched([wanted(0), wanted(1)], records)).toEqual([['call 1000', 1], undefined]);
	});

	it('no call is that of two items, and no item has a call of another number or time', () => {
		const item = fc.record({
			phoneNumber: fc.constantFrom('+491', '+4930123456', '+12025550100'),
			offset: fc.integer({ min: 0, max: 10 }),
		});
		const record = fc.record({
			phoneNumber: fc.constantFrom('+4930123456', '+12025550100', 'Web'),
			offset: fc.integer({ min: -10, max: 20 }),
		});
		fc.assert(
			fc.property(fc.array(item), fc.array(record), (items, calls) => {
				const all = items.map(({ phoneNumber, offset }, index) =>
					wanted(index, { phoneNumber, startedAfter: REQUESTED + offset * MINUTE }),
				);
				const records = calls.map(({ phoneNumber, offset }, index) =>
					startedAfter(offset * MINUTE, { Id: `call ${index}`, PhoneNumber: phoneNumber }),
				);
				const found = matchCalls(all, records, new Set());
				const ids = [...found.values()].map(({ record: { Id } }) => Id);
				expect(ids).toEqual([...new Set(ids)]);
				for (const [index, { record: call }] of found) {
					expect(call.PhoneNumber).toBe(all[index].phoneNumber);
					const start = Date.parse(String(call.StartedAt));
					expect(start).toBeGreaterThanOrEqual(all[index].startedAfter - MINUTE);
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe('what is said of a call', () => {
	const said = (more: IDataObject) =>
		outcomeOf({ record: startedAfter(0, more), matches: 2, wasOver: false } satisfies FoundCall);

	const EndedAt = '2026-11-20T08:01:00Z';
	const turn = (Role: unknown): IDataObject => ({ Sorting: 0, Role, Text: 'Hello' }) as IDataObject;

	it('is that there is none, where none was found', () => {
		expect(outcomeOf(undefined)).toEqual({
			outcome: 'notFound',
			ended: false,
			answered: null,
			matches: 0,
		});
	});

	it.each(['', null, undefined, '0001-01-01T00:00:00Z'])(
		'is that it goes on, where its end is %j',
		(end) => {
			expect(said({ EndedAt: end, Transcript: [turn('User')] })).toEqual({
				outcome: 'ongoing',
				ended: false,
				answered: null,
				matches: 2,
			});
		},
	);

	it('is that it has ended, and whether somebody answered', () => {
		expect(said({ EndedAt, Transcript: [turn('AI'), turn('User')] })).toEqual({
			outcome: 'ended',
			ended: true,
			answered: true,
			matches: 2,
		});
	});

	it.each([
		['only the assistant spoke', [turn('AI'), turn(' ai ')], false],
		['nobody spoke', [], false],
		['somebody else spoke', [turn('AI'), turn('Caller')], true],
		['turns are odd', [null, 'x', turn(7), turn(undefined)], false],
		['there is no transcript', undefined, null],
		['the transcript is a text', 'User: Hello', null],
	])('is not more than is known, where %s', (_, Transcript, answered) => {
		expect(said({ EndedAt, Transcript } as IDataObject)).toMatchObject({ answered });
	});
});
