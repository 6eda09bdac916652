import * as fc from 'fast-check';

import { doNotCall } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/doNotCall';
import { normalizePhoneNumber } from '../../../nodes/shared/phoneNumber';
import { callWith, checkOf, itemWith } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

/** Few numbers, so that some are on the list and some are not. */
const NUMBERS = Array.from({ length: 8 }, (_, index) => `+1202555100${index}`);

const number = fc.constantFrom(...NUMBERS);

/** As people write "+12025551000". */
const SPELLINGS: Array<(last: string) => string> = [
	(last) => `+1202555${last}`,
	(last) => `+1 (202) 555-${last}`,
	(last) => `(+1) 202 555 ${last}`,
	(last) => `+1.202.555.${last}`,
	(last) => `tel:+1-202-555-${last}`,
	(last) => `  +1 202555${last}\t`,
	(last) => `(202) 555-${last}`,
];

const written = fc
	.tuple(number, fc.constantFrom(...SPELLINGS))
	.map(([all, spell]) => ({ number: all, text: spell(all.slice(-4)) }));

/** What stands between two entries, or at either end of the list. */
const blanks = fc.constantFrom('', ' ', '\t', '  ');
const separator = fc
	.array(fc.tuple(blanks, fc.constantFrom(',', ';', '\n', '\r\n', '\r'), blanks), {
		minLength: 1,
		maxLength: 3,
	})
	.map((parts) => parts.flat().join(''));
const end = fc.oneof(blanks, separator);

/** Entries with separators, as one text. */
const textOf = (texts: string[]) =>
	fc
		.tuple(fc.array(separator, { minLength: texts.length, maxLength: texts.length }), end)
		.map(([between, last]) => texts.map((text, index) => between[index] + text).join('') + last);

/** The same as a text, as a list of entries, or as a list of texts with several each. */
const listOf = (texts: string[]): fc.Arbitrary<unknown> =>
	fc.oneof(
		textOf(texts),
		fc.constant(texts),
		fc
			.nat(texts.length)
			.chain((cut) => fc.tuple(textOf(texts.slice(0, cut)), textOf(texts.slice(cut)))),
	);

const item = itemWith({
	readPhoneNumber: (value) => normalizePhoneNumber(value, { clean: true, countryCode: '1' }),
});

const anyEntries = fc.array(written, { minLength: 1, maxLength: 6 });

it('a list forbids the numbers on it and no other, however it is written', () => {
	const list = anyEntries.chain((entries) =>
		fc.tuple(fc.constant(entries), listOf(entries.map(({ text }) => text))),
	);
	fc.assert(
		fc.property(list, ([entries, value]) => {
			const check = checkOf(doNotCall, value, item);
			const forbidden = NUMBERS.filter(
				(phoneNumber) => check.reasonToSkip(callWith({ phoneNumber })) !== undefined,
			);
			const onList = entries.map((entry) => entry.number);
			expect(forbidden).toEqual(NUMBERS.filter((one) => onList.includes(one)));
		}),
		{ numRuns: 1000 },
	);
});

const UNREADABLE = ['n/a', '+1 202 555', '+1 202 555 100O', '+', '0', '+12025551000 +12025551001'];

it('one entry that cannot be read refuses the list, wherever it stands', () => {
	const list = fc
		.tuple(anyEntries, fc.constantFrom(...UNREADABLE), fc.nat(6))
		.chain(([entries, wrong, place]) =>
			listOf(entries.map(({ text }) => text).toSpliced(place, 0, wrong)),
		);
	fc.assert(
		fc.property(list, (value) => {
			const { message, advice } = refusalOf(() => doNotCall.read(value, item));
			expect(message).toMatch(/^An entry of 'Do Not Call' cannot be read\. /);
			expect(advice).toContain('Nobody is called until every entry can be read.');
		}),
		{ numRuns: 500 },
	);
});

it('one entry that is no text refuses the list, wherever it stands', () => {
	const wrong = fc.oneof(
		fc.constantFrom(undefined, null, true, false),
		fc.object(),
		fc.array(number),
	);
	fc.assert(
		fc.property(anyEntries, wrong, fc.nat(6), (entries, entry, place) => {
			const list: unknown[] = entries.map(({ text }) => text);
			expect(refusalOf(() => doNotCall.read(list.toSpliced(place, 0, entry), item)).message).toBe(
				"'Do Not Call' contains something that is not a phone number",
			);
		}),
		{ numRuns: 300 },
	);
});

it('a list in which nothing is written is refused, but for a list of nothing', () => {
	const nothing = fc.oneof(end, fc.array(end, { minLength: 1, maxLength: 4 }));
	fc.assert(
		fc.property(nothing, (value) => {
			expect(refusalOf(() => doNotCall.read(value, item)).message).toBe("'Do Not Call' is empty");
		}),
	);
});
