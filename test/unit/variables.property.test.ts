import * as fc from 'fast-check';

import {
	callBody,
	variablesFromJson,
	variablesFromRows,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/variables';
import { saidBy } from './said';

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
		fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', 'a[0]', '{a}', '1', '0', 'é'),
	)
	.filter((candidate) => candidate.trim() !== '' && !RESERVED.includes(candidate.trim()));

const value = fc.oneof(
	text,
	fc.double(),
	fc.boolean(),
	fc.constantFrom(null, undefined),
	fc.array(fc.jsonValue()),
	fc.dictionary(text, fc.jsonValue()),
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

it('the body holds exactly what was typed, in any names and values', () => {
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
		{ numRuns: 500 },
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
		{ numRuns: 300 },
	);
});

it('a reserved name is refused wherever it stands and whatever blanks are around it', () => {
	fc.assert(
		fc.property(rows, fc.nat(), fc.constantFrom(...RESERVED), blanks, (given, at, word, blank) => {
			const bad = { name: `${blank}${word}${blank}`, value: 'x' };
			const all = [...given.slice(0, at), bad, ...given.slice(at)];
			expect(saidBy(() => variablesFromRows(all)).title).toBe(
				`A variable cannot be named "${bad.name}"`,
			);
		}),
		{ numRuns: 200 },
	);
});

it('an empty name is refused wherever it stands', () => {
	fc.assert(
		fc.property(rows, fc.nat(), blanks, (given, at, blank) => {
			const all = [...given.slice(0, at), { name: blank, value: 'x' }, ...given.slice(at)];
			expect(saidBy(() => variablesFromRows(all)).title).toBe('A variable has no name');
		}),
		{ numRuns: 200 },
	);
});

it('a repeated name is refused wherever it stands', () => {
	fc.assert(
		fc.property(rows, name, fc.nat(), fc.nat(), (given, twice, first, second) => {
			const others = given.filter((row) => row.name !== twice);
			const row = { name: twice, value: 'x' };
			const once = [...others.slice(0, first), row, ...others.slice(first)];
			const all = [...once.slice(0, second), row, ...once.slice(second)];
			expect(saidBy(() => variablesFromRows(all)).title).toBe(
				`The variable "${twice}" is given twice`,
			);
		}),
		{ numRuns: 200 },
	);
});
