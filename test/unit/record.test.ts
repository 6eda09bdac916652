import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { CALL_FIELDS, endOf, startOf, textOf, timeOf } from '../../nodes/service/call';
import { formatRecord } from '../../nodes/service/format';
import { cases } from '../support/deep';

const record: IDataObject = {
	Id: 'call-1',
	Company: 'comp-1',
	Status: 'unread',
	Assistant: 'asst-1',
	AssistantName: 'Mara',
	PhoneNumber: '+4930123456',
	Summary: 'AI: Hello\nUser: Hi',
	StartedAt: '2026-11-20T08:00:00Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	Transcript: [
		{ Sorting: 1, Role: 'User', Text: 'Hi' },
		{ Sorting: 0, Role: 'AI', Text: 'Hello' },
	],
	Keywords: ['Callback', 'Invoice'],
	Flags: ['green, yellow, phone'],
	Extra: { kept: true },
};

const simplified = (more: object) => formatRecord({ ...record, ...more }, 'simplified', []);

const transcript = (Transcript: unknown) => simplified({ Transcript }).TranscriptText;

describe('a time of the service', () => {
	const eight = Date.parse('2026-11-20T08:00:00Z');

	it.each([
		['2026-11-20T08:00:00Z', eight],
		['2026-11-20T08:00:00.123456Z', eight + 123],
		['2026-11-20T08:00:00z', eight],
		['2026-11-20T09:00:00+01:00', eight],
		['2026-11-20T03:00:00-0500', eight],
		['2026-11-20 09:00:00+01', eight],
		['2026-11-20 03:00:00.000-05', eight],
		['2026-11-20T08:00', eight],
		['2026-11-20 08:00:00.5', eight + 500],
		['2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
	])('is read as UTC where it has no zone of its own: %s', (text, time) => {
		const luxon = jest.spyOn(DateTime, 'fromISO').mockClear();
		expect(timeOf(text)).toBe(time);
		// It takes twenty times as long as what reads the documented form.
		expect(luxon).toHaveBeenCalledTimes(text.endsWith('Z') ? 0 : 1);
		expect(endOf({ EndedAt: text })).toBe(time);
	});

	it.each([
		...[undefined, null, '', ' ', 'soon', '0', '1795161600', 1795161600000, '20.11.2026', '2026'],
		...['11/20/2026', '2026-11', '2026-13-01T00:00:00Z', '2026-11-20T25:00:00Z', '2026-11-20Tnoon'],
		...['on 2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z (UTC)', {}, ['2026-11-20'], true],
	])('is missing where the record has %j', (value) => {
		expect(timeOf(value)).toBeUndefined();
	});

	it.each([
		...['', 'soon', null, '0001-01-01T00:00:00Z', '0001-01-01 00:00:00'],
		...['1970-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z'],
	])('of a call has not come yet where the record has %j', (time) => {
		expect([endOf({ EndedAt: time }), startOf({ StartedAt: time })]).toEqual([
			undefined,
			undefined,
		]);
		expect(endOf({ EndedAt: '2000-01-01T00:00:00Z' })).toBe(Date.UTC(2000, 0));
	});
});

it.each<[unknown, string]>([
	['asst-1', 'asst-1'],
	[12, '12'],
	[0, '0'],
	...[null, undefined, {}, ['asst-1'], true].map((value): [unknown, string] => [value, '']),
	[JSON.parse('1234567890123456789'), ''],
])('the field %j as text is "%s": a service may send identifiers as numbers', (value, text) => {
	expect(textOf(value)).toBe(text);
});

it('the output Raw is the record as the service returned it', () => {
	expect(formatRecord(record, 'raw', [])).toBe(record);
});

describe('the output Simplified', () => {
	it('has ten flat fields, and leaves the record as it was', () => {
		const before = JSON.stringify(record);
		expect(Object.entries(formatRecord(record, 'simplified', []))).toEqual([
			['CallId', 'call-1'],
			['Status', 'unread'],
			['AssistantName', 'Mara'],
			['PhoneNumber', '+4930123456'],
			['Summary', 'AI: Hello\nUser: Hi'],
			['StartedAt', '2026-11-20T08:00:00Z'],
			['EndedAt', '2026-11-20T08:01:30.400Z'],
			['DurationSeconds', 90],
			['Keywords', 'Callback, Invoice'],
			['TranscriptText', 'AI: Hello\nUser: Hi'],
		]);
		expect(JSON.stringify(record)).toBe(before);
	});

	it('has the same fields, each flat, whatever the record has', () => {
		const names = Object.keys(formatRecord(record, 'simplified', []));
		const turn = fc.record({ Sorting: fc.jsonValue(), Role: fc.jsonValue(), Text: fc.jsonValue() });
		const any = fc.record(
			{
				...Object.fromEntries(CALL_FIELDS.map((name) => [name, fc.jsonValue()])),
				Transcript: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), turn))),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(any, (odd) => {
				const result = formatRecord(odd as IDataObject, 'simplified', []);
				expect(Object.keys(result)).toEqual(names);
				for (const value of Object.values(result)) expect(Object(value)).not.toBe(value);
			}),
			{ numRuns: cases(1500) },
		);
		expect(Object.values(formatRecord({}, 'simplified', []))).toEqual([...Array(9).fill(null), '']);
	});

	it('writes what does not fit into a cell as text, and keeps what does', () => {
		const odd = simplified({ Id: 7, Status: { read: false }, Summary: [['a', 1], null, {}] });
		expect([odd.CallId, odd.Status, odd.Summary]).toEqual([7, '{"read":false}', 'a, 1, , {}']);
		for (const Status of [0, false, '']) expect(simplified({ Status }).Status).toBe(Status);
	});

	it.each([
		['2026-11-20T08:00:00Z', '2026-11-20T08:00:01.500Z', 2],
		['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', 0],
		['2026-11-20T23:59:00Z', '2026-11-21T00:01:00Z', 120],
		['2026-11-20T08:00:00Z', '', null],
		['0001-01-01T00:00:00Z', '2026-11-20T08:00:00Z', null],
		['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', null],
		['2026-11-20T08:00:00Z', '2026-11-20T07:59:59Z', null],
	])('of a call from %j to %j has the duration %j', (StartedAt, EndedAt, seconds) => {
		expect(simplified({ StartedAt, EndedAt }).DurationSeconds).toBe(seconds);
	});

	it('has the turns in the order of Sorting, also where that is a text, or of the service', () => {
		const sorted = [10, 9, 1].map((n) => ({ Sorting: String(n), Role: 'AI', Text: n }));
		expect(transcript(sorted)).toBe('AI: 1\nAI: 9\nAI: 10');
		const turns = ['a', 'b', 'c'].map((Text) => ({ Role: 'AI', Text }));
		for (const Sorting of [undefined, 'first', null, { toString: 1 }, [{ valueOf: 1 }]]) {
			expect(transcript(turns.map((turn) => ({ ...turn, Sorting })))).toBe('AI: a\nAI: b\nAI: c');
		}
		const half = [
			{ ...turns[0], Sorting: 1 },
			{ ...turns[1], Sorting: '' },
		];
		expect(transcript(half)).toBe('AI: a\nAI: b');
	});

	it.each([
		['[', ']'],
		['{"a":', '}'],
	])('leaves every other field as it is beside 100,000 levels of %s', (open, close) => {
		const deep = JSON.parse(`${open.repeat(100_000)}1${close.repeat(100_000)}`) as IDataObject;
		const Transcript = [{ Role: 'User', Text: deep }];
		const expected = { CallId: 'call-1', Status: '…', TranscriptText: 'User: …' };
		expect(simplified({ Status: deep, Transcript })).toMatchObject(expected);
	});

	it.each([
		[[], ''],
		[null, ''],
		['AI: a', 'AI: a'],
		[{ Role: 'AI' }, ''],
		[[null, 'a', 7, { Role: 'AI', Text: 'a' }], 'AI: a'],
		[[{ Text: 'a' }, { Role: 'User' }], ': a\nUser: '],
		[[{ Role: ['AI'], Text: { said: 'a' } }], 'AI: {"said":"a"}'],
	])('of the transcript %j has %j', (value, text) => {
		expect(transcript(value)).toBe(text);
	});
});

describe('the output Selected Fields', () => {
	const selected = (from: IDataObject, ...names: string[]) =>
		Object.entries(formatRecord(from, 'selected', names));

	it('has the chosen fields in the chosen order, also those that the package adds', () => {
		const names = ['Summary', 'Keywords', 'Id', 'CallId', 'DurationSeconds', 'TranscriptText'];
		expect(selected(record, ...names)).toEqual([
			['Summary', 'AI: Hello\nUser: Hi'],
			['Keywords', ['Callback', 'Invoice']],
			['Id', 'call-1'],
			['CallId', 'call-1'],
			['DurationSeconds', 90],
			['TranscriptText', 'AI: Hello\nUser: Hi'],
		]);
	});

	it.each(['Missing', '', 'toString', 'constructor', '__proto__'])(
		'has the field "%s", or null where the record lacks it',
		(name) => {
			expect(selected(record, name)).toEqual([[name, null]]);
			const odd = JSON.parse(`{${JSON.stringify(name)}: ""}`) as IDataObject;
			expect(selected(odd, name)).toEqual([[name, '']]);
		},
	);
});
