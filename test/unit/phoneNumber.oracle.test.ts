import * as fc from 'fast-check';

import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { EXAMPLES, readByGoogle, type Example } from '../support/libphonenumber';
import { resultOf } from '../support/userError';

/*
 * Whatever is written, the node dials what libphonenumber reads, or nothing.
 */

const SEED = 20251121;

/** Countries that share a country code often share an example as well. */
const NUMBERS = EXAMPLES.filter(
	({ e164 }, index) => EXAMPLES.findIndex((other) => other.e164 === e164) === index,
);

const dialled = (written: string) => {
	const result = resultOf(() => normalizePhoneNumber(written, { clean: true }));
	return typeof result === 'string' ? result : undefined;
};

/**
 * libphonenumber knows no invisible marks and not all dashes and dots; in Germany, 00 is "+". In
 * Argentina and Colombia it takes the 0 of "(0)" and what follows for a carrier code.
 */
const readAsWritten = (written: string) =>
	readByGoogle(
		written
			.replace(/\p{Cf}/gu, '')
			.replace(/[\ufe58\ufe63]/g, '-')
			.replace(/\u2024/g, '.')
			.trim()
			.replace(/^tel:/i, '')
			.replace(/^(\D*(?:00\D*)?5[47]\D*)\(0\)/, '$1'),
		'DE',
	);

/** What was dialled although libphonenumber reads another number. */
const misread = (texts: string[]) =>
	texts
		.map((written) => ({ written, dialled: dialled(written) }))
		.filter(({ dialled }) => dialled !== undefined)
		.map((call) => ({ ...call, read: readAsWritten(call.written) }))
		.filter(({ dialled, read }) => dialled !== read);

/** What was dialled other than the number to which something was added. */
const dialledOther = (examples: Example[], write: (example: Example) => string) =>
	examples
		.map((example) => ({ written: write(example), example: example.e164 }))
		.map((text) => ({ ...text, dialled: dialled(text.written) }))
		.filter(({ dialled, example }) => dialled !== undefined && dialled !== example);

const groups = ({ international, code }: Example) => international.slice(code.length + 2);

/** What people write after a number. */
const ENDINGS = [
	'x12',
	' x 12',
	' ext 12',
	' ext. 12',
	' extension 12',
	';ext=12',
	'#12',
	' #12',
	' (2)',
	'(12)',
	' [5]',
	' w5',
	' p5',
	',5',
	',,12',
	';12',
	'-5',
	'-57',
	' - 57',
	' – 57',
	'–60',
	'/57',
	' / 57',
	'/123',
	' / 123456',
	'.0',
	'.00',
	'.5',
	'.0000',
	' .0',
	' int 3',
	' Durchwahl 5',
	' poste 5',
	' ramal 5',
	'*5',
	'~60',
	' bis 60',
	' to 60',
	' or 57',
	' (mobile)',
	' office',
	'?',
	'!',
	'/',
	'-',
	'.',
	',',
	'(',
	')',
	'+',
	' 📞',
	'²',
	'½',
	'①',
];

describe('with something after it, a number is dialled as it is or not at all', () => {
	it.each(ENDINGS)('with %j', (ending) => {
		expect(dialledOther(NUMBERS, ({ e164 }) => e164 + ending)).toEqual([]);
		expect(dialledOther(NUMBERS, ({ international }) => international + ending)).toEqual([]);
	});
});

/** Another number in the same field, most of them another of the same country. */
const SECOND_NUMBERS: Array<[string, (example: Example, other: Example) => string]> = [
	['a line break', (example, other) => `${example.international}\n${other.international}`],
	['a Windows line break', (example, other) => `${example.e164}\r\n${other.e164}`],
	['a line separator', (example, other) => `${example.e164}\u2028${other.national}`],
	['a tab', (example, other) => `${example.international}\t${other.national}`],
	['a slash', (example, other) => `${example.international}/${other.national}`],
	['a slash and blanks', (example, other) => `${example.international} / ${groups(other)}`],
	['a slash, no groups', (example, other) => `${example.e164}/${other.e164.slice(1)}`],
	['a comma', (example, other) => `${example.international}, ${other.international}`],
	['a semicolon', (example, other) => `${example.international};${other.national}`],
	['an ampersand', (example, other) => `${example.international} & ${other.international}`],
	['a word', (example, other) => `${example.international} or ${other.international}`],
	['a plus', (example, other) => `${example.international}${other.international}`],
	['a blank', (example, other) => `${example.international} ${other.international}`],
	['a bar', (example, other) => `${example.international} | ${other.international}`],
];

describe('of two numbers, none is dialled', () => {
	it.each(SECOND_NUMBERS)('with %s between them', (_, write) => {
		const written = NUMBERS.map((example, index) => {
			const next = NUMBERS[(index + 1) % NUMBERS.length];
			return write(example, next.code === example.code ? next : example);
		});
		expect(written.filter((text) => dialled(text) !== undefined)).toEqual([]);
		expect(written.length).toBeGreaterThan(1000);
	});
});

/** The beginning of a number, as it is dialled in its country or from another. */
const BEGINNINGS: Array<[string, (example: Example) => string]> = [
	['the national format', ({ code, national }) => `+${code} ${national}`],
	['the national format in brackets', ({ code, national }) => `+${code} (${national})`],
	...['0', '1', '8', '06', '01', '80', '90', '015', '183', '(8) ', '(1) ', '(06) ', '(01) '].map(
		(trunk): [string, (example: Example) => string] => [
			`${trunk} after the country code`,
			(example) => `+${example.code} ${trunk}${groups(example)}`,
		],
	),
	...['(0)', ' (0) ', '0', ' 0 ', '(0', '00', '(00)'].map(
		(zero): [string, (example: Example) => string] => [
			`${zero} after the country code, with brackets later`,
			(example) => `+${example.code}${zero}${groups(example).replace(/^(\d+)/, '($1)')}`,
		],
	),
	...[
		'001',
		'0011',
		'011',
		'010',
		'002',
		'005',
		'007',
		'008',
		'009',
		'000',
		'810',
		'8~10',
		'119',
		'99',
		'0',
		'00',
		'+00',
		'+011',
		'+001',
		'+0',
		'++',
		'00+',
		'0+',
		'(00',
		'(0)',
		'(0)0',
		'0(0)',
		'*31#',
		'#31#',
		'67#',
		'*67',
	].flatMap(
		(prefix): Array<[string, (example: Example) => string]> => [
			[`${prefix} before the country code`, ({ e164 }) => `${prefix}${e164.slice(1)}`],
			[`${prefix} and a blank`, ({ international }) => `${prefix} ${international.slice(1)}`],
		],
	),
	['no plus', ({ e164 }) => e164.slice(1)],
	['.0', ({ e164 }) => `${e164.slice(1)}.0`],
	['exponents', ({ e164 }) => `+${Number(e164).toExponential()}`],
	['rounded exponents', ({ e164 }) => Number(e164).toExponential(5).toUpperCase()],
	['thousands', ({ e164 }) => `+${Number(e164).toLocaleString('en-US')}`],
	['thousands with dots', ({ e164 }) => `+${Number(e164).toLocaleString('de-DE')}`],
	['two decimals', ({ e164 }) => `+${(Number(e164) / 100).toFixed(2)}`],
	['labels', ({ international }) => `Tel.: ${international}`],
	['fax', ({ international }) => `Fax ${international}`],
	['Excel', ({ e164 }) => `="${e164}"`],
	['an apostrophe', ({ e164 }) => `'${e164}`],
	['the phone context', ({ code, national }) => `tel:${national};phone-context=+${code}`],
	['letters', ({ e164 }) => e164.replace(/\d{3}$/, 'CAR')],
	['O for 0', ({ e164 }) => e164.replace(/0/g, 'O')],
	['a digit less', ({ international }) => international.slice(0, -1)],
	['a digit more', ({ international }) => `${international}5`],
	['a digit doubled', ({ international }) => international.replace(/(\d)(?=\d*$)/, '$1$1')],
];

describe('however it begins, libphonenumber reads what is dialled', () => {
	it.each(BEGINNINGS)('with %s', (_, write) => {
		expect(misread(NUMBERS.map(write))).toEqual([]);
		expect(NUMBERS.length).toBeGreaterThan(1000);
	});
});

const example = fc.constantFrom(...NUMBERS);
const garbage = fc.oneof(
	fc.constantFrom(
		...'0123456789+-./()[]{}xX#*;,:~&| \t\n\u00a0\u200b\u2013\u2212\u30fc\uff0b\uff10\u0660²\u00ad',
	),
	fc.constantFrom('(0)', '00', ' - ', ' / ', 'ext', '(2)', '.0', '+49', '001', '\r\n'),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
);

/** Runs a property and counts how often something was dialled, so that no test passes by refusals. */
function readAlike(texts: fc.Arbitrary<string>, numRuns: number): number {
	let calls = 0;
	fc.assert(
		fc.property(texts, (written) => {
			const number = dialled(written);
			if (number === undefined) return;
			calls++;
			const read = readAsWritten(written);
			if (number !== read) expect({ written, number }).toEqual({ written, number: read });
		}),
		{ numRuns, seed: SEED },
	);
	return calls;
}

describe('libphonenumber reads what is dialled', () => {
	it('with anything at any place of a number', () => {
		const texts = fc
			.tuple(example, fc.nat(), garbage)
			.map(([{ international }, place, inserted]) => {
				const at = place % (international.length + 1);
				return international.slice(0, at) + inserted + international.slice(at);
			});
		expect(readAlike(texts, 8_000)).toBeGreaterThan(800);
	});

	it('in any text made of what numbers are made of', () => {
		const digits = fc.stringMatching(/^\d{1,6}$/);
		const texts = fc
			.tuple(
				fc.constantFrom('+', '00', '(+', '+(', 'tel:+', ''),
				example,
				fc.array(
					fc.oneof(
						{ weight: 5, arbitrary: digits },
						{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', '', ' - ', '/', ' / ') },
						{ weight: 1, arbitrary: fc.constantFrom('(', ')', '(0)', '(0) ', '0', '\u200b') },
					),
					{ minLength: 1, maxLength: 9 },
				),
			)
			.map(([plus, { code }, parts]) => plus + code + parts.join(''));
		expect(readAlike(texts, 10_000)).toBeGreaterThan(250);
	});

	it('in any exact number', () => {
		const texts = fc
			.tuple(example, fc.stringMatching(/^\d{3,14}$/))
			.map(([{ code }, digits]) => `+${code}${digits}`);
		expect(readAlike(texts, 10_000)).toBeGreaterThan(2500);
	});
});
