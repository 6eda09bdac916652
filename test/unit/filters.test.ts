import { assertLeftOut } from '../../nodes/form/assistantFilters';
import { filterParameters, sortParameter } from '../../nodes/form/filters';
import { Call, CALL_FIELDS } from '../../nodes/service/call';
import { noRow } from '../support/sentences';
import { refusalOf } from '../support/userError';

/* What a single value may be, and how a list is read, is in readers.test.ts. */

const status = (operator: string, value?: unknown) => ({ field: 'Status', operator, value });
const own = (customOperator: string, value?: unknown) => ({
	...status('custom', value),
	customOperator,
});
const anyOf = (value: unknown) => [{ field: 'Keywords', operator: 'array-contains-any', value }];

describe('a filter', () => {
	it.each([
		['an empty text', status('equals', ''), 'Status:==:'],
		['anything that is typed', status('not', ' a:b, &c=%20 '), 'Status:not: a:b, &c=%20 '],
		['a number', status('equals', 4.5), 'Status:==:4.5'],
		['an operator of its own', own(' >= ', 'x'), 'Status:>=:x'],
		['"==", of which n8n takes away a sign', own('=', 'x'), 'Status:==:x'],
		['a list for an operator of its own', own('in', ['green', 'phone']), 'Status:in:green,phone'],
	])('may have %s', (_, row, written) => {
		expect(filterParameters([row])).toEqual([written]);
	});

	it.each([
		[undefined, 'empty'],
		[['unread', 'archive'], 'a list'],
		[NaN, '"NaN"'],
	])('is refused with the value %j', (value, shown) => {
		for (const operator of ['equals', 'not']) {
			expect(refusalOf(() => filterParameters([status(operator, value)]))).toEqual({
				message: `The value of filter 1 (Status) is ${shown}, which is not a single value`,
				advice:
					"If it uses an expression, check that the input item contains that field. It must return text, a number or a date. For a list, choose the operator 'Contains Any Of'.",
			});
		}
	});

	it.each([
		[{ operator: 'equals' }, 'field of filter 2 is empty'],
		[{ field: 'custom', customField: 'a:b' }, 'field of filter 2, "a:b", contains a colon'],
		[{ field: 'Status' }, 'operator of filter 2 is empty'],
		[own(':'), 'operator of filter 2, ":", contains a colon'],
	])('is refused where a part is missing or not one: %j', (row, problem) => {
		const rows = [status('equals', 'unread'), { value: 'x', ...row }];
		expect(refusalOf(() => filterParameters(rows))).toEqual({
			message: `The ${problem}`,
			advice:
				"The service needs a field and an operator or direction, each without a colon. Correct the entry under 'Filters' or 'Sort'.",
		});
	});
});

describe('a filter on a list', () => {
	it.each([
		[', Callback ,,\n Invoice ,', 'Callback,Invoice'],
		[['Callback', 'Invoice'], 'Callback,Invoice'],
		['callback, Wrong Number, vip', 'callback,Callback,Wrong Number,WrongNumber,vip'],
	])('takes what stands between commas, and how the service writes it: %j', (value, text) => {
		expect(filterParameters(anyOf(value))).toEqual([`Keywords:array-contains-any:${text}`]);
	});

	it.each([undefined, ' , ,', [], ['Callback', ''], ['Callback', null], { a: 1 }])(
		'is refused with the value %j',
		(value) => {
			expect(refusalOf(() => filterParameters(anyOf(value)))).toEqual({
				message: 'A value of filter 1 (Keywords) is empty or not text',
				advice: 'Enter one or more values, separated by commas, for example Callback, Invoice.',
			});
		},
	);

	it('is refused with a value that holds a comma, since the service could not tell it from two', () => {
		expect(refusalOf(() => filterParameters(anyOf(['green, yellow, phone'])))).toEqual({
			message: 'The value "green, yellow, phone" of filter 1 (Keywords) contains a comma',
			advice:
				'The service reads a comma as the end of a value. Remove this value, and use a Filter node after this node instead.',
		});
	});
});

const sort = (field: string, direction: string) => () => sortParameter({ field, direction });

it('a sort is written as field and direction', () => {
	expect(sort(' PhoneNumber ', ' desc ')()).toBe('PhoneNumber:desc');
});

it.each<[what: string, () => unknown, choices: readonly string[]]>([
	[
		'field of filter 1, "status"',
		() => filterParameters([{ ...status('equals', 'x'), field: 'status' }]),
		[...CALL_FIELDS, 'custom'],
	],
	[
		'operator of filter 1, "=="',
		() => filterParameters([status('==', 'x')]),
		['equals', 'not', 'array-contains-any', 'custom'],
	],
	['field of the sort, "Owner"', sort('Owner', 'asc'), CALL_FIELDS],
	['direction of the sort, "up"', sort('Id', 'up'), ['asc', 'desc']],
])('what the service may ignore is refused: the %s', (what, write, choices) => {
	expect(refusalOf(write)).toEqual({
		message: `The ${what}, is not valid`,
		advice: `Choose one from the list. An expression must return one of: ${choices.join(', ')}.`,
	});
});

it('filters and a sort are missing or left empty, but no text stands in their place', () => {
	expect([undefined, []].map(filterParameters)).toEqual([[], []]);
	expect([undefined, []].map(sortParameter)).toEqual([undefined, undefined]);
	expect(refusalOf(() => filterParameters('unread'))).toEqual(noRow('Filters', '"unread"'));
	expect(refusalOf(() => sortParameter('StartedAt'))).toEqual(noRow('Sort', '"StartedAt"'));
});

it.each([
	['its name is an error', 'a1', false],
	['an ID that is also its name is none', 'Mara', true],
])('leaving an assistant out by %s', (_, Assistant, isPossible) => {
	const calls = [new Call({ Assistant, AssistantName: 'Mara' })];
	const leaveOut = expect(() => assertLeftOut(['Assistant:not:Mara'], calls));
	(isPossible ? leaveOut.not : leaveOut).toThrow();
});
