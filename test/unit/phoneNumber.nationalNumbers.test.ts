import * as fc from 'fast-check';

import { NUMBERING_PLANS } from '../../nodes/shared/phoneNumber/numberingPlans';
import { normalizePhoneNumber, readCountryCode } from '../../nodes/shared/phoneNumber';
import {
	COUNTRY_CODES,
	EXAMPLES,
	readByGoogle,
	regionData,
	regionsOf,
} from '../support/libphonenumber';
import { refusalOf, resultOf } from '../support/userError';
import { cases } from '../support/deep';

const inCountry = (written: string, countryCode: string) =>
	normalizePhoneNumber(written, { clean: true, countryCode });

const dialled = (written: string, countryCode: string) => {
	const result = resultOf(() => inCountry(written, countryCode));
	return typeof result === 'string' ? result : undefined;
};

/** Where there is more than one way, or where the mobile numbers alone have no trunk prefix. */
const REFUSED = {
	Mobile: ['AR', 'BQ', 'BR', 'CN', 'CO', 'CW', 'LB', 'SH'],
	FixedLine: ['AR', 'BQ', 'BR', 'CO', 'CW', 'MC', 'RW', 'SH', 'TA'],
};

describe('a national number is dialled as its country dials it', () => {
	it.each([
		['1', '(202) 555-0177', '+12025550177'],
		['1', '202-555-0177', '+12025550177'],
		['1', '1 202 555 0177', '+12025550177'],
		['1', '1-(202)-555-0177', '+12025550177'],
		['49', '030 123456', '+4930123456'],
		['49', '(030) 123456', '+4930123456'],
		['49', '030/123456', '+4930123456'],
		['49', '030 / 123 456', '+4930123456'],
		['49', '030-123456', '+4930123456'],
		['49', '030.123.456', '+4930123456'],
		['49', 'tel:030-123456', '+4930123456'],
		['49', '030 1234-0', '+493012340'],
		['44', '020 7946 0958', '+442079460958'],
		['46', '046-222 00 00', '+46462220000'],
		['27', '027 482 1234', '+27274821234'],
		['33', '01 23 45 67 89', '+33123456789'],
		['33', '1 23 45 67 89', '+33123456789'],
		['7', '8 (495) 123-45-67', '+74951234567'],
		['7', '(495) 123-45-67', '+74951234567'],
		['36', '06 1 234 5678', '+3612345678'],
		['36', '(06 1) 234 5678', '+3612345678'],
		['36', '06 (1) 234 5678', '+3612345678'],
		['36', '20 123 4567', '+36201234567'],
		['375', '8 (029) 491-19-11', '+375294911911'],
		['971', '50 123 4567', '+971501234567'],
		['39', '06 1234567', '+39061234567'],
		['39', '312 345 6789', '+393123456789'],
		['34', '912 34 56 78', '+34912345678'],
		['47', '22 12 34 56', '+4722123456'],
		['45', '45 12 34 56', '+4545123456'],
		['52', '55 1234 5678', '+525512345678'],
		['375', '8 029 491-19-11', '+375294911911'],
		['370', '(0-312) 34567', '+37031234567'],
		['993', '(8 12) 34-56-78', '+99312345678'],
		['91', '98765 43210', '+919876543210'],
		['91', '098765 43210', '+919876543210'],
		['81', '０３ー１２３４ー５６７８', '+81312345678'],
	])('in +%s: %s', (code, written, number) => {
		expect(dialled(written, code)).toBe(number);
	});

	it('as libphonenumber writes it, in all regions', () => {
		const results = EXAMPLES.filter(({ code }) => regionsOf(code).length > 0).map((example) => ({
			...example,
			dialled: dialled(example.national, example.code),
		}));
		const accepted = results.filter(({ dialled }) => dialled !== undefined);
		expect(accepted.filter(({ dialled, e164 }) => dialled !== e164)).toEqual([]);
		expect(accepted.length).toBeGreaterThan(950);
		expect(new Set(accepted.map(({ region }) => region)).size).toBeGreaterThan(230);

		const refused = (kind: string) =>
			results
				.filter((result) => result.dialled === undefined && result.kind === kind)
				.map(({ region }) => region);
		expect(refused('Mobile').sort()).toEqual(REFUSED.Mobile);
		expect(refused('FixedLine').sort()).toEqual(REFUSED.FixedLine);
	});

	it('or it is refused, whatever it is made of', () => {
		const countries = COUNTRY_CODES.filter((code) => regionsOf(code).length > 0);
		const texts = fc
			.tuple(
				fc.constantFrom(...countries),
				fc.constantFrom('prefix', '', '0', '8', 'code'),
				fc.stringMatching(/^\d{4,12}$/),
				fc.constantFrom('', ' ', '-', '/', ') '),
				fc.nat({ max: 4 }),
			)
			.map(([code, beginning, digits, gap, place]) => {
				const prefix = NUMBERING_PLANS.get(code)?.trunkPrefix ?? '';
				const begun =
					new Map([
						['prefix', prefix],
						['code', code],
					]).get(beginning) ?? beginning;
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
				if (!read.includes(number))
					expect({ code, written, number }).toEqual({ code, written, read });
			}),
			{ numRuns: cases(8_000), seed: 20251121 },
		);
		expect(calls).toBeGreaterThan(cases(500, 10));
	});
});

describe('a national number is refused', () => {
	it.each<[string, string, string, string, string]>([
		[
			'that lacks the area code',
			'1',
			'555-0177',
			'has 7 digits after the country code 1',
			'Numbers with this country code usually have 10. Check for missing digits, an extension or a second number.',
		],
		[
			'that lacks the trunk prefix',
			'49',
			'30 123456',
			'is not a complete national number',
			'National numbers of country code 49 begin with 0. Write it as "+49" and 5 to 13 digits.',
		],
		[
			'that may begin with the country code',
			'49',
			'49 30 123456',
			'is ambiguous',
			'It may begin with the country code 49. Write it as "+49" and 5 to 13 digits.',
		],
		[
			'that may begin with the country code after a 0',
			'49',
			'049 30 123456',
			'is ambiguous',
			'It may begin with the country code 49. Write it as "+49" and 5 to 13 digits.',
		],
		[
			'that may begin with the country code after a 0 and a blank',
			'49',
			'0 49 30 123456',
			'is ambiguous',
			'It may begin with the country code 49. Write it as "+49" and 5 to 13 digits.',
		],
		[
			'that may begin with the country code, where there is no trunk prefix',
			'39',
			'39 335 1234567',
			'is ambiguous',
			'It may begin with the country code 39. Write it as "+39" and 6 to 12 digits.',
		],
		[
			'with two zeros',
			'39',
			'0 0 6 1234567',
			'is ambiguous',
			'It may begin with an international prefix such as 011. Write "+" and the country code instead.',
		],
		[
			'with a 0 after the trunk prefix',
			'36',
			'06 01 234 5678',
			'is ambiguous',
			'It begins with an extra 0. Write it as "+36" and 8 or 9 digits.',
		],
		[
			'with the exit code of the USA',
			'49',
			'011 44 20 7946 0958',
			'is ambiguous',
			'It may begin with an international prefix such as 011. Write "+" and the country code instead.',
		],
		[
			'with the exit code of its country',
			'81',
			'010 774 9789',
			'is ambiguous',
			'It may begin with an international prefix such as 011. Write "+" and the country code instead.',
		],
		[
			'of Argentina, where mobile numbers are rewritten',
			'54',
			'011 15-2345-6789',
			'is a national number',
			'There is more than one way to dial national numbers of country code 54 from abroad, so they are not converted. Write it as "+54" and 10 or 11 digits.',
		],
		[
			'of Korea that begins with a carrier',
			'82',
			'081 2 212 3456',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+82" and 5 to 10 digits.',
		],
		[
			'of the Emirates that may begin with the country code',
			'971',
			'971 800123',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+971" and 8 or 9 digits.',
		],
		[
			'with a 1 too many',
			'1',
			'1 140 819 3288',
			'is ambiguous',
			'It lacks an area code, or begins with digits that are not dialed from abroad. Write it as "+1" and 10 digits.',
		],
		[
			'with an extension',
			'49',
			'030 123456-57',
			'has an ambiguous ending, "-57"',
			'If it is dialed as part of the number, write +493012345657. If not, remove it: +4930123456.',
		],
		[
			'with another number',
			'298',
			'123456/654321',
			'may be more than one number',
			'Enter a single phone number. If the field contains several, pick one in an expression. Use a slash only after the area code.',
		],
	])('%s', (_, code, written, problem, advice) => {
		expect(refusalOf(() => inCountry(written, code))).toEqual({
			message: `The phone number "${written}" ${problem}`,
			advice,
		});
	});

	it('that begins with what its country dials before a country code', () => {
		const international = '4930123456789';
		const texts = COUNTRY_CODES.filter((code) => regionsOf(code).length > 0).flatMap((code) =>
			regionData(code).flatMap((region) =>
				fc
					.sample(fc.stringMatching(new RegExp(`^(?:${region.getInternationalPrefix()})$`)), {
						numRuns: 25,
						seed: 1,
					})
					// 00 and nothing else is "+".
					.filter((exitCode) => exitCode !== '00')
					.flatMap((exitCode) =>
						[...international].map((_, end) => ({
							code,
							written: exitCode + international.slice(0, end + 1),
						})),
					),
			),
		);
		expect(texts.filter(({ code, written }) => dialled(written, code) !== undefined)).toEqual([]);
		expect(new Set(texts.map(({ code }) => code)).size).toBeGreaterThan(30);
	});

	it('that begins with an exit code that looks like 00 and a country code', () => {
		// From Korea, 002 374 80 012345 is a number in Armenia; +237 480 012345 is one in Cameroon.
		expect(dialled('00237480012345', '82')).toBeUndefined();
		expect(dialled('00237480012345', '49')).toBe('+237480012345');
		expect(dialled('(0081) 800 212 3456', '65')).toBeUndefined();
		expect(dialled('0049 30 123456', '82')).toBe('+4930123456');
	});

	it.each([
		['2026-11-20', 'a date'],
		['1987-06-15', 'a date'],
		['20.11.2026', 'a date'],
		['20-11-2026', 'a date'],
		['11-20-2026', 'a date'],
		['1.2.2026', 'a date'],
		['45980.35', 'a date in a spreadsheet'],
		['123456.78', 'an amount'],
		['1234567.25', 'an amount'],
	])('that looks like something else, in all countries: %s, %s', (written) => {
		expect(COUNTRY_CODES.filter((code) => dialled(written, code) !== undefined)).toEqual([]);
	});

	it('where no country code is set, and the option is named', () => {
		expect(refusalOf(() => normalizePhoneNumber('030 123456', { clean: true })).advice).toContain(
			"Or set the option 'Default Country Code'.",
		);
		expect(
			refusalOf(() => normalizePhoneNumber('(202) 555-0177', { clean: true })).advice,
		).toContain("or set the option 'Default Country Code'.");
	});

	it('where numbers are not cleaned, whatever the country code', () => {
		expect(
			refusalOf(() => normalizePhoneNumber('030123456', { clean: false, countryCode: '49' }))
				.message,
		).toBe('The phone number "030123456" is not in E.164 format');
	});
});

describe('an international number is not changed by the country code', () => {
	it.each(['1', '7', '49', '44', '39', '54', '375', '599'])('%s', (code) => {
		const changed = EXAMPLES.flatMap(({ e164, international }) =>
			[e164, international, international.replace('+', '00'), `(${international})`].map(
				(written) => ({
					written,
					alone: resultOf(() => normalizePhoneNumber(written, { clean: true })),
					inCountry: resultOf(() => inCountry(written, code)),
				}),
			),
		).filter(({ alone, inCountry }) => String(alone) !== String(inCountry));
		expect(changed).toEqual([]);
	});
});

describe("the option 'Default Country Code'", () => {
	it.each([
		['49', '49'],
		['+49', '49'],
		['0049', '49'],
		[' 49 ', '49'],
		[49, '49'],
		['1', '1'],
		[1, '1'],
		['+375', '375'],
	])('reads %j as %s', (value, code) => {
		expect(readCountryCode(value)).toBe(code);
	});

	it.each(['', ' '])('is empty with %j', (value) => {
		expect(readCountryCode(value)).toBeUndefined();
	});

	it('knows the codes of all countries', () => {
		const known = COUNTRY_CODES.filter((code) => resultOf(() => readCountryCode(code)) === code);
		expect(known).toEqual(COUNTRY_CODES.filter((code) => regionsOf(code).length > 0));
	});

	it.each([
		['what an expression did not find', undefined, '"nothing"'],
		['null', null, '"nothing"'],
		['NaN', NaN, '"NaN"'],
		['a name', 'DE', '"DE"'],
		['a code with an area code', '1242', '"1242"'],
		['a trunk prefix in front', '049', '"049"'],
		['a code that is not assigned', '999', '"999"'],
		['the code of a satellite phone', '881', '"881"'],
		['two codes', '49, 43', '"49, 43"'],
		['a fraction', 4.9, '"4.9"'],
		['a negative number', -49, '"-49"'],
		['a switch', true, '"true"'],
		['a list', ['49'], '"a list"'],
		['an object', { code: '49' }, '"an object"'],
		['a long text', '9'.repeat(1_000_000), `"${'9'.repeat(60)}…"`],
	])('refuses %s', (_, value, shown) => {
		expect(refusalOf(() => readCountryCode(value))).toEqual({
			message: `'Default Country Code' is ${shown}, which is not a country code`,
			advice:
				'Enter the digits of a country code, for example 1 for the USA or 49 for Germany. Leave it empty to call only numbers in international format.',
		});
	});
});
