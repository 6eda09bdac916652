import * as fc from 'fast-check';

import { filterParameters } from '../../nodes/shared/calls/filters';
import { cases } from '../support/deep';

const text = fc.string({ unit: 'binary' });

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n'), maxLength: 2 });

/** A field or an operator: anything without a colon. */
const part = text.map((any) => any.replace(/:/g, '').trim()).filter((any) => any !== '');

const listValue = text.map((any) => any.replace(/,/g, '').trim()).filter((any) => any !== '');

/** As the service reads a filter: everything after the second colon is the value. */
function read(filter: string): { field: string; operator: string; value: string } {
	const [field, operator, ...value] = filter.split(':');
	return { field, operator, value: value.join(':') };
}

/** Through the address of a request and back, as `filter=a&filter=b`. */
function overTheWire(filters: string[]): string[] {
	const query = filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&');
	return new URL(`https://api.example.com/public/calls?${query}`).searchParams.getAll('filter');
}

it('what the service reads is what was typed', () => {
	const row = fc.record({ field: part, operator: part, value: text, blank: blanks });
	fc.assert(
		fc.property(fc.array(row), (given) => {
			const conditions = given.map(({ field, operator, value, blank }) => ({
				field: 'custom',
				customField: `${blank}${field}${blank}`,
				operator: 'custom',
				customOperator: `${blank}${operator}${blank}`,
				value,
			}));
			fc.pre(given.every(({ operator }) => !['=', 'array-contains-any'].includes(operator)));
			expect(overTheWire(filterParameters(conditions)).map(read)).toEqual(
				given.map(({ field, operator, value }) => ({ field, operator, value })),
			);
		}),
		{ numRuns: cases(500) },
	);
});

it('what the service reads of a list is what was typed or given, value by value', () => {
	fc.assert(
		fc.property(
			fc.array(listValue, { minLength: 1 }),
			fc.boolean(),
			blanks,
			(values, asText, blank) => {
				const value = asText ? values.map((any) => `${blank}${any}${blank}`).join(',') : values;
				const condition = { field: 'Keywords', operator: 'array-contains-any', value };
				const [filter] = overTheWire(filterParameters([condition]));
				expect(read(filter).value.split(',')).toEqual(values);
			},
		),
		{ numRuns: cases(300) },
	);
});
