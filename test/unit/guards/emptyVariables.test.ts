import * as fc from 'fast-check';

import { emptyVariables } from '../../../nodes/create/guards/emptyVariables';
import { callWith, itemWith, notAsked, variablesOf } from '../../support/guarded';
import { resultOf, textsOf } from '../../support/userError';
import { cases } from '../../support/deep';

/** Every character that takes no place on a screen, or a blank one: by Unicode, and some by their glyph. */
const BLANKS = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(
	(character) =>
		/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u.test(character) ||
		['\u2800', '\ufffc', '\u{1d159}', '\u{13441}', '\u{13442}'].includes(character),
);

const blankText = fc.string({ unit: fc.constantFrom(...BLANKS), maxLength: 4 });

/** What nobody sees, and nobody hears when it is read aloud. */
const nothing: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		blankText,
		fc.constantFrom<unknown>(undefined, null, NaN, Infinity, {}, { a: undefined }, new Date(NaN)),
		fc.array(tie('value'), { maxLength: 2 }),
	),
})).value;
const emptyJson = fc.constantFrom('[]', ' {} ', '[null]', '["", []]');

const something = fc
	.oneof(
		fc.tuple(blankText, fc.constantFrom('Ada', '-', '0', 'null', '👋', '가'), blankText),
		fc.constantFrom<unknown>(0, false, [0], [false, null], { last: '' }, new Date(0), '[', '{x}'),
	)
	.map((value) => (Array.isArray(value) && value.length === 3 ? value.join('') : value));

const anyVariables = fc
	.array(
		fc.oneof(
			fc.oneof(nothing, emptyJson).map((value) => ({ value, isEmpty: true })),
			something.map((value) => ({ value, isEmpty: false })),
		),
		{ maxLength: 5 },
	)
	.map((all) => ({
		rows: all.map(({ value }, index) => ({ name: `v${index}`, value })),
		empty: all.flatMap(({ isEmpty }, index) => (isEmpty ? [`'v${index}'`] : [])),
	}));

const sentence = (names: string[]) =>
	`Empty ${names.length === 1 ? 'variable' : 'variables'}: ${names.join(', ')}`;

it('what looks empty is empty: an error, skipped, or sent as an empty text, as the user chose', async () => {
	await fc.assert(
		fc.asyncProperty(anyVariables, async ({ rows, empty }) => {
			const variables = variablesOf({ variables: { variable: rows } });
			const item = itemWith({ variables });
			expect(variables.flatMap(([name, text]) => (text === '' ? [`'${name}'`] : []))).toEqual(
				empty,
			);

			expect(emptyVariables.read('call', item)).toBeUndefined();
			const skip = await emptyVariables.read('skip', item);
			const found = await skip?.reasonToSkip(callWith({ history: notAsked }));
			expect(found).toEqual(empty.length > 0 ? { reason: sentence(empty) } : undefined);
			const stop = resultOf(() => emptyVariables.read('stop', item));
			if (empty.length === 0) return expect(stop).toBeUndefined();
			expect(textsOf(stop)).toEqual({
				message: sentence(empty),
				advice: expect.stringMatching(/'Skip the Item' or 'Call Anyway'\.$/),
			});
		}),
		{ numRuns: cases(2000) },
	);
});

it('of many empty variables the first are named, and another choice is refused', () => {
	const rows = Array.from({ length: 1505 }, (_, index) => ({ name: `v${index}`, value: '' }));
	const item = itemWith({ variables: variablesOf({ variables: { variable: rows } }) });
	const message = (choice: string) =>
		textsOf(resultOf(() => emptyVariables.read(choice, item))).message;
	expect(message('stop')).toMatch(/^Empty variables: 'v0', 'v1', .{200,300} …$/);
	expect(message('no')).toContain(`'Empty Variables' is "no"`);
});
