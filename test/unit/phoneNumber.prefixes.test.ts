import * as fc from 'fast-check';

import { NUMBERING_PLANS } from '../../nodes/shared/phoneNumber/numberingPlans';
import { normalizePhoneNumber } from '../../nodes/shared/phoneNumber';
import { COUNTRY_CODES, readByGoogle, regionData, regionsOf } from '../support/libphonenumber';
import { resultOf } from '../support/userError';

/*
 * libphonenumber takes off what people dial before a number in its country (a trunk prefix, the code
 * of a carrier), and also a country code without "+". Each of them is put before numbers of all
 * lengths, and what is dialled then must be what libphonenumber reads.
 */

const SEED = 20251121;

const dialled = (written: string, countryCode?: string) => {
	const result = resultOf(() => normalizePhoneNumber(written, { clean: true, countryCode }));
	return typeof result === 'string' ? result : undefined;
};

const sample = <T>(values: fc.Arbitrary<T>, numRuns: number) =>
	fc.sample(values, { numRuns, seed: SEED });

/** What libphonenumber takes off in a country, and some whole numbers that it changes. */
function prefixesOf(code: string): string[] {
	const patterns = new Set(
		regionData(code).map(
			(region) => region.getNationalPrefixForParsing()?.replace(/\$/g, '') ?? '',
		),
	);
	const prefixes = [...patterns]
		.filter(Boolean)
		.flatMap((pattern) => sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), 40));
	return [...new Set(prefixes)];
}

const PREFIXED = COUNTRY_CODES.flatMap((code) => {
	const withPrefix = prefixesOf(code).flatMap((prefix) =>
		['', ...sample(fc.stringMatching(/^[1-9]\d{3,11}$/), 40)].map((number) => prefix + number),
	);
	const withCode = (NUMBERING_PLANS.get(code)?.usualLengths ?? [])
		.map((length) => length - code.length)
		.flatMap((length) => sample(fc.stringMatching(new RegExp(`^[2-9]\\d{${length - 1}}$`)), 20))
		.map((number) => code + number);
	return [...withPrefix, ...withCode].map((digits) => ({ code, digits }));
});

it('there are many such numbers', () => {
	expect(PREFIXED.length).toBeGreaterThan(15_000);
});

it('with "+" and the country code, libphonenumber reads what is dialled', () => {
	const calls = PREFIXED.map(({ code, digits }) => `+${code}${digits}`)
		.map((written) => ({ written, dialled: dialled(written) }))
		.filter(({ dialled }) => dialled !== undefined);
	expect(calls.filter(({ written, dialled }) => dialled !== readByGoogle(written))).toEqual([]);
	expect(calls.length).toBeGreaterThan(1500);
});

it('as a national number, libphonenumber reads what is dialled in a region of the country', () => {
	const calls = PREFIXED.filter(
		({ code, digits }) =>
			NUMBERING_PLANS.get(code)?.nationalNumbers === 'convertible' && !digits.startsWith('00'),
	)
		.map(({ code, digits }) => ({ code, digits, dialled: dialled(digits, code) }))
		.filter(({ dialled }) => dialled !== undefined);
	const misread = calls.filter(
		({ code, digits, dialled }) =>
			!regionsOf(code).some((region) => readByGoogle(digits, region) === dialled),
	);
	expect(misread).toEqual([]);
	expect(calls.length).toBeGreaterThan(1500);
});
