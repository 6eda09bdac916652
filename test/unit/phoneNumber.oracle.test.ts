import * as fc from 'fast-check';

import { normalizePhoneNumber } from '../../nodes/phone';
import { NUMBERING_PLANS } from '../../nodes/phone/plans';
import { cases } from '../support/deep';
import {
	COUNTRY_CODES,
	EXAMPLES,
	readByGoogle,
	regionData,
	regionsOf,
	type Example,
} from '../support/libphonenumber';
import { resultOf } from '../support/userError';

/*
 * Google's libphonenumber is the judge: whatever is written, the node dials what that reads, or nothing.
 * The counts show that no test passes because everything is refused.
 */

const SEED = 20251121;

const dialled = (written: string, countryCode?: string) => {
	const result = resultOf(() => normalizePhoneNumber(written, { countryCode }));
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
		.filter((call) => call.dialled !== undefined)
		.map((call) => ({ ...call, read: readAsWritten(call.written) }))
		.filter((call) => call.dialled !== call.read);

type Spelling = (example: Example) => string;

/** The number without its country code, in the groups of the international format. */
const groups = ({ international, code }: Example) => international.slice(code.length + 2);

const GROUPS = /[ .-]/g;

const withArea =
	(write: (area: string, rest: string) => string): Spelling =>
	(example) => {
		const [, area, rest] = /^(\d+)[ .-](.*)$/.exec(groups(example)) ?? [];
		return `+${example.code} ${write(area, rest)}`;
	};

const hasArea = (example: Example) => /^(?:[1-9]|\d{2,5})[ .-]/.test(groups(example));
const hasTrunkZero = ({ code }: Example) => NUMBERING_PLANS.get(code)?.trunkPrefix === '0';
// 001 may be an exit code: it is refused.
const mayHave00 = ({ code }: Example) => code !== '1';

const shifted = (text: string, pattern: RegExp, by: number) =>
	text.replace(pattern, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by));

/** The ways in which people write an international number, and which numbers can be written so. */
const SPELLINGS: Array<[string, Spelling, ((example: Example) => boolean)?]> = [
	['E.164', ({ e164 }) => e164],
	['the international format', ({ international }) => international],
	['RFC 3966', ({ rfc3966 }) => rfc3966],
	['no-break spaces', ({ international }) => international.replace(GROUPS, '\u00a0')],
	['dashes with blanks', ({ international }) => international.replace(GROUPS, ' - ')],
	['en dashes', ({ international }) => international.replace(GROUPS, '\u2013')],
	['dots', ({ international }) => international.replace(GROUPS, '.')],
	['the country code and a dot', ({ code, e164 }) => `+${code}.${e164.slice(code.length + 1)}`],
	['a blank after the plus', ({ international }) => international.replace('+', '+ ')],
	['marks of direction', ({ international }) => ` \t\u202a${international}\u202c\r\n`],
	['zero-width spaces', ({ e164 }) => [...e164].join('\u200b')],
	['full-width characters', ({ international }) => shifted(international, /[+\d()-]/g, 0xfee0)],
	['Arabic digits', ({ e164 }) => shifted(e164, /\d/g, 0x630)],
	['a code in brackets', (example) => `(+${example.code}) ${groups(example)}`],
	['brackets after the plus', (example) => `+(${example.code})${groups(example)}`],
	['brackets around all of it', ({ international }) => `(${international})`],
	['00', ({ e164 }) => e164.replace('+', '00'), mayHave00],
	['00 and the groups', ({ international }) => international.replace('+', '00'), mayHave00],
	['00 in brackets', (example) => `(00${example.code}) ${groups(example)}`, mayHave00],
	['brackets around the area', withArea((area, rest) => `(${area}) ${rest}`), hasArea],
	['brackets without blanks', withArea((area, rest) => `(${area})${rest}`), hasArea],
	['a slash after the area', withArea((area, rest) => `${area}/${rest}`), hasArea],
	['a slash with blanks', withArea((area, rest) => `${area} / ${rest}`), hasArea],
	['(0) and a blank', (example) => `+${example.code} (0) ${groups(example)}`, hasTrunkZero],
	['(0) without blanks', (example) => `+${example.code}(0)${groups(example)}`, hasTrunkZero],
	['(0) after a dash', (example) => `+${example.code}-(0)-${groups(example)}`, hasTrunkZero],
	['00 and (0)', (example) => `00${example.code} (0)${groups(example)}`, hasTrunkZero],
];

it('there are example numbers of all regions', () => {
	expect(new Set(EXAMPLES.map(({ region }) => region)).size).toBeGreaterThan(240);
	expect(EXAMPLES.filter(hasArea).length).toBeGreaterThan(900);
	expect(EXAMPLES.filter(hasTrunkZero).length).toBeGreaterThan(500);
});

it.each(SPELLINGS.map(([name, spell, fits = () => true]) => [name, spell, fits] as const))(
	'an example number of any region is read with %s',
	(_, spell, fits) => {
		const written = EXAMPLES.filter(fits).map((example) => ({
			written: spell(example),
			number: example.e164,
		}));
		const missed = written.filter((each) => dialled(each.written) !== each.number);
		// In 7000 1234 567, as companies in Singapore write it, 567 may be an extension.
		expect(missed.filter(({ number }) => number !== '+6570001234567')).toEqual([]);
	},
);

/** Countries that share a country code often share an example as well. */
const NUMBERS = EXAMPLES.filter(
	({ e164 }, index) => EXAMPLES.findIndex((other) => other.e164 === e164) === index,
);

/** What people write after a number: it is dialled as it is or not at all. */
const ENDINGS = [
	...['x12', ' x 12', ' ext. 12', ' extension 12', ';ext=12', '#12', ' (2)', '(12)', ' [5]', ' w5'],
	...[',5', ',,12', ';12', '-5', '-57', ' - 57', ' – 57', '/57', ' / 57', '/123', ' / 123456'],
	...['.0', '.00', '.5', '.0000', ' .0', ' int 3', ' Durchwahl 5', ' poste 5', ' ramal 5', '*5'],
	...['~60', ' bis 60', ' or 57', ' (mobile)', ' office', '?', '/', '-', '.', ',', '(', ')', '+'],
	...[' 📞', '²', '½', '①'],
];

it.each(ENDINGS)('nothing else is dialled with %j after a number', (ending) => {
	const others = NUMBERS.flatMap(({ e164, international }) =>
		[e164, international].map((number) => ({ e164, dialled: dialled(number + ending) })),
	).filter((call) => call.dialled !== undefined && call.dialled !== call.e164);
	expect(others).toEqual([]);
});

it.each<[string, (one: Example, other: Example) => string]>([
	['a line break', (one, other) => `${one.international}\n${other.international}`],
	['a line separator', (one, other) => `${one.e164}\u2028${other.national}`],
	['a tab', (one, other) => `${one.international}\t${other.national}`],
	['a slash', (one, other) => `${one.international}/${other.national}`],
	['a slash and blanks', (one, other) => `${one.international} / ${groups(other)}`],
	['a slash, no groups', (one, other) => `${one.e164}/${other.e164.slice(1)}`],
	['a comma', (one, other) => `${one.international}, ${other.international}`],
	['a semicolon', (one, other) => `${one.international};${other.national}`],
	['a word', (one, other) => `${one.international} or ${other.international}`],
	['a plus', (one, other) => `${one.international}${other.international}`],
	['a blank', (one, other) => `${one.international} ${other.international}`],
])('of two numbers with %s between them, none is dialled', (_, write) => {
	const written = NUMBERS.map((one, index) => {
		const next = NUMBERS[(index + 1) % NUMBERS.length];
		return write(one, next.code === one.code ? next : one);
	});
	expect(written.filter((text) => dialled(text) !== undefined)).toEqual([]);
});

/** The beginning of a number, as it is dialled in its country or from another, and damaged numbers. */
const BEGINNINGS: Array<[string, Spelling]> = [
	['the national format', ({ code, national }) => `+${code} ${national}`],
	['the national format in brackets', ({ code, national }) => `+${code} (${national})`],
	...['0', '1', '8', '06', '01', '80', '90', '015', '183', '(8) ', '(1) ', '(06) ', '(01) '].map(
		(trunk): [string, Spelling] => [
			`${trunk} after the country code`,
			(example) => `+${example.code} ${trunk}${groups(example)}`,
		],
	),
	...['(0)', ' (0) ', '0', ' 0 ', '(0', '00', '(00)'].map((zero): [string, Spelling] => [
		`${zero} after the country code, with brackets later`,
		(example) => `+${example.code}${zero}${groups(example).replace(/^(\d+)/, '($1)')}`,
	]),
	...[
		...['001', '0011', '011', '010', '002', '005', '009', '000', '810', '8~10', '119', '99', '0'],
		...['00', '+00', '+011', '+0', '++', '00+', '0+', '(00', '(0)', '(0)0', '0(0)', '*31#', '67#'],
	].flatMap(
		(prefix): Array<[string, Spelling]> => [
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
	['Excel', ({ e164 }) => `="${e164}"`],
	['the phone context', ({ code, national }) => `tel:${national};phone-context=+${code}`],
	['letters', ({ e164 }) => e164.replace(/\d{3}$/, 'CAR')],
	['O for 0', ({ e164 }) => e164.replace(/0/g, 'O')],
	['a digit less', ({ international }) => international.slice(0, -1)],
	['a digit more', ({ international }) => `${international}5`],
	['a digit doubled', ({ international }) => international.replace(/(\d)(?=\d*$)/, '$1$1')],
];

it.each(BEGINNINGS)('libphonenumber reads what is dialled with %s', (_, write) => {
	expect(misread(NUMBERS.map(write))).toEqual([]);
	expect(NUMBERS.length).toBeGreaterThan(1000);
});

/** Runs a property, and says how often something was dialled. */
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
	const example = fc.constantFrom(...NUMBERS);

	it('with anything at any place of a number', () => {
		const garbage = fc.oneof(
			fc.constantFrom(
				...'0123456789+-./()[]{}xX#*;,:~&| \t\n\u00a0\u200b\u2013\u2212\u30fc\uff0b\uff10\u0660²\u00ad',
			),
			fc.constantFrom('(0)', '00', ' - ', ' / ', 'ext', '(2)', '.0', '+49', '001', '\r\n'),
			fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
		);
		const texts = fc
			.tuple(example, fc.nat(), garbage)
			.map(([{ international }, place, inserted]) => {
				const at = place % (international.length + 1);
				return international.slice(0, at) + inserted + international.slice(at);
			});
		expect(readAlike(texts, 8_000)).toBeGreaterThan(800);
	});

	it('in any text made of what numbers are made of', () => {
		const parts = fc.oneof(
			{ weight: 5, arbitrary: fc.stringMatching(/^\d{1,6}$/) },
			{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', '', ' - ', '/', ' / ') },
			{ weight: 1, arbitrary: fc.constantFrom('(', ')', '(0)', '(0) ', '0', '\u200b') },
		);
		const plus = fc.constantFrom('+', '00', '(+', '+(', 'tel:+', '');
		const texts = fc
			.tuple(plus, example, fc.array(parts, { minLength: 1, maxLength: 9 }))
			.map(([begin, { code }, all]) => begin + code + all.join(''));
		expect(readAlike(texts, 10_000)).toBeGreaterThan(250);
	});

	it('in any exact number', () => {
		const texts = fc
			.tuple(example, fc.stringMatching(/^\d{3,14}$/))
			.map(([{ code }, digits]) => `+${code}${digits}`);
		expect(readAlike(texts, 10_000)).toBeGreaterThan(1500);
	});
});

describe('a national number', () => {
	const COUNTRIES = COUNTRY_CODES.filter((code) => regionsOf(code).length > 0);

	/** Where there are two ways to dial, the mobile numbers alone have no trunk prefix, or it may be a date. */
	const REFUSED = {
		Mobile: ['AR', 'BQ', 'CN', 'CO', 'CW', 'LB', 'SH'],
		FixedLine: ['AR', 'BQ', 'CO', 'CW', 'MC', 'NC', 'RW', 'SH', 'TA'],
	};

	it('is read as libphonenumber writes it, in all regions', () => {
		const results = EXAMPLES.filter(({ code }) => COUNTRIES.includes(code)).map((example) => ({
			...example,
			dialled: dialled(example.national, example.code),
		}));
		const accepted = results.filter((result) => result.dialled !== undefined);
		expect(accepted.filter((result) => result.dialled !== result.e164)).toEqual([]);
		expect(accepted.length).toBeGreaterThan(950);
		for (const [kind, regions] of Object.entries(REFUSED)) {
			const refused = results.filter((result) => !result.dialled && result.kind === kind);
			expect(refused.map(({ region }) => region).sort()).toEqual(regions);
		}
	});

	it('is read as one of the regions of its country reads it, whatever it is made of', () => {
		const texts = fc
			.tuple(
				fc.constantFrom(...COUNTRIES),
				fc.constantFrom('prefix', '', '0', '8', 'code'),
				fc.stringMatching(/^\d{4,12}$/),
				fc.constantFrom('', ' ', '-', '/', ') '),
				fc.nat({ max: 4 }),
			)
			.map(([code, beginning, digits, gap, place]) => {
				const known = { prefix: NUMBERING_PLANS.get(code)?.trunkPrefix ?? '', code };
				const begun = known[beginning as 'prefix' | 'code'] ?? beginning;
				const area = begun + digits.slice(0, place);
				const isArea = gap && area.length > 0;
				const written = isArea ? area + gap + digits.slice(place) : begun + digits;
				return { code, written: isArea && gap === ') ' ? `(${written}` : written };
			})
			.filter(({ written }) => !/^\(?00/.test(written));
		let calls = 0;
		fc.assert(
			fc.property(texts, ({ code, written }) => {
				const number = dialled(written, code);
				if (number === undefined) return;
				calls++;
				const read = regionsOf(code).map((region) => readByGoogle(written, region));
				if (!read.includes(number)) expect({ code, written, number }).toEqual({ read });
			}),
			{ numRuns: cases(8_000), seed: SEED },
		);
		expect(calls).toBeGreaterThan(cases(500, 10));
	});

	it('is refused that begins with what its country dials before a country code', () => {
		const abroad = ['298201126', '4512345678', '33612345678', '493012345678', '4930123456789'];
		const texts = COUNTRIES.flatMap((code) =>
			regionData(code).flatMap((region) =>
				sample(new RegExp(`^(?:${region.getInternationalPrefix()})$`), 25)
					// 00 and nothing else is "+".
					.filter((exitCode) => exitCode !== '00')
					.flatMap((exitCode) => abroad.map((number) => ({ code, written: exitCode + number }))),
			),
		);
		expect(texts.filter(({ code, written }) => dialled(written, code) !== undefined)).toEqual([]);
		expect(new Set(texts.map(({ code }) => code)).size).toBeGreaterThan(30);
	});

	it('of another country changes nothing of an international one', () => {
		for (const code of ['1', '7', '49', '39', '54', '375']) {
			const changed = EXAMPLES.flatMap(({ e164, international }) =>
				[e164, international, international.replace('+', '00')].filter(
					(written) => dialled(written) !== dialled(written, code),
				),
			);
			expect(changed).toEqual([]);
		}
	});
});

const sample = (pattern: RegExp, numRuns: number) =>
	fc.sample(fc.stringMatching(pattern), { numRuns, seed: SEED });

/*
 * libphonenumber takes off what people dial before a number in its country (a trunk prefix, the code
 * of a carrier), and also a country code without "+". Each of them is put before numbers of all lengths.
 */
describe('with what libphonenumber takes off before a number', () => {
	const prefixesOf = (code: string) => {
		const patterns = regionData(code).map(
			(region) => region.getNationalPrefixForParsing()?.replace(/\$/g, '') ?? '',
		);
		const given = [...new Set(patterns)].filter(Boolean);
		return new Set(given.flatMap((pattern) => sample(new RegExp(`^(?:${pattern})$`), 40)));
	};
	const PREFIXED = COUNTRY_CODES.flatMap((code) => {
		const { usualLengths = [], lengthsWithPrefix = [] } = NUMBERING_PLANS.get(code) ?? {};
		const withPrefix = [...prefixesOf(code)].flatMap((prefix) =>
			['', ...sample(/^[1-9]\d{3,11}$/, 40)].map((number) => prefix + number),
		);
		const withCode = usualLengths.flatMap((length) =>
			sample(new RegExp(`^[2-9]\\d{${length - code.length - 1}}$`), 20).map(
				(number) => code + number,
			),
		);
		const isConvertible = regionsOf(code).length > 0 && lengthsWithPrefix.length > 0;
		return [...withPrefix, ...withCode].map((digits) => ({ code, digits, isConvertible }));
	});

	it('an international number is what libphonenumber reads', () => {
		const calls = PREFIXED.map(({ code, digits }) => `+${code}${digits}`)
			.map((written) => ({ written, dialled: dialled(written) }))
			.filter((call) => call.dialled !== undefined);
		expect(calls.filter((call) => call.dialled !== readByGoogle(call.written))).toEqual([]);
		expect(calls.length).toBeGreaterThan(1500);
	});

	it('a national number is what it reads in a region of the country', () => {
		const calls = PREFIXED.filter((each) => each.isConvertible && !each.digits.startsWith('00'))
			.map(({ code, digits }) => ({ code, digits, dialled: dialled(digits, code) }))
			.filter((call) => call.dialled !== undefined);
		const wrong = calls.filter(
			({ code, digits, ...call }) =>
				!regionsOf(code).some((region) => readByGoogle(digits, region) === call.dialled),
		);
		expect(wrong).toEqual([]);
		expect(calls.length).toBeGreaterThan(1500);
	});
});
