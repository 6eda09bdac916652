import * as fc from 'fast-check';

import { lineFinder, mayBeSamePhone, NumberList } from '../../nodes/phone/compare';
import { canonicalPhone, samePhones } from '../../nodes/phone/renumbered';
import { entries, pairs } from '../support/entries';
import { EXAMPLES, isValid } from '../support/libphonenumber';
import { refusalOf, resultOf } from '../support/userError';

/* A list of numbers that are not to be called, as people write it. libphonenumber is the judge. */

function listOf(...written: unknown[]): NumberList {
	const list = new NumberList();
	for (const one of written) list.add(one);
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

it.each(
	pairs(`030 2000001 → +43302000001 | 30 2000001 → +49302000001 | 06 1234 5678 → +390612345678
		6 1234 5678 → +390612345678 | 1 202 555 0100 → +12025550100 | 4930 2000001 → +49302000001
		011 15-2345-6789 → +5491123456789 | 0 15 11 98765-4321 → +5511987654321
		+54 11 2345-6789 → +5491123456789 | +54 9 11 2345-6789 → +541123456789
		+55 11 8765-4321 → +5511987654321 | +55 11 98765-4321 → +551187654321
		2000001 → +49302000001 | 4711 → +4324164711 | 030 2000001-12 → +49302000001
		030 2000001 12 → +49302000001 | 0302000001.0 → +49302000001
		+49 30 1234567-800 → +49301234567 | +49 30 1234567 800 → +49301234567
		+49 30 200-0 → +4930200 | +39 06 123456-123 → +3906123456 | 4407700900123 → +447700900123
		(44) 07700 900 123 12 → +447700900123 | 01 58801 01 58802 → +43158801
		8123456 212345 → +5978123456 | 8123456 212345 → +597212345
		555-0100 555.0101 → +12025550100 | 555-0100 555.0101 → +12025550101
		007 263 1312345 → +2631312345 | 00414 49 30 2000001 → +49302000001`),
)('"%s" may mean %s, which is then not called', (written, phoneNumber) => {
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
	expect(isOn('011 15-2335-6789', '+5491123456789')).toBe(false);
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

it.each<[isRefused: boolean, entries: unknown[]]>([
	[true, [true, NaN, {}, [], '\u0967\u0968\u0969', '+266696687', 30123456]],
	[
		true,
		entries(`2026-11-20 | 001 202 555 0100 | (0)30 2000001 | 030/200001/02 | +49 030 2000001 | 0 | 123
			+49\u202e765432103 | 2025550100 2025550101 | 06 12 34 56 78 06 87 65 43 21
			20255501002025550101`),
	],
	// What has no digit is ignored, and said to be.
	[false, [undefined, null, '', ' ', '\t', '+', 'Phone', 'null', 'n/a', 'anonymous']],
])('an entry that is no number of any country is refused: %s', (isRefused, written) => {
	for (const one of written) {
		if (isRefused) expect(refusalOf(() => listOf(one)).message).toMatch(/^The phone number /);
		else expect(new NumberList().add(one)).toBe(false);
	}
	expect(new NumberList().add('+49302000001')).toBe(true);
});

/* The old number of a line, and today's. */
const RENUMBERED = pairs(`+5215512345678 → +525512345678 | +541123456789 → +5491123456789
	+551187654321 → +5511987654321 | +555381234567 → +5553981234567 | +5712345678 → +576012345678
	+841621234567 → +84321234567 | +841691234567 → +84391234567 | +841201234567 → +84701234567
	+841211234567 → +84791234567 | +841221234567 → +84771234567 | +841281234567 → +84781234567
	+841231234567 → +84831234567 | +841271234567 → +84811234567 | +841291234567 → +84821234567
	+841861234567 → +84561234567 | +841991234567 → +84591234567 | +22501234567 → +2250101234567
	+22545678901 → +2250545678901 | +22507123456 → +2250707123456 | +22521234567 → +2252721234567
	+22997123456 → +2290197123456 | +24101441234 → +24111441234 | +24102123456 → +24162123456
	+24104123456 → +24174123456 | +24105123456 → +24165123456 | +24106031234 → +24166031234
	+24107123456 → +24177123456 | +37744123456 → +38344123456 | +38649123456 → +38349123456
	+22921312345 → +2290121312345 | +23799123456 → +237699123456 | +23722212345 → +237222212345
	+59399123456 → +593999123456 | +2307123456 → +23057123456 | +2634701234 → +263242701234
	+84438123456 → +842438123456 | +20101234567 → +201001234567 | +20181234567 → +201281234567
	+9745512345 → +97455512345`);

describe('a line that got another number', () => {
	it.each(RENUMBERED)('has both, and one name: %s is %s', (old, today) => {
		expect(isValid(today)).toBe(true);
		expect([canonicalPhone(old), canonicalPhone(today)]).toEqual([today, today]);
		expect([samePhones(old), samePhones(today)]).toEqual([
			[old, today],
			[today, old],
		]);
		for (const [one, other] of [samePhones(old), samePhones(today)]) {
			expect(isOn(one, other)).toBe(true);
			expect(isOn(one.slice(1), other)).toBe(true);
			expect(mayBeSamePhone(one, other)).toBe(true);
			expect(mayBeSamePhone(one.slice(1), other)).toBe(true);
			expect(lineFinder(['+4930123456', other])(one)).toBe(other);
		}
	});

	it.each(
		// A landline and a mobile phone of Brazil, and numbers of two operators.
		pairs(`+551134567890 → +5511934567890 | +2250507123456 → +2250707123456
			+22507123456 → +2250507123456 | +841231234567 → +84731234567 | +4930123456 → +49309123456`),
	)('is no other line: %s is not %s', (one, other) => {
		for (const [recorded, phone] of [
			[one, other],
			[other, one],
		]) {
			expect(isOn(recorded, phone)).toBe(false);
			expect(mayBeSamePhone(recorded, phone)).toBe(false);
		}
	});

	it('has one name among all numbers that libphonenumber knows', () => {
		const names = EXAMPLES.map(({ e164 }) => [e164, canonicalPhone(e164)]);
		const changed = names.filter(([e164, name]) => e164 !== name).map(([e164]) => e164.slice(0, 3));
		// Argentina: its fixed lines have no other number with a 9. Of Gabon, it still has an old one.
		expect([...new Set(changed)]).toEqual(['+54', '+24']);
	});
});

describe('a record of the service', () => {
	const PHONE = '+49301234567';

	it.each<[isMaybe: boolean, isFound: boolean, records: unknown[]]>([
		[true, true, [PHONE, 49301234567, 'sip:+49301234567@host1']],
		[
			true,
			true,
			entries(`49301234567 | 030 1234567 | 301234567 | tel:+49-30-1234567 | +49 030 1234567
				+49 30 1234567 ext. 7 | 011 49 30 1234567 | '+49301234567 | whatsapp:+49301234567
				+49\u200f30 1234567`),
		],
		// Masked, or without an area code. If the service was asked for this number, it listed the call.
		[
			true,
			false,
			entries(`+4930123**** | +49 30 123 XXXX | *********567 | 030 1234xxx | +49***567 | XXXXXXX
				0049301234\u2022\u2022\u2022 | +493012345X | sip:+493012****@host | +49 30 #### 567
				1234567 | 234567 | +49301234567**`),
		],
		[
			false,
			false,
			['', null, {}, ...entries('+49301234568 | +43301234567 | 34567 | 4567 | Web | anonymous')],
		],
		[false, false, entries('+4940**** | **568 | +301234*** | +4930123456 | +4930123456****7*8')],
	])('may be about a number: %s, and is: %s', (isMaybe, isFound, records) => {
		const wanted = lineFinder(['+12025550100', PHONE]);
		expect(records.filter((one) => mayBeSamePhone(one, PHONE) !== isMaybe)).toEqual([]);
		expect(records.map((one) => wanted(one))).toEqual(
			records.map(() => (isFound ? PHONE : undefined)),
		);
	});

	it('is about nobody where two numbers end alike', () => {
		const wanted = lineFinder([PHONE, '+39301234567']);
		const found = ['0301234567', '+39 301234567', PHONE].map((text) => wanted(text));
		expect(found).toEqual([undefined, '+39301234567', PHONE]);
	});

	it.each(
		pairs(`4000 → +6834000 | sip:+6834000@host1 → +6834000 | +54 11 15 2345-6789 → +5491123456789
			8 (495) 123-**-** → +74951234567 | (06 1) 234 **** → +3612345678`),
	)('may be about a number of its country: %s', (recorded, phone) => {
		expect(mayBeSamePhone(recorded, phone)).toBe(true);
	});

	it.each(['1*', '1 ', '1', '(1', 'x'])('may be of any length: %s', (part) => {
		const text = part.repeat(500_000);
		expect(mayBeSamePhone(text, PHONE)).toBe(part === 'x');
		expect(lineFinder([PHONE])(text)).toBeUndefined();
	});

	it('is found among a thousand numbers without comparing it with each of them', () => {
		const phones = Array.from({ length: 1000 }, (_, index) => `+4930${1_000_000 + index * 7}`);
		const wanted = lineFinder(phones);
		const compared = jest.spyOn(NumberList.prototype, 'has');
		expect(phones.map((phone) => wanted(phone.slice(1)))).toEqual(phones);
		expect(compared.mock.calls.length).toBeLessThan(3000);
		compared.mockRestore();
	});
});
