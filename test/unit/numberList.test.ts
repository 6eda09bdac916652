import * as fc from 'fast-check';

import { NumberList } from '../../nodes/phone';
import { EXAMPLES } from '../support/libphonenumber';
import { refusalOf, resultOf } from '../support/userError';

/* A list of numbers that are not to be called, as people write it. libphonenumber is the judge. */

function listOf(...written: unknown[]): NumberList {
	const list = new NumberList();
	for (const one of written) list.add(one, { clean: true });
	return list;
}

const isOn = (written: string, phoneNumber: string) => listOf(written).has(phoneNumber);

const ORDINARY = EXAMPLES.filter(({ kind }) => ['FixedLine', 'Mobile', 'TollFree'].includes(kind));

it('a number is on the list in the spellings of its own country, and those of others', () => {
	expect(ORDINARY.length).toBeGreaterThan(500);
	const missed = ORDINARY.flatMap(({ e164, code, national, international, rfc3966 }) =>
		[
			...[e164, international, rfc3966, e164.slice(1), code + national.replace(/\D/g, '')],
			// 001 may be an exit code of its own, and 20.12.34 a date: they are refused.
			...[e164.replace(/^\+(?!1)/, '00'), national.replaceAll('.', ' ')],
			// After what other countries dial in front, as far as an entry may have 16 digits.
			...(e164.length < 14 ? [e164.replace('+', '810 '), e164.replace('+', '011 ')] : []),
		]
			.filter((written) => !isOn(written, e164))
			.map((written) => `${written} for ${e164}`),
	);
	expect(missed).toEqual([]);
});

it('of two numbers in one entry, both are on the list, or none can be called', () => {
	const ordinary = ORDINARY.filter(({ kind }) => kind !== 'TollFree');
	const missed = ordinary.flatMap((one, index) => {
		const two = [one, ordinary[index + 1] ?? one];
		const list = resultOf(() => listOf(two.map(({ national }) => national).join(' ')));
		const whole = two.filter(({ e164, code }) => e164.length - code.length > 6);
		return list instanceof NumberList ? whole.filter(({ e164 }) => !list.has(e164)) : [];
	});
	expect(missed).toEqual([]);
});

it.each([
	['030 2000001', '+43302000001'],
	['30 2000001', '+49302000001'],
	['06 1234 5678', '+390612345678'],
	['6 1234 5678', '+390612345678'],
	['1 202 555 0100', '+12025550100'],
	['4930 2000001', '+49302000001'],
	['011 15-2345-6789', '+5491123456789'],
	['0 15 11 98765-4321', '+5511987654321'],
	// The same phone: with and without the 9 of mobile numbers.
	['+54 11 2345-6789', '+5491123456789'],
	['+54 9 11 2345-6789', '+541123456789'],
	['+55 11 8765-4321', '+5511987654321'],
	['+55 11 98765-4321', '+551187654321'],
	// Without its area code, and with what may be an extension or was added by a spreadsheet.
	['2000001', '+49302000001'],
	['4711', '+4324164711'],
	['030 2000001-12', '+49302000001'],
	['030 2000001 12', '+49302000001'],
	['200001/02', '+4930200001'],
	['200001/02 03', '+4930200001'],
	['0302000001.0', '+49302000001'],
	['+49 30 1234567-800', '+49301234567'],
	['+49 30 1234567 800', '+49301234567'],
	['+49 30 200-0', '+4930200'],
	['+39 06 123456-123', '+3906123456'],
	// The trunk prefix after a country code without "+".
	['4407700900123', '+447700900123'],
	['(44) 07700 900 123 12', '+447700900123'],
	// Two numbers, with area codes or without.
	['01 58801 01 58802', '+43158801'],
	['8123456 212345', '+5978123456'],
	['8123456 212345', '+597212345'],
	['555-0100 555.0101', '+12025550100'],
	['555-0100 555.0101', '+12025550101'],
	// The other reading of an exit code.
	['007 263 1312345', '+2631312345'],
	['00414 49 30 2000001', '+49302000001'],
])('"%s" may mean %s, which is then not called', (written, phoneNumber) => {
	expect(isOn(written, phoneNumber)).toBe(true);
});

it('an entry forbids no other number', () => {
	const digits = fc.integer({ min: 1_000_000, max: 9_999_999 }).map(String);
	const spell = fc.constantFrom(
		(local: string) => `+4930${local}`,
		(local: string) => `030 ${local}`,
		(local: string) => `030/${local}`,
	);
	expect(isOn('0302 000 123', '+49302000') || isOn('030 200-12', '+4930200')).toBe(false);
	expect(isOn('2000001 0004321', '+49304321')).toBe(false);
	expect(isOn('030 2012345', '+29912345')).toBe(false);
	fc.assert(
		fc.property(digits, digits, spell, (local, other, written) => {
			fc.pre(local !== other);
			const list = listOf(written(local));
			expect(list.has(`+4930${local}`)).toBe(true);
			const others = [`+4930${other}`, `+4940${local}`, `+4930${local}1`, `+49305${local}`];
			expect(others.filter((number) => list.has(number))).toEqual([]);
		}),
	);
});

it.each([
	...['', '+', '2026-11-20', '001 202 555 0100', '(0)30 2000001', '030/200001/02'],
	...['+49 030 2000001', '+49\u202e765432103', '0', '123', '2025550100 2025550101'],
	...['06 12 34 56 78 06 87 65 43 21', '20255501002025550101'],
])('"%s" is no number of any country', (written) => {
	expect(refusalOf(() => listOf(written)).advice).toMatch(/\.$/);
});

it('only "+" and digits are read where numbers are not cleaned', () => {
	const list = new NumberList();
	list.add('+49302000001', { clean: false });
	expect(list.has('+49302000001')).toBe(true);
	for (const written of ['+49 30 2000001', '0302000001']) {
		expect(() => list.add(written, { clean: false })).toThrow(/is not in E.164 format/);
	}
});
