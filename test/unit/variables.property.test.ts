import * as fc from 'fast-check';

import {
	callBody,
	readVariables,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/variables';
import { NO_NAME, repeatedName, reservedName } from '../support/sentences';
import { refusalOf } from '../support/userError';
import { cases } from '../support/deep';

const variablesFromRows = (all: unknown) => readVariables({ rows: all });

const variablesFromJson = (value: unknown) => readVariables({ json: value });

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
		fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', 'a[0]', 'a{b}c', '1', '0', 'é'),
	)
	// As they are sent; what stands around them has a test of its own.
	.filter((candidate) => candidate === candidate.trim() && !/^\{|\}$/.test(candidate))
	.filter((candidate) => candidate !== '' && !RESERVED.includes(candidate.toLowerCase()));

/** With something in it: what looks empty is told by the tests of the guard Empty Variables. */
const value = fc.oneof(
	text.map((any) => `x${any}`),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constantFrom(null, undefined),
	fc.array(fc.jsonValue()).map((any) => [...any, 'x']),
	fc.dictionary(text, fc.jsonValue(), { minKeys: 1 }),
);

const rows = fc.uniqueArray(fc.record({ name, value }), { selector: (row) => row.name });

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000') });

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

it('the same variables as rows and as JSON text give the same body', () => {
	const json = fc.uniqueArray(fc.record({ name, value: fc.jsonValue() }), {
		selector: (row) => row.name,
	});
	fc.assert(
		fc.property(json, (given) => {
			const members = given.map(
				(row) => `${JSON.stringify(row.name)}:${JSON.stringify(row.value)}`,
			);
			expect(sorted([...variablesFromJson(`{${members.join(',')}}`)])).toEqual(
				sorted([...variablesFromRows(given)]),
			);
		}),
		{ numRuns: cases(300) },
	);
});

/** What people leave around a name: blanks, and one pair of braces. */
const wrapped = fc
	.tuple(blanks, fc.boolean(), blanks)
	.map(([outer, inBraces, inner]) => (text: string) => {
		const core = `${inner}${text}${inner}`;
		return `${outer}${inBraces ? `{${core}}` : core}${outer}`;
	});

it('blanks and one pair of braces around a name make no difference', () => {
	fc.assert(
		fc.property(rows, wrapped, (given, wrap) => {
			// Braces inside would not make one pair.
			fc.pre(!given.some((row) => /[{}]/.test(row.name)));
			const written = given.map((row) => ({ ...row, name: wrap(row.name) }));
			expect(variablesFromRows(written)).toEqual(variablesFromRows(given));
		}),
		{ numRuns: cases(300) },
	);
});

it('a reserved name is refused wherever it stands and whatever is around it', () => {
	fc.assert(
		fc.property(rows, fc.nat(), fc.constantFrom(...RESERVED), wrapped, (given, at, word, wrap) => {
			const bad = { name: wrap(word), value: 'x' };
			const all = [...given.slice(0, at), bad, ...given.slice(at)];
			expect(refusalOf(() => variablesFromRows(all))).toEqual(reservedName(word));
		}),
		{ numRuns: cases(200) },
	);
});

it('an empty name is refused wherever it stands', () => {
	fc.assert(
		fc.property(rows, fc.nat(), wrapped, (given, at, wrap) => {
			const all = [...given.slice(0, at), { name: wrap(''), value: 'x' }, ...given.slice(at)];
			expect(refusalOf(() => variablesFromRows(all))).toEqual(NO_NAME);
		}),
		{ numRuns: cases(200) },
	);
});

it('a repeated name is refused wherever it stands and whatever is around it', () => {
	const plain = fc.stringMatching(/^[a-z_.]{1,12}$/);
	fc.assert(
		fc.property(rows, plain, fc.nat(), fc.nat(), wrapped, (given, twice, first, second, wrap) => {
			const others = given.filter((row) => row.name !== twice);
			const row = { name: twice, value: 'x' };
			const once = [...others.slice(0, first), row, ...others.slice(first)];
			const again = { name: wrap(twice), value: 'x' };
			const all = [...once.slice(0, second), again, ...once.slice(second)];
			expect(refusalOf(() => variablesFromRows(all))).toEqual(repeatedName(twice));
		}),
		{ numRuns: cases(200) },
	);
});
