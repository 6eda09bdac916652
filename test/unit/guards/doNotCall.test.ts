import * as fc from 'fast-check';

import { doNotCall } from '../../../nodes/create/guards/doNotCall';
import { NumberList } from '../../../nodes/phone';
import { callWith, checkOf, itemWith, notAsked, reasonOf } from '../../support/guarded';
import { rejectionOf } from '../../support/userError';
import { cases } from '../../support/deep';

/** Few numbers, so that some are on the list and some are not. */
const NUMBERS = Array.from({ length: 8 }, (_, index) => `+1202555100${index}`);

const number = fc.constantFrom(...NUMBERS);

/** As people write "+12025551000". */
const SPELLINGS: Array<(last: string) => string> = [
	(last) => `+1202555${last}`,
	(last) => `  +1 202555${last}\t`,
	(last) => `(202) 555-${last}`,
];

const written = fc
	.tuple(number, fc.constantFrom(...SPELLINGS))
	.map(([all, spell]) => ({ number: all, text: spell(all.slice(-4)) }));

const separator = fc.constantFrom(',', ' ; ', '\n', '\r\n', '\r', ',\t, ');

/** The same as a text, as a list of entries, or as a list of texts with several each. */
const listOf = (texts: string[]): fc.Arbitrary<unknown> =>
	fc.oneof(
		fc.constant(texts),
		separator.map((between) => texts.join(between)),
		fc
			.tuple(fc.nat(texts.length), separator)
			.map(([cut, between]) => [texts.slice(0, cut).join(between), texts.slice(cut).join(between)]),
	);

const anyEntries = fc.array(written, { minLength: 1, maxLength: 6 });

const refused = async (value: unknown) =>
	await rejectionOf(Promise.resolve().then(async () => await doNotCall.read(value, itemWith())));

it('a list forbids the numbers on it and no other, however it is written', async () => {
	const list = anyEntries.chain((entries) =>
		fc.tuple(fc.constant(entries), listOf(entries.map(({ text }) => text))),
	);
	await fc.assert(
		fc.asyncProperty(list, async ([entries, value]) => {
			const check = await checkOf(doNotCall, value);
			const reasons = NUMBERS.map(
				async (phoneNumber) =>
					await check.reasonToSkip(callWith({ phoneNumber, history: notAsked })),
			);
			const onList = entries.map((entry) => entry.number);
			expect(await Promise.all(reasons)).toEqual(
				NUMBERS.map((one) =>
					onList.includes(one) ? { reason: "On the 'Do Not Call' list" } : undefined,
				),
			);
		}),
		{ numRuns: cases(500) },
	);
});

it('one entry that cannot be read refuses the list, wherever it stands', async () => {
	const unreadable = [
		...['+1 202 555', '+1 202 555 100O', '0', 'call 7 times', '+12025551000 +12025551001'],
	];
	const list = fc
		.tuple(anyEntries, fc.constantFrom(...unreadable), fc.nat(6))
		.chain(([entries, wrong, place]) =>
			listOf(entries.map(({ text }) => text).toSpliced(place, 0, wrong)),
		);
	await fc.assert(
		fc.asyncProperty(list, async (value) => {
			const { message, advice } = await refused(value);
			expect(message).toMatch(/^An entry of 'Do Not Call' cannot be read\. /);
			expect(advice).toContain('Nobody is called until every entry can be read.');
		}),
	);
});

it.each([undefined, ' ', 'n/a'])(
	'an entry without any digit is ignored, where others can be read: %j',
	async (entry) => {
		const list = [entry, '+12025551000', entry];
		const phoneNumber = '+12025551000';
		expect(await reasonOf(doNotCall, list, { phoneNumber })).toBeDefined();
		expect(await reasonOf(doNotCall, list)).toBeUndefined();
	},
);

it('an empty list is one, and what has no entry is not', async () => {
	expect(await reasonOf(doNotCall, [])).toBeUndefined();
	for (const nothing of ['', ' ,\n', undefined, null, 'n/a', [''], [' ', ';'], ['-', null]]) {
		expect((await refused(nothing)).message).toBe("'Do Not Call' is empty");
	}
});

it('each item of a run has its own list, and one that several have is read once', async () => {
	const item = itemWith();
	const added = jest.spyOn(NumberList.prototype, 'add');
	/** Whether the list forbids a number, and how many entries were read. */
	const read = async (value: unknown) => {
		added.mockClear();
		const reading = Promise.resolve().then(() => doNotCall.read(value, item));
		const check = await reading.catch(() => undefined);
		const reason = await check?.reasonToSkip(callWith({ phoneNumber: '+4930123' }));
		return [reason !== undefined, added.mock.calls.length];
	};
	expect(await read(['+4930123', '456789'])).toEqual([true, 2]);
	expect(await read(['+4930123456789'])).toEqual([false, 1]);
	expect(await read('7')).toEqual([false, 1]);
	expect(await read('7')).toEqual([false, 0]);
	expect(await read(['+4930123', '456789'])).toEqual([true, 2]);
	expect(await read(['+4930123', '456789'])).toEqual([true, 0]);
	added.mockRestore();
});
