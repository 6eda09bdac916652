import * as fc from 'fast-check';

import { GUARDS } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards';
import { UserError } from '../../../nodes/shared/userError';
import { anyValue } from '../../support/anyValue';
import { callWith, itemWith } from '../../support/guarded';
import { resultOf } from '../../support/userError';

/* Whatever an expression returns for an option: it is never taken for "off", and never a surprise. */

const EMPTY_VARIABLE = [['first_name', '']] as const;

/** All that switches a guard off. */
const OFF: Record<string, (value: unknown) => boolean> = {
	duplicateNumbers: (value) => value === 'callEach',
	emptyVariables: (value) => value === 'call',
	skipIfCalledWithin: (value) =>
		value === 0 || (typeof value === 'string' && /\S/.test(value) && Number(value) === 0),
};

const anyRow = (...names: string[]) =>
	fc.record(Object.fromEntries(names.map((name) => [name, anyValue])), { requiredKeys: [] });

/** A collection of rows that may be anything, or are rows of anything. */
const anyRows = (collection: string, ...names: string[]) =>
	fc
		.oneof(anyValue, anyRow(...names), fc.array(anyRow(...names), { maxLength: 2 }))
		.map((rows) => ({ [collection]: rows }));

/** Values that almost mean something to the guard. */
const ALMOST: Record<string, fc.Arbitrary<unknown>> = {
	callingHours: anyRows('window', 'from', 'to', 'days', 'timezone'),
	doNotCall: fc.array(fc.oneof(anyValue, fc.constant('+4930123456')), { maxLength: 3 }),
	duplicateNumbers: fc.constantFrom('callEach', 'callOnce', ['callEach'], 'calleach'),
	emptyVariables: fc.constantFrom('call', 'skip', ['call'], 'Call'),
	maxAttempts: anyRows('limit', 'calls', 'days'),
	skipAfterKeywords: fc.array(fc.oneof(anyValue, fc.constant('WrongNumber')), { maxLength: 3 }),
	skipIfCalledWithin: fc.oneof(
		fc.double(),
		fc.constantFrom('0', ' 0 ', '-0', '0x0', '0,0', '1e3'),
		fc.double().map(String),
	),
};

it.each(GUARDS.map((guard) => [guard.field.name, guard] as const))(
	'%s is on, off by its own value, or refused in words',
	async (name, guard) => {
		const value = fc.oneof(anyValue, ALMOST[name]);
		await fc.assert(
			fc.asyncProperty(value, async (setting) => {
				const item = itemWith({ variables: EMPTY_VARIABLE });
				const read = resultOf(() => guard.read(setting, item) ?? 'off');

				expect(read === 'off').toBe(OFF[name]?.(setting) ?? false);
				if (read instanceof UserError) {
					expect(read.message).toContain("'");
					expect(read.advice).toMatch(/[\w']\.$/);
				} else if (read !== 'off') {
					// It can be asked, and the number that nobody knows is called or not: no surprise.
					const reason = await read.reasonToSkip(callWith());
					expect(reason === undefined || reason.reason.length > 0).toBe(true);
				}
			}),
			{ numRuns: 1000 },
		);
	},
);
