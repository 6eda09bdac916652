import * as fc from 'fast-check';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { GUARDS } from '../../../nodes/create/guards';
import type { Check } from '../../../nodes/create/guards/guard';
import { UserError } from '../../../nodes/n8n/errors';
import { anyValue } from '../../support/anyValue';
import { callWith, itemWith } from '../../support/guarded';
import { cases } from '../../support/deep';

/*
 * Whatever an expression returns for a guard: it is never taken for "off", and never a surprise. What a
 * guard is tried with is taken from its field, so that a new one needs nothing here.
 */

const choicesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

/** The rows that a fixed collection can have, of anything. */
function anyRows({ options = [] }: INodeProperties): fc.Arbitrary<unknown> {
	const [{ name, values }] = options as INodePropertyCollection[];
	const fields = values.map((field) => [
		field.name,
		fc.oneof(anyValue, fc.constant(field.default)),
	]);
	const row = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
		requiredKeys: [],
	});
	return fc.oneof(anyValue, row, fc.array(row, { maxLength: 2 })).map((rows) => ({ [name]: rows }));
}

/** Values that mean something to a field, or almost. */
function almost(field: INodeProperties): fc.Arbitrary<unknown> {
	if (field.type === 'fixedCollection') return anyRows(field);
	if (field.type === 'options') {
		const choices = choicesOf(field);
		const spoiled = choices.flatMap((choice) => [[choice], choice.toUpperCase(), ` ${choice}`]);
		return fc.constantFrom<unknown>(...choices, ...spoiled);
	}
	const numbers = fc.oneof(fc.double(), fc.constantFrom('0', ' 0 ', '-0', '0,0', '1e3'));
	const list = fc.array(fc.oneof(anyValue, fc.constant('+4930123456')), { maxLength: 3 });
	return fc.oneof(numbers, numbers.map(String), list);
}

/** A million characters in each place of a field. */
function longIn(field: INodeProperties): unknown[] {
	const long = 'Ä x\n'.repeat(250_000);
	if (field.type !== 'fixedCollection') return [long, [long]];
	const [{ name, values }] = field.options as INodePropertyCollection[];
	const row = Object.fromEntries(values.map((inner) => [inner.name, inner.default]));
	return values.map((inner) => ({ [name]: { ...row, [inner.name]: long } }));
}

/** Only a choice of a list, a switch, or the number 0, can mean "off". */
function mayBeOff({ type, ...field }: INodeProperties, value: unknown): boolean {
	if (type === 'options') return choicesOf({ type, ...field }).includes(value as string);
	if (type === 'boolean') return value === false;
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
	return type === 'number' && isNumber && Number(value) === 0;
}

it.each(GUARDS.map((guard) => [guard.field.name, guard] as const))(
	'%s is on, off by a value of its own, or refused in words',
	async (_, { field, read, whenNotAdded }) => {
		const item = itemWith({ variables: [['first_name', '']] });
		const check = async (value: unknown) => {
			const result = await Promise.resolve()
				.then(async () => await read(value, item))
				.catch((thrown: unknown) => thrown);
			if (result === undefined) {
				expect([value, mayBeOff(field, value)]).toEqual([value, true]);
			} else if (result instanceof Error) {
				expect(result).toBeInstanceOf(UserError);
				expect(result.message).toContain("'");
				expect((result as UserError).advice).toMatch(/[\w'}]\.$/);
			} else {
				// It can be asked, and the number that nobody knows is called or not: no surprise.
				const { reasonToSkip, reasonNow } = result as Check;
				const reason = (await reasonToSkip(callWith())) ?? reasonNow?.(callWith());
				expect(reason === undefined || reason.reason.length > 0).toBe(true);
			}
			return result;
		};
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(anyValue, almost(field)),
				async (value) => void (await check(value)),
			),
			{ numRuns: cases(1000) },
		);
		// None of them keeps it busy: the time limit of the test is the clock.
		for (const value of longIn(field)) await check(value);
		// What is added does something at once, as does what counts without being added.
		expect(await check(field.default)).toBeDefined();
		if (whenNotAdded !== undefined) expect(await check(whenNotAdded)).toBeDefined();
	},
);
