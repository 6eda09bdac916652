import type { IDataObject } from 'n8n-workflow';

import { Candidates, type WantedCall } from '../../nodes/outcome/match';
import { callNotPlaced, outcomeJson } from '../../nodes/outcome/output';
import { canonicalPhone, normalizePhoneNumber } from '../../nodes/phone';
import { Call } from '../../nodes/service/call';
import type { ItemContext } from '../../nodes/n8n/itemContext';

const REQUESTED = Date.parse('2026-11-20T08:00:00Z');

const NUMBER = '+4930123456';

const wanted = (index: number, after = 0, more: Partial<WantedCall> = {}): WantedCall => ({
	index,
	phoneNumber: NUMBER,
	assistantId: '',
	from: REQUESTED + after - 1000,
	until: REQUESTED + after + 3_600_000,
	...more,
});

/** A call that started so long after the first request. */
const startedAfter = (ms: number, more: IDataObject = {}): Call =>
	new Call({
		Id: `call ${ms}`,
		PhoneNumber: NUMBER,
		Assistant: 'asst-1',
		StartedAt: new Date(REQUESTED + ms).toISOString(),
		...more,
	});

/** Which call was found for each item, and how many it might be. */
function matched(items: WantedCall[], records: Call[]) {
	const candidates = new Candidates(items.map(({ phoneNumber }) => phoneNumber));
	candidates.add(records);
	const found = candidates.match(items);
	return items.map(({ index }) => {
		const { record, matches } = found.get(index) ?? {};
		return record && [record.id, matches];
	});
}

describe('the call of an item', () => {
	it('is the nearest one with its number since the request, with the number of those', () => {
		const records = [-60_000, 3000, 1000, 2000].map((ms) => startedAfter(ms));
		expect(matched([wanted(0)], records)).toEqual([['call 1000', 3]]);
	});

	it.each([
		['a little earlier', -1000, true],
		['earlier than clocks can differ', -1001, false],
		['an hour later', 3_600_000, true],
		['later than that', 3_600_001, false],
	])('may have started %s: %s ms', (_, ms, isFound) => {
		expect(matched([wanted(0)], [startedAfter(ms)])[0] !== undefined).toBe(isFound);
	});

	it.each(['+49 30 123456', '004930123456', '4930123456', 4930123456])(
		'may have its number written in another way: %j',
		(PhoneNumber) => {
			expect(matched([wanted(0)], [startedAfter(0, { PhoneNumber })])).toEqual([['call 0', 1]]);
		},
	);

	it.each([
		['+52 55 1234 5678', '+5215512345678'],
		['+5491123456789', '+541123456789'],
		['+84321234567', '+841621234567'],
		['+229 01 97 12 34 56', '97 12 34 56'],
	])('may be listed with the other number of the line: %s as %s', (to, PhoneNumber) => {
		const item = wanted(0, 0, { phoneNumber: canonicalPhone(normalizePhoneNumber(to)) });
		expect(matched([item], [startedAfter(0, { PhoneNumber })])).toEqual([['call 0', 1]]);
	});

	it.each(['+4930999999', 'Web', '', null, undefined, 7, '+49301234**', '123456'])(
		'is not one with %j',
		(PhoneNumber) => {
			expect(matched([wanted(0)], [startedAfter(0, { PhoneNumber })])).toEqual([undefined]);
		},
	);

	it('is one of the assistant, where that is given, also if its ID is sent as a number', () => {
		const records = [startedAfter(1), startedAfter(2, { Assistant: 12 }), startedAfter(3)];
		expect(matched([wanted(0, 0, { assistantId: '12' })], records)).toEqual([['call 2', 1]]);
		expect(matched([wanted(0, 0, { assistantId: '13' })], records)).toEqual([undefined]);
	});

	it('is none without a time, which may be of last week', () => {
		const records = [startedAfter(9), startedAfter(0, { StartedAt: '' })];
		expect(matched([wanted(0)], records)).toEqual([['call 9', 1]]);
	});
});

describe('of several items with one number', () => {
	it('one that accepts any later call leaves the others theirs', () => {
		const records = [startedAfter(1_200_000), startedAfter(18_000_000)];
		expect(matched([wanted(0, 0, { until: Infinity }), wanted(1, 600_000)], records)).toEqual([
			['call 18000000', 1],
			['call 1200000', 1],
		]);
	});

	it('it says so where the calls may be the other way round', () => {
		const records = [startedAfter(6000), startedAfter(7000)];
		expect(matched([wanted(0), wanted(1, 2000)], records)).toEqual([
			['call 6000', 2],
			['call 7000', 2],
		]);
	});

	it('who takes any assistant leaves the calls of an assistant to who asks for it', () => {
		const records = [startedAfter(1, { Assistant: 'a' }), startedAfter(2, { Assistant: 'b' })];
		expect(matched([wanted(0), wanted(1, 0, { assistantId: 'a' })], records)).toEqual([
			['call 2', 1],
			['call 1', 1],
		]);
	});
});

describe('the output', () => {
	const EndedAt = '2026-11-20T08:01:00Z';
	const turn = (Role: unknown): IDataObject => ({ Sorting: 0, Role, Text: 'Hello' }) as IDataObject;
	const said = (more: IDataObject) =>
		outcomeJson({}, { record: startedAfter(0, more), matches: 2 });

	it('says no more of a call without an end than that it goes on', () => {
		expect(said({ Transcript: [turn('User')] })).toEqual({
			outcome: 'ongoing',
			ended: false,
			answered: null,
			matches: 2,
		});
	});

	it.each([
		[[turn('AI'), turn('User')], true],
		[undefined, null],
	])('says of a call that has ended whether it was answered, where that is known', (...known) => {
		const [Transcript, answered] = known;
		const json = said({ EndedAt, Transcript } as IDataObject);
		expect(json).toEqual({ outcome: 'ended', ended: true, answered, matches: 2 });
	});

	const notPlaced = (fields: IDataObject) => {
		const item = { field: (name: string) => fields[name] } as unknown as ItemContext;
		return callNotPlaced(item, { Extra: 1 });
	};

	it.each([
		[{ outcome: 'dryRun' }, { reason: 'It was a dry run' }],
		[
			{ outcome: 'skipped', reason: 'Late', skippedBy: 'a' },
			{ reason: 'Late', skippedBy: 'a' },
		],
		[{ outcome: 'notPlaced', reason: 7, skippedBy: 7 }, { reason: null }],
		[{ outcome: 'skipped', reason: 'x'.repeat(1000) }, { reason: `${'x'.repeat(598)} …` }],
	])('of a call that was not placed has its reason, or the beginning of it: %j', (fields, told) => {
		const before = { outcome: 'notCalled', answered: null };
		const after = { Extra: 1, ended: false, matches: 0 };
		expect(notPlaced(fields as IDataObject)).toStrictEqual({ ...before, ...told, ...after });
		expect(notPlaced({ ...fields, outcome: 'placed' })).toBeUndefined();
	});

	it('begins with what became of the call, and what was said', () => {
		const record = { CallId: 'a', TranscriptText: 'AI: Hi', Summary: 'S' };
		const json = outcomeJson(record, undefined);
		const told = { outcome: 'notFound', answered: null, ended: false, matches: 0 };
		expect(json).toEqual({ ...record, ...told });
		const names = 'outcome answered Summary TranscriptText CallId ended matches';
		expect(Object.keys(json).join(' ')).toBe(names);
		expect(Object.keys(outcomeJson({ CallId: 'a' }, undefined))).toHaveLength(5);
	});
});
