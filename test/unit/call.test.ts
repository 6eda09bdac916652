import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { Call, CALL_FIELDS, isExact, textOf } from '../../nodes/service/call';
import { formatCall } from '../../nodes/service/format';
import { cases } from '../support/deep';
import { refusalOf } from '../support/userError';

/* A record of the service, read once, and what it may have in the forms that test/engine/output.test.ts shows. */

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

const EIGHT = Date.parse('2026-11-20T08:00:00Z');

const startOf = (StartedAt: unknown) => new Call({ StartedAt } as IDataObject).start;

describe('a time', () => {
	it.each<[unknown, number]>([
		['2026-11-20T08:00:00Z', EIGHT],
		['2026-11-20T08:00:00.123456Z', EIGHT + 123],
		['2026-11-20T08:00:00z', EIGHT],
		['2026-11-20T09:00:00+01:00', EIGHT],
		['2026-11-20 03:00:00.000-05', EIGHT],
		['2026-11-20 08:00:00.5', EIGHT + 500],
		['2026-11-20T08:00', EIGHT],
		['2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
		['Fri, 20 Nov 2026 08:00:00 GMT', EIGHT],
		['20 Nov 2026 09:00:00 +0100', EIGHT],
		[EIGHT, EIGHT],
		[EIGHT / 1000, EIGHT],
		[String(EIGHT), EIGHT],
		[`${EIGHT / 1000}.123456`, EIGHT + 123],
		['2000-01-01T00:00:00Z', Date.UTC(2000, 0)],
	])('is read where it means one thing, as UTC if it has no zone: %j', (value, time) => {
		const luxon = jest.spyOn(DateTime, 'fromISO').mockClear();
		expect(startOf(value)).toBe(time);
		expect(new Call({ EndedAt: value } as IDataObject).end).toBe(time);
		// It takes twenty times as long as what reads the documented form.
		if (String(value).endsWith('Z')) expect(luxon).not.toHaveBeenCalled();
	});

	it.each([
		...[undefined, null, '', ' ', false, 0, '0', -62_135_596_800, '0000-00-00 00:00:00'],
		...['0001-01-01T00:00:00Z', '0001-01-01 00:00:00', '1970-01-01T00:00:00Z'],
		'1999-12-31T23:59:59.999Z',
	])('has not come yet where the record has %j', (value) => {
		expect(startOf(value)).toBeUndefined();
	});

	const quoted = (text: string): [string, string] => [text, `"${text}"`];

	it.each<[unknown, string]>([
		...['soon', '20.11.2026', '11/20/2026', '2026', '2026-11', '20261120'].map(quoted),
		...['2026-13-01T00:00:00Z', '2026-11-20T25:00:00Z', '2026-11-20Tnoon'].map(quoted),
		[2026, '"2026"'],
		[17_951_616_000_000_000, '"17951616000000000"'],
		[true, '"true"'],
		[{ seconds: 1_795_161_600 }, 'an object'],
		[['2026-11-20'], 'a list'],
	])('is refused by its field and value where it is none: %j', (value, shown) => {
		expect(refusalOf(() => startOf(value))).toEqual({
			message: `'StartedAt' of a call is ${shown}, which is not a time`,
			advice:
				"The service must send ISO 8601, such as 2026-11-20T08:00:00Z. Ask the service's support.",
		});
		const call = new Call({ ...record, EndedAt: value } as IDataObject);
		expect(refusalOf(() => call.end).message).toMatch(/^'EndedAt' of call "call-1" is /);
		expect([call.start, call.key]).toEqual([EIGHT, 'Id call-1']);
		expect(formatCall(call, 'simplified', []).DurationSeconds).toBeNull();
	});
});

describe('the key of a call', () => {
	it.each<[Id: unknown, known: unknown]>([
		['call-1', 'call-1'],
		[7, 7],
		[2 ** 53 - 1, 2 ** 53 - 1],
		[2 ** 53, undefined],
		...[0, '', null, undefined, true, ['a']].map((none): [unknown, undefined] => [none, undefined]),
	])('has its identifier, if there is one that was not rounded: %j is %j', (Id, known) => {
		const { id, key } = new Call({ ...record, Id } as IDataObject);
		expect([id, key.startsWith('Id ')]).toEqual([known, known !== undefined]);
		if (typeof Id === 'number' && Id !== 0) expect(isExact(Id)).toBe(known === Id);
	});

	it('otherwise has time, number and assistant, whatever else changes, or all that there is', () => {
		const keyOf = (more: object) => new Call({ ...record, Id: '', ...more }).key;
		expect(keyOf({ Status: 'archive', EndedAt: '' })).toBe(keyOf({}));
		for (const field of ['StartedAt', 'PhoneNumber', 'Assistant'])
			expect(keyOf({ [field]: '2026-11-21' })).not.toBe(keyOf({}));
		const unanswered = { StartedAt: '0001-01-01T00:00:00Z' };
		expect(keyOf({ ...unanswered, EndedAt: '2026-11-21' })).not.toBe(keyOf(unanswered));
		const ringing = { StartedAt: '', EndedAt: '' };
		expect(keyOf({ ...ringing, Extra: 2 })).not.toBe(keyOf(ringing));
	});
});

const AI = { Role: 'AI', Text: 'Hello' };

it.each<[unknown, boolean | null]>([
	[[AI], false],
	[[{ Role: ' ai ', Text: 'Hello' }, { Text: 'no role' }, null, 7], false],
	[[{ Role: 'User', Text: 'Hi' }], true],
	[[{ Role: 'System', Text: 'Call began' }], false],
	...['', ' \n', '\u200b', '…', '?', null, []].map((Text): [unknown, boolean] => [
		[AI, { Role: 'User', Text }],
		false,
	]),
	[[], false],
	[undefined, null],
	['User: Hi', null],
])('a call with the transcript %j was answered: %j', (Transcript, answered) => {
	expect(new Call({ Transcript } as IDataObject).answered).toBe(answered);
});

it.each<[unknown, string]>([
	['asst-1', 'asst-1'],
	[12, '12'],
	...[null, undefined, {}, ['asst-1'], true].map((value): [unknown, string] => [value, '']),
	[JSON.parse('1234567890123456789'), ''],
])('the field %j as text is "%s": a service may send identifiers as numbers', (value, text) => {
	expect(textOf(value)).toBe(text);
});

const simplified = (more: object) => formatCall(new Call({ ...record, ...more }), 'simplified', []);

describe('the output', () => {
	it('Simplified has the same fields, each flat, whatever the record has, and leaves it as it was', () => {
		const names = Object.keys(simplified({}));
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
				const before = JSON.stringify(odd);
				const result = formatCall(new Call(odd as IDataObject), 'simplified', []);
				expect(JSON.stringify(odd)).toBe(before);
				expect(Object.keys(result)).toEqual(names);
				for (const value of Object.values(result)) expect(Object(value)).not.toBe(value);
			}),
			{ numRuns: cases(1500) },
		);
		const nothing = formatCall(new Call({}), 'simplified', []);
		expect(Object.values(nothing)).toEqual([null, '', ...Array(8).fill(null)]);
	});

	it('Simplified writes what does not fit into a cell as text, and keeps what does', () => {
		const odd = simplified({ Id: 7, Status: { read: false }, Summary: [['a', 1], null, {}] });
		expect([odd.CallId, odd.Status, odd.Summary]).toEqual([7, '{"read":false}', 'a, 1, , {}']);
		for (const Status of [0, false, '']) expect(simplified({ Status }).Status).toBe(Status);
		for (const [open, close] of ['[]', '{}']) {
			const inner = open === '{' ? '{"a":' : open;
			const deep = JSON.parse(`${inner.repeat(100_000)}1${close.repeat(100_000)}`) as IDataObject;
			const Transcript = [{ Role: 'User', Text: deep }];
			expect(simplified({ Summary: deep, Transcript })).toMatchObject({
				...{ CallId: 'call-1', Summary: '…', TranscriptText: 'User: …' },
			});
		}
	});

	it.each([
		['2026-11-20T08:00:00Z', '2026-11-20T08:00:01.500Z', 2],
		['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', 0],
		['2026-11-20T08:00:00Z', '', null],
		['0001-01-01T00:00:00Z', '2026-11-20T08:00:00Z', null],
		['2026-11-20T08:00:00Z', '2026-11-20T07:59:59Z', null],
	])('Simplified of a call from %j to %j has the duration %j', (StartedAt, EndedAt, seconds) => {
		expect(simplified({ StartedAt, EndedAt }).DurationSeconds).toBe(seconds);
	});

	const transcript = (Transcript: unknown) => simplified({ Transcript }).TranscriptText;

	it('Simplified has the turns in the order of Sorting, also where that is a text, or of the service', () => {
		const sorted = [10, 9, 1].map((n) => ({ Sorting: String(n), Role: 'AI', Text: n }));
		expect(transcript(sorted)).toBe('AI: 1\nAI: 9\nAI: 10');
		const turns = ['a', 'b'].map((Text) => ({ Role: 'AI', Text }));
		for (const Sorting of [undefined, 'first', '', null, { toString: 1 }, [{ valueOf: 1 }]]) {
			expect(transcript(turns.map((turn) => ({ ...turn, Sorting })))).toBe('AI: a\nAI: b');
		}
	});

	it.each<[string, unknown, string]>([
		['a text', 'User: Hi', 'User: Hi'],
		['what are no turns', [null, 'x', 7, {}], ': '],
		[
			'what somebody said in several lines',
			[{ Role: 'User\nAI', Text: 'No.\r\nAI: Deal!\u2028AI: Yes' }],
			'User AI: No. AI: Deal! AI: Yes',
		],
	])('Simplified has a line for each turn of %s', (_, Transcript, text) => {
		expect(transcript(Transcript)).toBe(text);
	});

	it('Selected Fields has them as they are, and null for what the record lacks', () => {
		const names = ['Summary', 'Keywords', 'Id', 'CallId', 'DurationSeconds', 'TranscriptText'];
		const others = ['Missing', '', 'toString', 'constructor', '__proto__'];
		const selected = formatCall(new Call(record), 'selected', [...names, ...others]);
		expect(Object.entries(selected)).toEqual([
			['Summary', 'AI: Hello\nUser: Hi'],
			['Keywords', ['Callback', 'Invoice']],
			['Id', 'call-1'],
			['CallId', 'call-1'],
			['DurationSeconds', 90],
			['TranscriptText', 'AI: Hello\nUser: Hi'],
			...others.map((name) => [name, null]),
		]);
		const odd = JSON.parse('{"__proto__": ""}') as IDataObject;
		expect(Object.entries(formatCall(new Call(odd), 'selected', ['__proto__']))).toEqual([
			['__proto__', ''],
		]);
	});
});
