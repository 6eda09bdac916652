import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import {
	callBody,
	readVariables,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/variables';
import { NO_NAME, noRow, repeatedName, reservedName } from '../support/sentences';
import { refusalOf } from '../support/userError';
import { cases } from '../support/deep';

const variablesFromRows = (rows: unknown) => readVariables({ rows });

const variablesFromJson = (value: unknown) => readVariables({ json: value });

const NO_OBJECT = {
	message: "'Variables (JSON)' is not a JSON object",
	advice:
		'Enter names and values in braces, for example {"first_name": "Ada"}, or {} if there are none.',
};

const withBraces = (name: string) => ({
	message: `The variable name "${name}" contains braces`,
	advice: "Enter the name without braces. Only the assistant's instructions have braces around it.",
});

describe('rows', () => {
	it.each([undefined, []])('may be missing: %j', (rows) => {
		expect(variablesFromRows(rows)).toEqual([]);
	});

	it.each([
		['a dot', 'a.b'],
		['a blank inside', 'first name'],
		['braces inside', 'first{_}name'],
		['half of an emoji', '\ud83d'],
		['the name of the prototype', '__proto__'],
	])('may have a name with %s', (_, name) => {
		const body = callBody('asst-1', '+12', variablesFromRows([{ name, value: 'x' }]));
		expect(Object.entries(JSON.parse(body) as object)).toEqual([
			['assistant_id', 'asst-1'],
			['phone_number', '+12'],
			[name, 'x'],
		]);
	});

	it.each([
		[' first_name\u00a0\n', 'first_name'],
		['{first_name}', 'first_name'],
		[' { first_name } ', 'first_name'],
	])('have a name without blanks and braces around it: "%s"', (written, name) => {
		expect(variablesFromRows([{ name: written, value: 'x' }])).toEqual([[name, 'x']]);
	});

	it.each([
		['a number', 4.5, '4.5'],
		['true', true, 'true'],
		['nothing', null, ''],
		['a missing value', undefined, ''],
		['an empty text', '', ''],
		['a list', ['a', 1, null], '["a",1,null]'],
		['an empty list', [], ''],
		['NaN', NaN, ''],
		['an object', { a: { b: 1 } }, '{"a":{"b":1}}'],
		['a date', new Date('2026-11-20T08:00:00Z'), '2026-11-20T08:00:00.000Z'],
		[
			'a date of Luxon',
			DateTime.fromISO('2026-11-20T08:00:00', { zone: 'Europe/Berlin' }),
			'2026-11-20T08:00:00.000+01:00',
		],
		['an invalid date of Luxon', DateTime.fromISO('never'), ''],
		['a large number', 12345678901234567890n, '12345678901234567890'],
	])('write %s as text', (_, value, text) => {
		expect(variablesFromRows([{ name: 'v', value }])).toEqual([['v', text]]);
	});

	it.each<unknown>(['', ' ', '\u00a0\n', '{}', '{ }', null, undefined, NaN, {}, ['a']])(
		'are refused with the name %j',
		(name) => {
			expect(refusalOf(() => variablesFromRows([{ name, value: 'x' }]))).toEqual(NO_NAME);
		},
	);

	it.each([
		[null, 'empty'],
		['text', '"text"'],
		[7, '"7"'],
	])('are refused where a row is %j', (row, shown) => {
		expect(refusalOf(() => variablesFromRows([row]))).toEqual(noRow('Variables', shown));
	});

	it.each([
		['assistant_id', 'assistant_id'],
		['phone_number', 'phone_number'],
		['phone_numer', 'phone_numer'],
		[' phone_number ', 'phone_number'],
		['{phone_number}', 'phone_number'],
		// Go and .NET read a property in any case, and of two the last.
		['Phone_Number', 'Phone_Number'],
		['ASSISTANT_ID', 'ASSISTANT_ID'],
	])('are refused with the reserved name "%s"', (written, name) => {
		expect(refusalOf(() => variablesFromRows([{ name: written, value: 'x' }]))).toEqual(
			reservedName(name),
		);
	});

	it.each(['{first_name', 'first_name}', '{{first_name}}', '{a}{b}', '{}x'])(
		'are refused with braces at one end, or more than one pair: %s',
		(name) => {
			expect(refusalOf(() => variablesFromRows([{ name, value: 'x' }]))).toEqual(withBraces(name));
		},
	);

	it('are refused with a name that is repeated', () => {
		const rows = ['a', 'b', 'a'].map((name) => ({ name, value: name }));
		expect(refusalOf(() => variablesFromRows(rows))).toEqual(repeatedName('a'));
	});

	it('are refused with a name that is repeated but for blanks or braces', () => {
		for (const again of [' a', '{a}']) {
			const rows = ['a', again].map((name) => ({ name, value: name }));
			expect(refusalOf(() => variablesFromRows(rows))).toEqual(repeatedName('a'));
		}
	});
});

describe('JSON', () => {
	it.each([
		['as text', '{"a": "1", "b": 2}'],
		['as text with blanks around', ' \n{"a": "1", "b": 2} '],
		['as an object', { a: '1', b: 2 }],
	])('is read %s', (_, value) => {
		expect(variablesFromJson(value)).toEqual([
			['a', '1'],
			['b', '2'],
		]);
	});

	it.each([undefined, null, '', '{', 'text', '"text"', '[]', '[["a", "b"]]', 'null', '7', 7, []])(
		'is refused where the field is %j',
		(value) => {
			expect(refusalOf(() => variablesFromJson(value))).toEqual(NO_OBJECT);
		},
	);

	it.each([
		['an empty name', '{"": "x"}', NO_NAME],
		['a blank name', '{"  ": "x"}', NO_NAME],
		['a reserved name', '{"assistant_id": "x"}', reservedName('assistant_id')],
		['the misspelt name of the number', '{"phone_numer": "x"}', reservedName('phone_numer')],
	])('is refused with %s', (_, text, sentences) => {
		expect(refusalOf(() => variablesFromJson(text))).toEqual(sentences);
	});
});

describe('the body of a call', () => {
	it('is JSON text that begins with the assistant and the number', () => {
		expect(callBody('asst-1', '+4930123456', [['first_name', 'Ada']])).toBe(
			'{"assistant_id":"asst-1","phone_number":"+4930123456","first_name":"Ada"}',
		);
	});

	it('cannot be broken out of by a value', () => {
		const value = '","phone_number":"+4930999999';
		expect(JSON.parse(callBody('a"b', '+12', [['v', value]]))).toEqual({
			assistant_id: 'a"b',
			phone_number: '+12',
			v: value,
		});
	});
});

describe('any variables', () => {
	const variablesFromRows = (all: unknown) => readVariables({ rows: all });

	const RESERVED = ['assistant_id', 'phone_number', 'phone_numer'];

	/** Any text that JavaScript knows, half characters included. */
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc
			.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
			.map((codes) => String.fromCharCode(...codes)),
	);

	const name = fc
		.oneof(
			text,
			fc.constantFrom(
				'__proto__',
				'constructor',
				'toString',
				'a.b',
				'a[0]',
				'a{b}c',
				'1',
				'0',
				'é',
			),
		)
		// As they are sent; what stands around them has a test of its own.
		.filter((candidate) => candidate === candidate.trim() && !/^\{|\}$/.test(candidate))
		.filter((candidate) => candidate !== '' && !RESERVED.includes(candidate.toLowerCase()));

	/** With something in it: what looks empty is told by the tests of the guard Empty Variables. */
	const value = fc.oneof(
		text.map((any) => `x${any}`),
		fc.double({ noNaN: true }),
		fc.boolean(),
		fc.constantFrom(null, undefined),
		fc.array(fc.jsonValue()).map((any) => [...any, 'x']),
		fc.dictionary(text, fc.jsonValue(), { minKeys: 1 }),
	);

	const rows = fc.uniqueArray(fc.record({ name, value }), { selector: (row) => row.name });

	/** What the assistant reads in place of `{name}`. */
	function spoken(given: unknown): string {
		if (given === null || given === undefined) return '';
		return typeof given === 'object' ? JSON.stringify(given) : String(given);
	}

	const sorted = (entries: Array<readonly [string, unknown]>) =>
		[...entries].sort(([a], [b]) => (a < b ? -1 : 1));

	it('the body has exactly what was typed, in any names and values', () => {
		fc.assert(
			fc.property(text, text, rows, (assistant, phoneNumber, given) => {
				const body = callBody(assistant, phoneNumber, variablesFromRows(given));
				expect(sorted(Object.entries(JSON.parse(body) as object))).toEqual(
					sorted([
						['assistant_id', assistant],
						['phone_number', phoneNumber],
						...given.map((row) => [row.name, spoken(row.value)] as const),
					]),
				);
			}),
			{ numRuns: cases(500) },
		);
	});
});
