import { DateTime } from 'luxon';

import { filterParameters, sortParameter } from '../../nodes/form/filters';
import { CALL_FIELDS } from '../../nodes/service/call';
import { noRow } from '../support/sentences';
import { refusalOf } from '../support/userError';

const CORRECT_PART =
	"The service needs a field and an operator or direction, each without a colon. Correct the entry under 'Filters' or 'Sort'.";

const equals = (value: unknown) => [{ field: 'Status', operator: 'equals', value }];
const anyOf = (value: unknown) => [{ field: 'Keywords', operator: 'array-contains-any', value }];

describe('a filter', () => {
	it.each([undefined, []])('may be missing: %j', (conditions) => {
		expect(filterParameters(conditions)).toEqual([]);
	});

	it.each([
		['a text', 'unread', 'unread'],
		['an empty text', '', ''],
		['anything that is typed', ' a:b, &c=%20 ', ' a:b, &c=%20 '],
		['a text with invisible characters', '\ufeffun\u200bread', 'unread'],
		['a number', 4.5, '4.5'],
		['a date', new Date('2026-11-20T08:00:00Z'), '2026-11-20T08:00:00.000Z'],
		[
			'a date of Luxon',
			DateTime.fromISO('2026-11-20T08:00', { zone: 'Europe/Berlin' }),
			'2026-11-20T08:00:00.000+01:00',
		],
	])('has %s as value', (_, value, text) => {
		expect(filterParameters(equals(value))).toEqual([`Status:==:${text}`]);
	});

	it.each([
		['nothing', undefined, 'empty'],
		['null', null, 'empty'],
		['a list', ['unread', 'archive'], 'a list'],
		['NaN', NaN, '"NaN"'],
		['an invalid date of Luxon', DateTime.fromISO('never'), 'an object'],
	])('is refused with %s as value', (_, value, shown) => {
		expect(refusalOf(() => filterParameters(equals(value)))).toEqual({
			message: `The value of filter 1 (Status) is ${shown}, which is not a single value`,
			advice:
				"If it uses an expression, check that the input item contains that field. It must return text, a number or a date. For a list, choose the operator 'Contains Any Of'.",
		});
	});

	it.each([
		['>=', '>='],
		[' in ', 'in'],
		['==', '=='],
		['=', '=='],
	])('may have the operator "%s"', (customOperator, written) => {
		const row = { field: 'Status', operator: 'custom', customOperator, value: 'x' };
		expect(filterParameters([row])).toEqual([`Status:${written}:x`]);
	});

	it.each([
		['no field', { operator: 'equals' }, 'The field of filter 2 is empty'],
		[
			'a colon in the field',
			{ field: 'custom', customField: 'a:b', operator: 'equals' },
			'The field of filter 2, "a:b", contains a colon',
		],
		['no operator', { field: 'Status' }, 'The operator of filter 2 is empty'],
		[
			'a colon in the operator',
			{ field: 'Status', operator: 'custom', customOperator: ':' },
			'The operator of filter 2, ":", contains a colon',
		],
	])('is refused with %s', (_, row, message) => {
		const rows = [...equals('unread'), { value: 'x', ...row }];
		expect(refusalOf(() => filterParameters(rows))).toEqual({ message, advice: CORRECT_PART });
	});

	it('with an operator of its own may have a list', () => {
		const row = {
			field: 'Flags',
			operator: 'custom',
			customOperator: 'in',
			value: ['green', 'phone'],
		};
		expect(filterParameters([row])).toEqual(['Flags:in:green,phone']);
	});
});

describe('a filter on a list', () => {
	it.each([
		['values with commas in between', 'Callback,Invoice', 'Callback,Invoice'],
		['blanks and commas too many', ', Callback ,,\n Invoice ,', 'Callback,Invoice'],
		['a list', ['Callback', 'Invoice'], 'Callback,Invoice'],
		[
			'known keywords in other letters',
			'callback, Wrong Number',
			'callback,Callback,Wrong Number,WrongNumber',
		],
		['other keywords as they are', 'vip', 'vip'],
	])('takes %s', (_, value, text) => {
		expect(filterParameters(anyOf(value))).toEqual([`Keywords:array-contains-any:${text}`]);
	});

	it.each([
		...[undefined, null, '', ' ', ' , ,'],
		...[[], ['Callback', null], ['Callback', ''], ['Callback', { a: 1 }]],
	])('is refused with the value %j', (value) => {
		expect(refusalOf(() => filterParameters(anyOf(value)))).toEqual({
			message: 'A value of filter 1 (Keywords) is empty or not text',
			advice: 'Enter one or more values, separated by commas, for example Callback, Invoice.',
		});
	});

	it('is refused with a value that holds a comma, since the service could not tell it from two', () => {
		expect(refusalOf(() => filterParameters(anyOf(['green, yellow, phone'])))).toEqual({
			message: 'The value "green, yellow, phone" of filter 1 (Keywords) contains a comma',
			advice:
				'The service reads a comma as the end of a value. Remove this value, and use a Filter node after this node instead.',
		});
	});
});

describe('a sort', () => {
	it.each([undefined, []])('may be missing: %j', (order) => {
		expect(sortParameter(order)).toBeUndefined();
	});

	it.each([
		[{ field: 'StartedAt', direction: 'asc' }, 'StartedAt:asc'],
		[{ field: ' PhoneNumber ', direction: ' desc ' }, 'PhoneNumber:desc'],
	])('is written as field and direction: %j', (order, text) => {
		expect(sortParameter(order)).toBe(text);
	});
});

it.each<[string, () => unknown, string, readonly string[]]>([
	[
		'a field in another case',
		() => filterParameters([{ field: 'status', operator: 'equals', value: 'x' }]),
		'field of filter 1, "status"',
		[...CALL_FIELDS, 'custom'],
	],
	[
		'an operator of the wire',
		() => filterParameters([{ field: 'Status', operator: '==', value: 'x' }]),
		'operator of filter 1, "=="',
		['equals', 'not', 'array-contains-any', 'custom'],
	],
	[
		'a field that no call has',
		() => sortParameter({ field: 'Owner', direction: 'asc' }),
		'field of the sort, "Owner"',
		CALL_FIELDS,
	],
	[
		'another direction',
		() => sortParameter({ field: 'Id', direction: 'up' }),
		'direction of the sort, "up"',
		['asc', 'desc'],
	],
])('%s is refused, since the service may ignore it', (_, write, what, choices) => {
	expect(refusalOf(write)).toEqual({
		message: `The ${what}, is not valid`,
		advice: `Choose one from the list. An expression must return one of: ${choices.join(', ')}.`,
	});
});

it('filters and a sort are never left out where there is a text in their place', () => {
	expect(refusalOf(() => filterParameters('unread'))).toEqual(noRow('Filters', '"unread"'));
	expect(refusalOf(() => sortParameter('StartedAt'))).toEqual(noRow('Sort', '"StartedAt"'));
});
