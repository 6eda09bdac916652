import * as fc from 'fast-check';

import { emptyVariables } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/emptyVariables';
import { readVariables } from '../../../nodes/VoiceAssistantCalls/resources/call/create/variables';
import { callWith, itemWith, notAsked } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

/** What nobody hears when it is read aloud. */
const nothing = fc.constantFrom<unknown>(
	...[
		undefined,
		null,
		'',
		' ',
		'\n',
		'\r\n\t',
		'\u00a0',
		'\u2003',
		'\ufeff',
		'\u200b',
		' \u2060 ',
		new Date(NaN),
	],
);

const something = fc.oneof(
	fc.string({ minLength: 1 }).filter((text) => /\S/.test(text)),
	fc.constantFrom<unknown>(0, false, 'null', '0', ' Ada ', [], {}, [null], new Date(0)),
);

/** Values of variables, and whether each is empty. */
const anyValues = fc.array(
	fc.oneof(
		nothing.map((value) => ({ value, isEmpty: true })),
		something.map((value) => ({ value, isEmpty: false })),
	),
	{ maxLength: 6 },
);

const nameOf = (index: number) => `variable_${index}`;

/** What is known of an item: its variables, and what is to be said of those that are empty. */
const anyItem = anyValues.map((values) => {
	const rows = values.map(({ value }, index) => ({ name: nameOf(index), value }));
	const empty = values.flatMap(({ isEmpty }, index) => (isEmpty ? [`"${nameOf(index)}"`] : []));
	const [are, plural] = empty.length === 1 ? ['is', ''] : ['are', 's'];
	return {
		item: itemWith({ variables: readVariables({ rows }) }),
		reason: empty.length > 0 && `The variable${plural} ${empty.join(', ')} ${are} empty`,
	};
});

it('an item is skipped if and only if a variable is empty, and all of those are named', async () => {
	await fc.assert(
		fc.asyncProperty(anyItem, async ({ item, reason }) => {
			const check = emptyVariables.read('skip', item);
			const found = await check?.reasonToSkip(callWith({ history: notAsked }));
			expect(found).toEqual(reason ? { reason } : undefined);
		}),
		{ numRuns: 1000 },
	);
});

it('an item is wrong in the same cases and words, where it is to be an error', () => {
	fc.assert(
		fc.property(anyItem, ({ item, reason }) => {
			if (reason) {
				expect(refusalOf(() => emptyVariables.read('stop', item)).message).toBe(reason);
			} else {
				expect(emptyVariables.read('stop', item)).toBeUndefined();
			}
		}),
	);
});

it('an item is called, whatever its variables are, where that is chosen', () => {
	fc.assert(
		fc.property(anyItem, ({ item }) => {
			expect(emptyVariables.read('call', item)).toBeUndefined();
		}),
	);
});
