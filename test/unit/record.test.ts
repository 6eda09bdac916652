import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { endOf, formatRecord, startOf, timeOf, CALL_FIELDS } from '../../nodes/shared/calls/record';
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

const simplified = (more: IDataObject) => formatRecord({ ...record, ...more }, 'simplified', []);

const duration = (StartedAt: unknown, EndedAt: unknown) =>
	simplified({ StartedAt, EndedAt } as IDataObject).DurationSeconds;

const transcript = (Transcript: unknown) =>
	simplified({ Transcript } as IDataObject).TranscriptText;

describe('a time of the service', () => {
	const eight = Date.parse('2026-11-20T08:00:00Z');

	it.each([
		['2026-11-20T08:00:00Z', eight],
		['2026-11-20T08:00:00.123456Z', eight + 123],
		['2026-11-20T09:00:00+01:00', eight],
		['2026-11-20T03:00:00-0500', eight],
		['2026-11-20T09:00:00+01', eight],
		['2026-11-20 09:00:00+01', eight],
		['2026-11-20T08:00:00', eight],
		['2026-11-20T08:00', eight],
		['2026-11-20 08:00:00', eight],
		['2026-11-20 08:00:00.5', eight + 500],
		['2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
	])('is read as UTC where it has no zone of its own: %s', (text, time) => {
		expect(timeOf(text)).toBe(time);
	});

	it.each([
		undefined,
		null,
		'',
		' ',
		'soon',
		'0',
		'1795161600',
		1795161600000,
		'20.11.2026',
		'11/20/2026',
		'2026',
		'2026-11',
		'2026-13-01T00:00:00Z',
		'2026-11-20T25:00:00Z',
		'2026-11-20Tnoon',
		'on 2026-11-20T08:00:00Z',
		'2026-11-20T08:00:00Z (UTC)',
		{},
		[],
		['2026-11-20T08:00:00Z'],
		true,
	])('is missing where the record holds %j', (value) => {
		expect(timeOf(value)).toBeUndefined();
	});
});

describe('a field as text', () => {});

describe('the end of a call', () => {
	it.each([
		...['', 'soon', null, undefined, '0001-01-01T00:00:00Z', '0001-01-01 00:00:00'],
		...['1970-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z'],
	])('is not there yet where the record has %j', (EndedAt) => {
		expect(endOf({ EndedAt })).toBeUndefined();
		expect(startOf({ StartedAt: EndedAt })).toBeUndefined();
	});
});

describe('the output Raw', () => {});

describe('the output Simplified', () => {
	it('has ten flat fields', () => {
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
	});

	it('has the same fields where the record has none', () => {
		expect(formatRecord({}, 'simplified', [])).toEqual({
			CallId: null,
			Status: null,
			AssistantName: null,
			PhoneNumber: null,
			Summary: null,
			StartedAt: null,
			EndedAt: null,
			DurationSeconds: null,
			Keywords: null,
			TranscriptText: '',
		});
	});

	it.each([0, false, ''])('keeps %j, which is a value', (value) => {
		expect(simplified({ Status: value }).Status).toBe(value);
	});

	it.each([
		['the nearest second', '2026-11-20T08:00:00Z', '2026-11-20T08:00:01.500Z', 2],
		['a night', '2026-11-20T23:59:00Z', '2026-11-21T00:01:00Z', 120],
	])('has the duration in seconds: %s', (_, start, end, seconds) => {
		expect(duration(start, end)).toBe(seconds);
	});

	it.each([
		['the call goes on', '2026-11-20T08:00:00Z', ''],
		['the call has not begun', '', '2026-11-20T08:00:00Z'],
		['the end is before the beginning', '2026-11-20T08:00:00Z', '2026-11-20T07:59:59Z'],
		['a time cannot be read', '2026-11-20T08:00:00Z', 'later'],
	])('has no duration while %s', (_, start, end) => {
		expect(duration(start, end)).toBeNull();
	});

	it('has the turns in the order of Sorting, also where that is a text', () => {
		const turns = [10, 9, 1].map((Sorting) => ({
			Sorting: String(Sorting),
			Role: 'AI',
			Text: Sorting,
		}));
		expect(transcript(turns)).toBe('AI: 1\nAI: 9\nAI: 10');
	});

	it('keeps the order of the service where Sorting is missing or odd', () => {
		const turns = ['a', 'b', 'c'].map((Text) => ({ Role: 'AI', Text }));
		expect(transcript(turns)).toBe('AI: a\nAI: b\nAI: c');
		expect(transcript(turns.map((turn) => ({ ...turn, Sorting: 'first' })))).toBe(
			'AI: a\nAI: b\nAI: c',
		);
		expect(transcript(turns.map((turn) => ({ ...turn, Sorting: null })))).toBe(
			'AI: a\nAI: b\nAI: c',
		);
		expect(
			transcript([
				{ ...turns[0], Sorting: 1 },
				{ ...turns[1], Sorting: '' },
			]),
		).toBe('AI: a\nAI: b');
	});

	it.each([
		['an object', { Sorting: { toString: 1 }, Role: 'AI', Text: 'a' }],
		['a list of objects', { Sorting: [{ valueOf: 1, toString: null }], Role: 'AI', Text: 'a' }],
	])('does not break where Sorting is %s', (_, turn) => {
		expect(transcript([turn])).toBe('AI: a');
	});

	it.each([
		['no turns', [], ''],
		['nothing', null, ''],
		['a text', 'AI: a', ''],
		['an object', { Role: 'AI' }, ''],
		['turns that are none', [null, 'a', 7, { Role: 'AI', Text: 'a' }], 'AI: a'],
		['turns without a role or a text', [{ Text: 'a' }, { Role: 'User' }], ': a\nUser: '],
		['turns with odd parts', [{ Role: ['AI'], Text: { said: 'a' } }], 'AI: {"said":"a"}'],
	])('does not break where Transcript holds %s', (_, value, text) => {
		expect(transcript(value)).toBe(text);
	});
});

describe('the output Selected Fields', () => {
	it('has the chosen fields in the chosen order, as the service returned them', () => {
		const fields = ['Summary', 'Keywords', 'Id'];
		expect(Object.entries(formatRecord(record, 'selected', fields))).toEqual([
			['Summary', 'AI: Hello\nUser: Hi'],
			['Keywords', ['Callback', 'Invoice']],
			['Id', 'call-1'],
		]);
	});

	it.each(['Missing', '', 'toString', 'constructor', '__proto__'])(
		'has null where the record lacks the field "%s"',
		(name) => {
			expect(Object.entries(formatRecord(record, 'selected', [name]))).toEqual([[name, null]]);
		},
	);
});

describe('any record', () => {
	/** Names that a service may use and that mean something to JavaScript. */
	const oddName = fc.constantFrom(
		'toString',
		'valueOf',
		'toJSON',
		'__proto__',
		'constructor',
		'length',
	);

	const { json } = fc.letrec((tie) => ({
		json: fc.oneof(
			{ depthSize: 'small' },
			fc.jsonValue({ maxDepth: 1 }),
			fc.array(tie('json'), { maxLength: 3 }),
			fc.dictionary(
				fc.oneof(fc.string({ maxLength: 3 }), oddName, fc.constantFrom('Sorting', 'Role', 'Text')),
				tie('json'),
				{ maxKeys: 4 },
			),
		),
	}));

	const turn = fc.record({ Sorting: json, Role: json, Text: json }, { requiredKeys: [] });

	const record = fc
		.record(
			{
				...Object.fromEntries(CALL_FIELDS.map((name) => [name, json])),
				StartedAt: fc.oneof(json, fc.date().map(String), fc.constant('2026-11-20T08:00:00Z')),
				EndedAt: fc.oneof(json, fc.constant('2026-11-20T08:01:00Z')),
				Transcript: fc.oneof(json, fc.array(fc.oneof(json, turn))),
			},
			{ requiredKeys: [] },
		)
		.map((value) => JSON.parse(JSON.stringify(value)) as IDataObject);

	const NAMES = [
		...['CallId', 'Status', 'AssistantName', 'PhoneNumber', 'Summary', 'StartedAt', 'EndedAt'],
		...['DurationSeconds', 'Keywords', 'TranscriptText'],
	];

	it('a record is simplified to the same ten flat fields, whatever it holds', () => {
		fc.assert(
			fc.property(record, (any) => {
				const simplified = formatRecord(any, 'simplified', []);
				expect(Object.keys(simplified)).toEqual(NAMES);
				for (const value of Object.values(simplified)) {
					expect(value === null || ['string', 'number', 'boolean'].includes(typeof value)).toBe(
						true,
					);
				}
			}),
			{ numRuns: cases(1500) },
		);
	});
});
