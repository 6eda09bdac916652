import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { callBody } from '../../nodes/create/variables';
import { cases } from '../support/deep';
import { variablesOf } from '../support/guarded';
import { NO_NAME, noRow, repeatedName, reservedName } from '../support/sentences';
import { refusalOf } from '../support/userError';

const fromRows = (variable: unknown) =>
	variablesOf({ variables: variable === undefined ? {} : { variable } });

const fromJson = (variablesJson: unknown) => variablesOf({ variablesMode: 'json', variablesJson });

const named = (...names: unknown[]) => names.map((name) => ({ name, value: 'x' }));

describe('rows', () => {
	it('are read in their order', () => {
		const rows = [
			{ name: 'zulu', value: '={{ not evaluated }}' },
			{ name: 7, value: ' x ' },
		];
		const variables = rows.map(({ name, value }) => [String(name), value]);
		expect([undefined, [], rows[0], rows].map(fromRows)).toEqual([
			...[[], [], variables.slice(0, 1)],
			variables,
		]);
	});

	it.each([
		[' first_name\u00a0\n', 'first_name'],
		['{first_name}', 'first_name'],
		[' { first_name } ', 'first_name'],
		['{{first_name}}', 'first_name'],
		['{first_name', 'first_name'],
	])('have a name without spaces and braces around it: %j', (written, name) => {
		const body = callBody('asst-1', '+12', fromRows(named(written)));
		expect(Object.entries(JSON.parse(body) as object)).toEqual([
			['assistant_id', 'asst-1'],
			['phone_number', '+12'],
			[name, 'x'],
		]);
	});

	it.each<[unknown, string]>([
		[4.5, '4.5'],
		[0, '0'],
		// What looks empty is told by the tests of the guard Empty Variables.
		[null, ''],
		[DateTime.fromISO('never'), ''],
		[['a', 1, null], '["a",1,null]'],
		[{ a: { b: 1 } }, '{"a":{"b":1}}'],
		[new Date('2026-11-20T08:00:00Z'), '2026-11-20T08:00:00.000Z'],
		[
			DateTime.fromISO('2026-11-20T08:00:00', { zone: 'Europe/Berlin' }),
			'2026-11-20T08:00:00.000+01:00',
		],
		[12345678901234567890n, '12345678901234567890'],
	])('write %p as text', (value, text) => {
		expect(fromRows([{ name: 'v', value }])).toEqual([['v', text]]);
	});

	it.each([
		...['[object Object]', 'Order [object Object] ', 'undefined', ' NaN', 'Invalid Date'],
		...['Invalid DateTime', '["[object Object]"]', ['undefined', 'ok'], { a: [{ b: 'NaN' }] }],
		...[[1, NaN], { when: 'Invalid Date' }, 'Mr undefined', 'undefined undefined', 'NaN €', '#N/A'],
		...['Invalid Date, 10:00', '-Infinity '],
	])('take a text that only a mistake produces for nothing: %j', (value) => {
		expect(fromRows([{ name: 'v', value }])).toEqual([['v', '']]);
		for (const meant of ['undefined terms', 'Nan', 'null', '[object]', '{"NaN":1}']) {
			expect(fromRows([{ name: 'v', value: meant }])).toEqual([['v', meant]]);
		}
	});

	it.each([
		['first\u200b_name', 'first_name'],
		['\ufefffirst\u00ad_name\u200d', 'first_name'],
		['\u202efirst_name\u2060', 'first_name'],
		// What changes how others look stays: a word of Persian, a heart, a family.
		['می\u200cخواهم', 'می\u200cخواهم'],
		['❤\ufe0f', '❤\ufe0f'],
		['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
	])('lose what nobody sees, in names and values: %j', (written, text) => {
		expect(fromRows([{ name: written, value: written }])).toEqual([[text, text]]);
		const { message } = refusalOf(() => fromRows(named(text, written)));
		expect(message).toMatch(/ is set twice$/);
	});

	it('are one name where they look alike', () => {
		for (const [one, other] of [
			['first name', 'first\u00a0name'],
			['pr\u00e9nom', 'pre\u0301nom'],
		]) {
			expect(refusalOf(() => fromRows(named(one, other))).message).toMatch(/ is set twice$/);
		}
	});

	it.each<unknown>(['\u00a0\n', '{ }', null, undefined, NaN, {}, ['a']])(
		'are refused with the name %j',
		(name) => {
			expect(refusalOf(() => fromRows(named('a', name)))).toEqual(NO_NAME);
		},
	);

	it('are refused where they are none', () => {
		expect(refusalOf(() => fromRows(['text']))).toEqual(noRow('Variables', '"text"'));
	});

	it.each([
		['phone_numer', 'phone_numer'],
		[' phone_number ', 'phone_number'],
		['{phone_number}', 'phone_number'],
		// Go and .NET read a property in any case, and of two the last.
		['Phone_Number', 'Phone_Number'],
		['ASSISTANT_ID', 'ASSISTANT_ID'],
		// Go takes the long s for an s, too.
		['aſsistant_id', 'aſsistant_id'],
	])('are refused with the reserved name "%s"', (written, name) => {
		expect(refusalOf(() => fromRows(named('a', written)))).toEqual(reservedName(name));
	});

	it('are refused with a name that is repeated', () => {
		expect(refusalOf(() => fromRows(named('a', 'b', '{a}')))).toEqual(repeatedName('a'));
	});
});

describe('JSON', () => {
	it.each([
		[' \n{"a": "1", "__proto__": 2} ', '[["a","1"],["__proto__","2"]]'],
		[{ a: '1', b: 2 }, '[["a","1"],["b","2"]]'],
		['{}', '[]'],
		['{"a": {"x": 1}, "b": {"x": 2}}', '[["a","{\\"x\\":1}"],["b","{\\"x\\":2}"]]'],
	])('is read as text or as an object: %j', (value, variables) => {
		expect(JSON.stringify(fromJson(value))).toBe(variables);
	});

	it.each([undefined, '', '{', '"text"', '[["a", "b"]]', 'null', '7', []])(
		'is refused where the field is %j',
		(value) => {
			expect(refusalOf(() => fromJson(value))).toEqual({
				message: "'Variables (JSON)' is not a JSON object",
				advice:
					'Enter names and values in braces, for example {"first_name": "Ada"}, or {} if there are none.',
			});
		},
	);

	it.each([
		['{"  ": "x"}', NO_NAME],
		['{"phone_numer": "x"}', reservedName('phone_numer')],
		['{"a": "{\\"b\\":", "b": {"a": [1]}, "\\u0061": "y"}', repeatedName('a')],
	])('is refused where it is %s', (text, sentences) => {
		expect(refusalOf(() => fromJson(text))).toEqual(sentences);
	});
});

describe('the body of a call', () => {
	it('has exactly what was typed, in any names and values', () => {
		const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u;
		/** Any text that JavaScript knows, half characters included. */
		const text = fc
			.oneof(
				fc.string({ unit: 'binary' }),
				fc.array(fc.nat(0xffff), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
			)
			.filter((any) => !INVISIBLE.test(any));
		const reserved = ['assistant_id', 'phone_number', 'phone_numer'];
		const name = fc
			.oneof(text, fc.constantFrom('__proto__', 'constructor', 'a.b', 'a[0]', 'a{b}c', '1', 'é'))
			.filter((each) => each === each.trim() && each !== '' && !/^\{|\}$/.test(each))
			.filter((each) => !reserved.includes(each.toLowerCase()));
		/** With something in it, and no text of a mistake, which fast-check makes as well. */
		const value = fc
			.oneof(
				text.map((any) => `x${any}`),
				fc.double({ noNaN: true, noDefaultInfinity: true }),
				fc.array(fc.jsonValue()).map((any) => [...any, 'x']),
				fc.dictionary(text, fc.jsonValue(), { minKeys: 1 }),
			)
			.filter((any) => !/NaN|Infinity|undefined|Invalid|object|#/.test(JSON.stringify(any)));
		const rows = fc.uniqueArray(fc.record({ name, value }), { selector: (row) => row.name });
		const sorted = (entries: unknown[][]) =>
			[...entries].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
		fc.assert(
			fc.property(text, text, rows, (assistant, phoneNumber, given) => {
				const body = callBody(assistant, phoneNumber, fromRows(given));
				expect(sorted(Object.entries(JSON.parse(body) as object))).toEqual(
					sorted([
						['assistant_id', assistant],
						['phone_number', phoneNumber],
						...given.map((row) => [
							row.name,
							typeof row.value === 'object' ? JSON.stringify(row.value) : String(row.value),
						]),
					]),
				);
			}),
			{ numRuns: cases(500) },
		);
	});
});
