import { NUMBERING_PLANS } from '../../nodes/shared/phoneNumber/numberingPlans';
import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import {
	COUNTRY_CODES,
	EXAMPLES,
	validInternational,
	type Example,
} from '../support/libphonenumber';
import { resultOf } from '../support/userError';

const GROUPS = /[ .-]/g;

/** The number without its country code, in the groups of the international format. */
const groups = ({ international, code }: Example) => international.slice(code.length + 2);

/** The ways in which people write an international number. */
const SPELLINGS: Array<[string, (example: Example) => string]> = [
	['E.164', ({ e164 }) => e164],
	['the international format', ({ international }) => international],
	['RFC 3966', ({ rfc3966 }) => rfc3966],
	['TEL: and a blank', ({ international }) => `TEL: ${international}`],
	['blanks only', ({ international }) => international.replace(GROUPS, ' ')],
	['no-break spaces', ({ international }) => international.replace(GROUPS, '\u00a0')],
	['thin spaces', ({ international }) => international.replace(GROUPS, '\u202f')],
	['dashes', ({ international }) => international.replace(GROUPS, '-')],
	['en dashes', ({ international }) => international.replace(GROUPS, '\u2013')],
	['dashes with blanks', ({ international }) => international.replace(GROUPS, ' - ')],
	['dots', ({ international }) => international.replace(GROUPS, '.')],
	[
		'the country code, and all other digits',
		({ code, e164 }) => `+${code} ${e164.slice(code.length + 1)}`,
	],
	['the country code and a dot', ({ code, e164 }) => `+${code}.${e164.slice(code.length + 1)}`],
	['a blank after the plus', ({ international }) => international.replace('+', '+ ')],
	['blanks, tabs and line breaks around it', ({ international }) => ` \t${international}\r\n`],
	['marks of the writing direction', ({ international }) => `\u202a${international}\u202c`],
	['zero-width spaces', ({ e164 }) => [...e164].join('\u200b')],
	[
		'full-width characters',
		({ international }) =>
			international.replace(/[+\d()-]/g, (character) =>
				String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0),
			),
	],
	[
		'Arabic digits',
		({ e164 }) => e164.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
	],
	['brackets around the country code', (example) => `(+${example.code}) ${groups(example)}`],
	['brackets after the plus', (example) => `+(${example.code})${groups(example)}`],
	['brackets around all of it', ({ international }) => `(${international})`],
];

const DOUBLE_ZERO: Array<[string, (example: Example) => string]> = [
	['00', ({ e164 }) => e164.replace('+', '00')],
	['00 and the groups', ({ international }) => international.replace('+', '00')],
	['00 in brackets', (example) => `(00${example.code}) ${groups(example)}`],
	['tel: and 00', ({ rfc3966 }) => rfc3966.replace('+', '00')],
];

/** Spellings that show the area code; it is no longer than five digits. */
const AREA_CODE: Array<[string, (example: Example) => string]> = [
	[
		'brackets around the area code',
		(example) => withArea(example, (area, rest) => `(${area}) ${rest}`),
	],
	['brackets without blanks', (example) => withArea(example, (area, rest) => `(${area})${rest}`)],
	[
		'a slash after the area code',
		(example) => withArea(example, (area, rest) => `${area}/${rest}`),
	],
	['a slash with blanks', (example) => withArea(example, (area, rest) => `${area} / ${rest}`)],
];

const TRUNK_ZERO: Array<[string, (example: Example) => string]> = [
	['(0) and a blank', (example) => `+${example.code} (0) ${groups(example)}`],
	['(0) without blanks', (example) => `+${example.code}(0)${groups(example)}`],
	['(0) after a dash', (example) => `+${example.code}-(0)-${groups(example)}`],
	['(0) after brackets', (example) => `(+${example.code}) (0)${groups(example)}`],
	['00 and (0)', (example) => `00${example.code} (0)${groups(example)}`],
];

function withArea(example: Example, write: (area: string, rest: string) => string): string {
	const [, area, rest] = /^(\d+)[ .-](.*)$/.exec(groups(example)) ?? [];
	return `+${example.code} ${write(area, rest)}`;
}

const hasArea = (example: Example) => /^(?:[1-9]|\d{2,5})[ .-]/.test(groups(example));
const hasTrunkZero = ({ code }: Example) => NUMBERING_PLANS.get(code)?.trunkPrefix === '0';

/** What was written and what came of it, where that is not the number. */
const wrong = (spelling: (example: Example) => string, examples: Example[]) =>
	examples
		.map((example) => ({ example, written: spelling(example) }))
		.map(({ example, written }) => ({
			written,
			expected: example.e164,
			result: resultOf(() => normalizePhoneNumber(written, { clean: true })),
		}))
		.filter(({ expected, result }) => result !== expected);

it('has example numbers of all regions', () => {
	expect(new Set(EXAMPLES.map(({ region }) => region)).size).toBeGreaterThan(240);
	expect(EXAMPLES.length).toBeGreaterThan(1000);
	expect(EXAMPLES.filter(hasArea).length).toBeGreaterThan(900);
	expect(EXAMPLES.filter(hasTrunkZero).length).toBeGreaterThan(500);
});

describe('an example number of any region is read', () => {
	it.each(SPELLINGS)('with %s', (_, spelling) => {
		expect(wrong(spelling, EXAMPLES)).toEqual([]);
	});

	// 001 may be an exit code: it is refused.
	it.each(DOUBLE_ZERO)('with %s', (_, spelling) => {
		expect(
			wrong(
				spelling,
				EXAMPLES.filter(({ code }) => code !== '1'),
			),
		).toEqual([]);
	});

	it.each(AREA_CODE)('with %s', (_, spelling) => {
		expect(wrong(spelling, EXAMPLES.filter(hasArea))).toEqual([]);
	});

	it.each(TRUNK_ZERO)('with %s, where the country has a trunk prefix 0', (_, spelling) => {
		expect(wrong(spelling, EXAMPLES.filter(hasTrunkZero))).toEqual([]);
	});
});

/** Valid numbers that libphonenumber shows with the country code a second time, as their area code. */
const CODE_TWICE = COUNTRY_CODES.flatMap((code) =>
	[
		'2034848',
		'2220000',
		'4821234',
		'3620000',
		'55123456',
		'712345',
		'61234567',
		'912345678',
	].flatMap((rest) => {
		const e164 = `+${code}${code}${rest}`;
		const international = validInternational(e164);
		return international?.startsWith(`+${code} ${code} `) ? [{ e164, international }] : [];
	}),
);

it('is read with an area code that is the country code', () => {
	const results = CODE_TWICE.map(({ international }) =>
		normalizePhoneNumber(international, { clean: true }),
	);

	expect(results).toEqual(CODE_TWICE.map(({ e164 }) => e164));
	const codes = CODE_TWICE.map(({ e164 }) => e164.slice(1, 3));
	expect(codes).toEqual(expect.arrayContaining(['27', '46', '48']));
});
