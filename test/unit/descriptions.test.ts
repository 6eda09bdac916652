import { refusalOf } from '../support/userError';
import { readOutput } from '../../nodes/shared/calls/output';
import { readChoice, readWholeNumber } from '../../nodes/shared/form/readers';
import { readLimit } from '../../nodes/shared/form/fields';

const notValid = (field: string, shown: string, advice: string) => ({
	message: `'${field}' is ${shown}, which is not valid`,
	advice,
});

describe('a whole number', () => {
	it.each([
		[1, 1],
		[50, 50],
		['50', 50],
		[' 50 ', 50],
		[2 ** 53, 2 ** 53],
	])('may be %j', (value, number) => {
		expect(readWholeNumber(value, 'Limit')).toBe(number);
	});

	it.each([
		[0, '"0"'],
		[-1, '"-1"'],
		[1.5, '"1.5"'],
		['', 'empty'],
		['ten', '"ten"'],
		[undefined, 'empty'],
		[null, 'empty'],
		[NaN, '"NaN"'],
		[Infinity, '"Infinity"'],
		[true, '"true"'],
		[[1], 'a list'],
	])('is never guessed where it is %j', (value, shown) => {
		expect(refusalOf(() => readWholeNumber(value, 'Limit'))).toEqual({
			message: `'Limit' is ${shown}, which is not a whole number of at least 1`,
			advice: "Correct 'Limit', or the expression in it.",
		});
	});
});

/** A field that is not needed is not evaluated. */
const neverRead = () => {
	throw new Error('It was read');
};

describe('the limit', () => {
	it.each([true, 'true'])('is none where Return All is %j, whatever stands in the field', (all) => {
		expect(readLimit(all, neverRead)).toBe(Infinity);
	});

	it.each([false, 'false'])('counts where Return All is %j', (returnAll) => {
		expect(readLimit(returnAll, () => 7)).toBe(7);
		expect(refusalOf(() => readLimit(returnAll, () => 0)).message).toContain("'Limit' is");
	});

	it.each([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		['yes', '"yes"'],
		['TRUE', '"TRUE"'],
		[1, '"1"'],
		[0, '"0"'],
		[[true], 'a list'],
	])('is not guessed where Return All is %j', (returnAll, shown) => {
		expect(refusalOf(() => readLimit(returnAll, () => 7))).toEqual(
			notValid('Return All', shown, 'Turn it on or off. An expression must return true or false.'),
		);
	});
});

describe('a choice', () => {
	const read = (value: unknown) => readChoice(value, 'Output', ['raw', 'simplified']);

	it('is one of a list', () => {
		expect([read('raw'), read('simplified')]).toEqual(['raw', 'simplified']);
	});

	it.each([
		['Raw', '"Raw"'],
		['', 'empty'],
		[undefined, 'empty'],
		[['raw'], 'a list'],
	])('is never guessed where it is %j', (value, shown) => {
		expect(refusalOf(() => read(value))).toEqual(
			notValid(
				'Output',
				shown,
				'Choose one from the list. An expression must return one of: raw, simplified.',
			),
		);
	});
});

describe('the output', () => {
	const record = { Id: 'call-1', Status: 'unread', Extra: 1 };

	it('is the form that the user chose', () => {
		expect(readOutput('raw', neverRead)(record)).toBe(record);
		expect(readOutput('simplified', neverRead)(record)).toMatchObject({ CallId: 'call-1' });
		expect(readOutput('selected', () => ['Extra', 'Status'])(record)).toEqual({
			Extra: 1,
			Status: 'unread',
		});
	});

	it('may have its fields as a text with commas', () => {
		expect(readOutput('selected', () => ' Extra , Status,')(record)).toEqual({
			Extra: 1,
			Status: 'unread',
		});
	});

	it.each([undefined, null, '', ' , ', [], [' ']])('is not without fields: %j', (names) => {
		expect(refusalOf(() => readOutput('selected', () => names))).toEqual({
			message: "'Fields' is empty",
			advice: "Choose at least one field under 'Fields'.",
		});
	});

	it.each([
		[['Status', 'phonenumber'], '"phonenumber"'],
		['Status, callid', '"callid"'],
		[['Status', null], 'a list'],
		[NaN, '"NaN"'],
		[{ name: 'Status' }, 'an object'],
	])('has no column of nulls for a name that is misspelled: %j', (names, shown) => {
		expect(refusalOf(() => readOutput('selected', () => names)).message).toBe(
			`'Fields' is ${shown}, which is not valid`,
		);
	});

	it('is not one that does not exist', () => {
		expect(refusalOf(() => readOutput('table', neverRead)).message).toBe(
			`'Output' is "table", which is not valid`,
		);
	});
});
