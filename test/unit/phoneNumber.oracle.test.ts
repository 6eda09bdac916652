import * as fc from 'fast-check';

import { NUMBERING_PLANS } from '../../nodes/phone/plans';
import { normalizePhoneNumber } from '../../nodes/phone/read';
import { cases } from '../support/deep';
import { entries } from '../support/entries';
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

/**
 * Whatever is dialled of these texts is what libphonenumber reads: in one of the regions of the country to which
 * national numbers belong, where that is known.
 */
function expectRight(texts: Array<{ written: string; code?: string }>, minCalls = 0): void {
	const calls = texts
		.map((text) => ({ ...text, number: dialled(text.written, text.code) }))
		.filter(({ number }) => number !== undefined);
	const wrong = calls.filter(({ written, code, number }) => {
		const read = code ? regionsOf(code).map((region) => readByGoogle(written, region)) : [];
		return !(code ? read : [readAsWritten(written)]).includes(number);
	});
	expect(wrong).toEqual([]);
	expect(calls.length).toBeGreaterThanOrEqual(minCalls);
}

const sample = <T>(values: fc.Arbitrary<T>, numRuns: number): T[] =>
	fc.sample(values, { numRuns, seed: SEED });

type Spelling = (example: Example) => string;

/** The parts of a number, by the names that stand in braces in a spelling. */
function partsOf({ international, e164, code, ...example }: Example): Record<string, string> {
	const groups = international.slice(code.length + 2);
	const [, area = '', rest = ''] = /^(\d+)[ .-](.*)$/.exec(groups) ?? [];
	const bracketed = groups.replace(/^(\d+)/, '($1)');
	const [own, digits, bare] = [e164.slice(code.length + 1), e164.slice(1), international.slice(1)];
	return {
		...{ ...example, international, e164, code },
		...{ groups, area, rest, bracketed, own, digits, bare },
	};
}

const spelled =
	(spelling: string): Spelling =>
	(example) =>
		spelling.replace(/\{(\w+)\}/g, (_, name: string) => partsOf(example)[name]);

const GROUPS = /[ .-]/g;
const hasArea = (example: Example) => /^(?:[1-9]|\d{2,5})[ .-]/.test(partsOf(example).groups);
const hasTrunkZero = ({ code }: Example) => NUMBERING_PLANS.get(code)?.trunkPrefix === '0';
// 001 may be an exit code: it is refused.
const mayHave00 = ({ code }: Example) => code !== '1';

const shifted = (text: string, pattern: RegExp, by: number) =>
	text.replace(pattern, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + by));

const fullWidth = (text: string) => shifted(text, /[+\d()-]/g, 0xfee0);

/** The ways in which people write an international number, and which numbers can be written so. */
const SPELLINGS: Array<[string, Spelling, (example: Example) => boolean]> = [
	...entries(`{e164} | {international} | {rfc3966} | +{code}.{own} | + {bare} | (+{code}) {groups}
		+({code}){groups} | ({international}) | \u202a{international}\u202c`).map(withWhom(() => true)),
	...entries('00{digits} | 00{bare} | (00{code}) {groups}').map(withWhom(mayHave00)),
	...entries(`+{code} ({area}) {rest} | +{code} ({area}){rest} | +{code} {area}/{rest}
		+{code} {area} / {rest}`).map(withWhom(hasArea)),
	...entries(`+{code} (0) {groups} | +{code}(0){groups} | +{code}-(0)-{groups}
		00{code} (0){groups}`).map(withWhom(hasTrunkZero)),
	...['\u00a0', ' - ', '\u2013', '.'].map((gap): (typeof SPELLINGS)[number] => [
		`"${gap}" for blanks`,
		({ international }) => international.replace(GROUPS, gap),
		() => true,
	]),
	['zero-width spaces', ({ e164 }) => [...e164].join('\u200b'), () => true],
	['full-width characters', ({ international }) => fullWidth(international), () => true],
	['Arabic digits', ({ e164 }) => shifted(e164, /\d/g, 0x630), () => true],
];

function withWhom(fits: (example: Example) => boolean) {
	return (spelling: string): (typeof SPELLINGS)[number] => [spelling, spelled(spelling), fits];
}

it.each(SPELLINGS)('an example number of any region is read with %s', (_, spell, fits) => {
	const written = EXAMPLES.filter(fits).map((example) => [spell(example), example.e164]);
	expect(written.length).toBeGreaterThan(500);
	const missed = written.filter(([text, number]) => dialled(text) !== number);
	// In 7000 1234 567, as companies in Singapore write it, 567 may be an extension.
	expect(missed.filter(([, number]) => number !== '+6570001234567')).toEqual([]);
});

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

it.each([
	...['{international}\n→{international}', '{international}\t→{national}'],
	...['{e164}\u2028→{national}', '{international};→{national}', '{e164}/→{digits}'],
	...['{international}/→{national}', '{international} / →{groups}'],
	...[', ', ' or ', '', ' '].map((gap) => `{international}${gap}→{international}`),
])('of two numbers in one text, none is dialled: %j', (spelling) => {
	const [first, second] = spelling.split('→').map(spelled);
	const written = NUMBERS.map((one, index) => {
		const next = NUMBERS[(index + 1) % NUMBERS.length];
		return first(one) + second(next.code === one.code ? next : one);
	});
	expect(written.filter((text) => dialled(text) !== undefined)).toEqual([]);
});

/** What is dialled before a number, in its country or from another. */
const PREFIXES = [
	...['001', '0011', '011', '010', '002', '005', '009', '000', '810', '8~10', '119', '99', '0'],
	...['00', '+00', '+011', '+0', '++', '00+', '0+', '(00', '(0)', '(0)0', '0(0)', '*31#', '67#'],
];

const DAMAGED: Array<[string, Spelling]> = [
	...[
		...['0', '1', '8', '06', '01', '80', '90', '015', '183', '(8) ', '(1) ', '(06) ', '(01) '].map(
			(trunk) => `+{code} ${trunk}{groups}`,
		),
		...['(0)', ' (0) ', '0', ' 0 ', '(0', '00', '(00)'].map((zero) => `+{code}${zero}{bracketed}`),
		...PREFIXES.flatMap((prefix) => [`${prefix}{digits}`, `${prefix} {bare}`]),
		...entries(`+{code} {national} | +{code} ({national}) | {digits} | {digits}.0 | {international}5
			Tel.: {international} | ="{e164}" | tel:{national};phone-context=+{code}`),
	].map((spelling): [string, Spelling] => [spelling, spelled(spelling)]),
	['exponents', ({ e164 }) => `+${Number(e164).toExponential()}`],
	['rounded exponents', ({ e164 }) => Number(e164).toExponential(5).toUpperCase()],
	['thousands', ({ e164 }) => `+${Number(e164).toLocaleString('en-US')}`],
	['thousands with dots', ({ e164 }) => `+${Number(e164).toLocaleString('de-DE')}`],
	['two decimals', ({ e164 }) => `+${(Number(e164) / 100).toFixed(2)}`],
	['letters', ({ e164 }) => e164.replace(/\d{3}$/, 'CAR')],
	['O for 0', ({ e164 }) => e164.replace(/0/g, 'O')],
	['a digit less', ({ international }) => international.slice(0, -1)],
	['a digit doubled', ({ international }) => international.replace(/(\d)(?=\d*$)/, '$1$1')],
];

it.each(DAMAGED)('libphonenumber reads what is dialled with %s', (_, write) => {
	expectRight(NUMBERS.map((example) => ({ written: write(example) })));
	expect(NUMBERS.length).toBeGreaterThan(1000);
});

const example = fc.constantFrom(...NUMBERS);

it('libphonenumber reads what is dialled with anything at any place of a number', () => {
	const garbage = fc.oneof(
		fc.constantFrom(
			...'0123456789+-./()[]{}xX#*;,:~&| \t\n\u00a0\u200b\u2013\u2212\u30fc\uff0b\uff10\u0660²\u00ad',
		),
		fc.constantFrom('(0)', '00', ' - ', ' / ', 'ext', '(2)', '.0', '+49', '001', '\r\n'),
		fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
	);
	const texts = fc.tuple(example, fc.nat(), garbage).map(([{ international }, place, inserted]) => {
		const at = place % (international.length + 1);
		return { written: international.slice(0, at) + inserted + international.slice(at) };
	});
	expectRight(sample(texts, 8_000), 800);
});

it('libphonenumber reads what is dialled in any text made of what numbers are made of', () => {
	const parts = fc.oneof(
		{ weight: 5, arbitrary: fc.stringMatching(/^\d{1,6}$/) },
		{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', '', ' - ', '/', ' / ') },
		{ weight: 1, arbitrary: fc.constantFrom('(', ')', '(0)', '(0) ', '0', '\u200b') },
	);
	const plus = fc.constantFrom('+', '00', '(+', '+(', 'tel:+', '');
	const texts = fc
		.tuple(plus, example, fc.array(parts, { minLength: 1, maxLength: 9 }))
		.map(([begin, { code }, all]) => ({ written: begin + code + all.join('') }));
	expectRight(sample(texts, 10_000), 250);
	const exact = fc.tuple(example, fc.stringMatching(/^\d{3,14}$/));
	const numbers = exact.map(([{ code }, digits]) => ({ written: `+${code}${digits}` }));
	expectRight(sample(numbers, 10_000), 1500);
});

describe('a national number', () => {
	const COUNTRIES = COUNTRY_CODES.filter((code) => regionsOf(code).length > 0);

	it('is read as libphonenumber writes it, in all regions', () => {
		const results = EXAMPLES.filter(({ code }) => COUNTRIES.includes(code)).map((one) => ({
			...one,
			dialled: dialled(one.national, one.code),
		}));
		const accepted = results.filter((result) => result.dialled !== undefined);
		expect(accepted.filter((result) => result.dialled !== result.e164)).toEqual([]);
		expect(accepted.length).toBeGreaterThan(950);
		const refused = (kind: string) =>
			results.filter((result) => !result.dialled && result.kind === kind).map((one) => one.region);
		// Where there are two ways to dial, the mobile numbers alone have no trunk prefix, or it may be a date.
		expect(refused('Mobile').sort().join(' ')).toBe('AR BQ CN CO CW LB SH');
		expect(refused('FixedLine').sort().join(' ')).toBe('AR BQ CO CW MC NC RW SH TA');
	});

	it('is read as one of the regions of its country reads it, whatever it is made of', () => {
		const beginnings = fc.constantFrom('prefix', '', '0', '8', 'code');
		const gaps = fc.constantFrom('', ' ', '-', '/', ') ');
		const digits = fc.stringMatching(/^\d{4,12}$/);
		const texts = fc
			.tuple(fc.constantFrom(...COUNTRIES), beginnings, digits, gaps, fc.nat({ max: 4 }))
			.map(([code, beginning, all, gap, place]) => {
				const known = { prefix: NUMBERING_PLANS.get(code)?.trunkPrefix ?? '', code };
				const area = (known[beginning as 'prefix' | 'code'] ?? beginning) + all.slice(0, place);
				const open = area !== '' && gap === ') ' ? '(' : '';
				return { code, written: open + area + (area === '' ? '' : gap) + all.slice(place) };
			})
			.filter(({ written }) => !/^\(?00/.test(written));
		expectRight(sample(texts, cases(8_000)), cases(500, 10));
	});

	it('is refused that begins with what its country dials before a country code', () => {
		const abroad = ['298201126', '4512345678', '33612345678', '493012345678', '4930123456789'];
		const texts = COUNTRIES.flatMap((code) =>
			regionData(code)
				.flatMap((region) =>
					sample(fc.stringMatching(new RegExp(`^(?:${region.getInternationalPrefix()})$`)), 25),
				)
				// 00 and nothing else is "+".
				.filter((exitCode) => exitCode !== '00')
				.flatMap((exitCode) => abroad.map((number) => ({ code, written: exitCode + number }))),
		);
		expect(texts.filter(({ code, written }) => dialled(written, code) !== undefined)).toEqual([]);
		expect(new Set(texts.map(({ code }) => code)).size).toBeGreaterThan(30);
	});

	it.each(['1', '7', '49', '39', '54', '375'])('of +%s changes no international one', (code) => {
		const changed = EXAMPLES.flatMap(({ e164, international }) =>
			[e164, international, international.replace('+', '00')].filter(
				(written) => dialled(written) !== dialled(written, code),
			),
		);
		expect(changed).toEqual([]);
	});
});

/*
 * libphonenumber takes off what people dial before a number in its country (a trunk prefix, the code
 * of a carrier), and also a country code without "+". Each of them is put before numbers of all lengths.
 */
it('libphonenumber reads what is dialled with what it takes off before a number', () => {
	const texts = COUNTRY_CODES.flatMap((code) => {
		const { usualLengths = [], lengthsWithPrefix = [] } = NUMBERING_PLANS.get(code) ?? {};
		const patterns = regionData(code).map(
			(region) => region.getNationalPrefixForParsing()?.replace(/\$/g, '') ?? '',
		);
		const prefixes = [...new Set(patterns)].filter(Boolean);
		const withPrefix = prefixes
			.flatMap((pattern) => sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), 40))
			.flatMap((prefix) =>
				['', ...sample(fc.stringMatching(/^[1-9]\d{3,11}$/), 40)].map((number) => prefix + number),
			);
		const withCode = usualLengths.flatMap((length) => {
			const rest = new RegExp(`^[2-9]\\d{${length - code.length - 1}}$`);
			return sample(fc.stringMatching(rest), 20).map((number) => code + number);
		});
		const isConvertible = regionsOf(code).length > 0 && lengthsWithPrefix.length > 0;
		return [...withPrefix, ...withCode].map((digits) => ({ code, digits, isConvertible }));
	});
	const abroad = texts.map(({ code, digits }) => ({ written: `+${code}${digits}` }));
	expectRight(abroad, 1500);
	const atHome = texts.filter((text) => text.isConvertible && !text.digits.startsWith('00'));
	expectRight(
		atHome.map(({ code, digits }) => ({ code, written: digits })),
		1500,
	);
});
