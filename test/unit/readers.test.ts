import { DateTime } from 'luxon';
import { refusalOf } from '../support/userError';
import {
	asText,
	readChoice,
	readCollection,
	readList,
	readNumber,
	readSwitch,
	readWholeNumber,
} from '../../nodes/shared/form/readers';
import { readOutput } from '../../nodes/shared/calls/output';
import { readLimit } from '../../nodes/shared/form/fields';

const wrong = (label: string, shown: string, advice: string) => ({
	message: `'${label}' is ${shown}, which is not valid`,
	advice: `${advice} The option is under 'Options'.`,
});

describe('a switch', () => {
	it.each([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
	])('may be %j', (value, isOn) => {
		expect(readSwitch('Dry Run', value)).toBe(isOn);
	});

	it.each([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		['yes', '"yes"'],
		['True', '"True"'],
		[0, '"0"'],
		[1, '"1"'],
		[{}, 'an object'],
		[[true], 'a list'],
	])('is never taken for off, nor for on, where it is %j', (value, shown) => {
		expect(refusalOf(() => readSwitch('Dry Run', value))).toEqual(
			wrong('Dry Run', shown, 'Turn it on or off. An expression must return true or false.'),
		);
	});
});

describe('a number', () => {
	const read = (value: unknown) => readNumber('Pause', value, 'Enter seconds.');

	it.each([
		[0, 0],
		[0.25, 0.25],
		[5, 5],
		['5', 5],
		[' 0.5 ', 0.5],
		['0', 0],
	])('may be %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		[' ', 'empty'],
		['5 s', '"5 s"'],
		['1,5', '"1,5"'],
		[-1, '"-1"'],
		['-0.5', '"-0.5"'],
		[NaN, '"NaN"'],
		[Infinity, '"Infinity"'],
		[true, '"true"'],
		[[5], 'a list'],
		[{ seconds: 5 }, 'an object'],
	])('is never taken for 0 where it is %j', (value, shown) => {
		expect(refusalOf(() => read(value))).toEqual(wrong('Pause', shown, 'Enter seconds.'));
	});
});

it.each([undefined, null, NaN, '', ' ', 'A', 0, false, [], ['a'], [undefined], {}, new Date(0)])(
	'no reader takes %p for a value of its own',
	(value) => {
		expect(refusalOf(() => readChoice(value, 'Mode', ['a', 'b'])).message).toMatch(/^'Mode' is /);
		expect(refusalOf(() => readWholeNumber(value, 'Limit')).message).toMatch(/^'Limit' is /);
		if (value !== 0) expect(() => readNumber('Pause', value, 'Enter seconds.')).toThrow();
		if (value !== false) expect(() => readSwitch('Dry Run', value)).toThrow();
	},
);

describe('a collection', () => {
	it('tells a field that was not added from one whose expression found nothing', () => {
		const { absent = 'as always', empty = 'as always' } = readCollection({ empty: undefined }, 'X');
		expect([absent, empty]).toEqual(['as always', null]);
	});

	it.each([undefined, null, NaN, 'x', [], new Date(0), DateTime.now(), new Map()])(
		'is never taken for an empty one where it is %p',
		(value) => {
			expect(refusalOf(() => readCollection(value, 'Options')).message).toMatch(/^'Options' is /);
		},
	);
});

it('a single value is text as people know it, or none', () => {
	const time = '2026-11-20T08:00:00.000Z';
	const dates = [new Date(time), DateTime.fromISO(time, { zone: 'utc' })];
	expect(['', ' a ', 0, 4.5, false, 7n, ...dates].map(asText)).toEqual([
		...['', ' a ', '0', '4.5', 'false', '7'],
		...[time, time],
	]);
	const none = [undefined, null, NaN, [], ['a'], {}, new Date(NaN), { toJSON: () => ({}) }];
	expect(none.map(asText)).toEqual(none.map(() => undefined));
});

it('a list is text with separators, or a list of such texts, and nothing else', () => {
	const texts = ['a, b', ' a ;;b', 'a\r\nb', ['a', 'b'], ['a,b', ' '], ['a', ['', 'b'].join()]];
	expect(texts.map((value) => readList(value))).toEqual(texts.map(() => ['a', 'b']));
	expect(['', ' ,', [], ['']].map((value) => readList(value))).toEqual([[], [], [], []]);
	expect(readList('a;b, c', /,/)).toEqual(['a;b', 'c']);
	const none = [undefined, null, NaN, true, {}, ['a', null], ['a', NaN], [['a']], Array(1)];
	expect(none.map((value) => readList(value))).toEqual(none.map(() => undefined));
});

describe('the fields of forms', () => {
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
		it.each([true, 'true'])(
			'is none where Return All is %j, whatever stands in the field',
			(all) => {
				expect(readLimit(all, neverRead)).toBe(Infinity);
			},
		);

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
				notValid(
					'Return All',
					shown,
					'Turn it on or off. An expression must return true or false.',
				),
			);
		});
	});

	describe('a choice', () => {
		const read = (value: unknown) => readChoice(value, 'Output', ['raw', 'simplified']);

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
	});
});
