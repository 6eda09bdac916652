import { DateTime } from 'luxon';

import { readOutput } from '../../nodes/form/output';
import { Call } from '../../nodes/service/call';
import { OUTPUT_FIELDS } from '../../nodes/service/format';
import { readLimit } from '../../nodes/form/fields';
import { asText, readList } from '../../nodes/n8n/values';
import {
	readChoice,
	readCollection,
	readNumber,
	readRows,
	readSwitch,
	readWholeNumber,
} from '../../nodes/form/readers';
import { noRow } from '../support/sentences';
import { refusalOf } from '../support/userError';

const wrong = (label: string, shown: string, advice: string) => ({
	message: `'${label}' is ${shown === 'empty' ? shown : `${shown}, which is not valid`}`,
	advice,
});

const UNDER_OPTIONS = "The option is under 'Options'.";
const ON_OR_OFF = 'Turn it on or off. An expression must return true or false.';

/** What is no value of any field, and how it is shown. */
const NOTHING: Array<[unknown, string]> = [
	[undefined, 'empty'],
	[null, 'empty'],
	['', 'empty'],
	['yes', '"yes"'],
	[NaN, '"NaN"'],
	[['a'], 'a list'],
	[{ a: 1 }, 'an object'],
];

describe('a switch', () => {
	it.each([true, false])('may be %j, also as text', (isOn) => {
		expect([isOn, String(isOn)].map((value) => readSwitch(value, 'Dry Run'))).toEqual([isOn, isOn]);
		expect(readLimit(isOn, () => 7)).toBe(isOn ? Infinity : 7);
		expect(readLimit(String(isOn), () => 7)).toBe(isOn ? Infinity : 7);
	});

	it.each([...NOTHING, ['True', '"True"'], [0, '"0"'], [1, '"1"']])(
		'is never taken for off, nor for on, where it is %j',
		(value, shown) => {
			const dryRun = wrong('Dry Run', shown as string, `${ON_OR_OFF} ${UNDER_OPTIONS}`);
			expect(refusalOf(() => readSwitch(value, 'Dry Run'))).toEqual(dryRun);
			const returnAll = wrong('Return All', shown as string, ON_OR_OFF);
			expect(refusalOf(() => readLimit(value, () => 7))).toEqual(returnAll);
		},
	);
});

describe('a number', () => {
	const read = (value: unknown) => readNumber(value, 'Pause', 'Enter seconds.');

	it.each([
		[0, 0],
		[0.25, 0.25],
		['5', 5],
		[' 0.5 ', 0.5],
		['0', 0],
	])('may be %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each<[unknown, string]>([
		...NOTHING,
		[' ', 'empty'],
		['5 s', '"5 s"'],
		['1,5', '"1,5"'],
		[-1, '"-1"'],
		['-0.5', '"-0.5"'],
		[Infinity, '"Infinity"'],
		[true, '"true"'],
	])('is never taken for 0 where it is %j', (value, shown) => {
		const expected = wrong('Pause', shown, `Enter seconds. ${UNDER_OPTIONS}`);
		expect(refusalOf(() => read(value))).toEqual(expected);
	});
});

describe('a whole number', () => {
	it.each([
		[1, 1],
		[' 50 ', 50],
		[2 ** 53, 2 ** 53],
	])('may be %j', (value, number) => {
		expect(readWholeNumber(value, 'Limit')).toBe(number);
	});

	it.each<[unknown, string]>([
		...NOTHING,
		[0, '"0"'],
		[-1, '"-1"'],
		[1.5, '"1.5"'],
		[Infinity, '"Infinity"'],
		[true, '"true"'],
	])('is never guessed where it is %j', (value, shown) => {
		expect(refusalOf(() => readWholeNumber(value, 'Limit'))).toEqual({
			message: `'Limit' is ${shown}, which is not a whole number of at least 1`,
			advice: "Correct 'Limit', or the expression in it. The option is under 'Options'.",
		});
	});
});

it.each<[unknown, string]>([...NOTHING, ['Raw', '"Raw"'], [['raw'], 'a list']])(
	'a choice is never guessed where it is %j',
	(value, shown) => {
		const read = (chosen: unknown) => readChoice(chosen, 'Output', ['raw', 'simplified']);
		const advice = 'Choose one from the list. An expression must return one of: raw, simplified.';
		expect(refusalOf(() => read(value))).toEqual(wrong('Output', shown, advice));
		expect([read('raw'), read('simplified')]).toEqual(['raw', 'simplified']);
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

	it('may have rows or none, but not nothing in their place', () => {
		expect(readRows(undefined, 'X')).toEqual([]);
		for (const rows of [[], [{ a: 1 }]]) expect(readRows(rows, 'X')).toEqual(rows);
		expect(readRows({ a: 1 }, 'X')).toEqual([{ a: 1 }]);
		for (const value of [null, '', [undefined], [{}, null]]) {
			expect(refusalOf(() => readRows(value, 'X'))).toEqual(noRow('X', 'empty'));
		}
		for (const value of ['x', [[]], 7]) expect(() => readRows(value, 'X')).toThrow();
	});
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

it('what nobody sees is in no value of the form', () => {
	const dirty = (text: string) => `\ufeff${text.slice(0, 1)}\u200b${text.slice(1)}\u00ad`;
	expect([asText(dirty('a b')), readList(dirty('a,b')), readList([dirty('ab')])]).toEqual([
		'a b',
		['a', 'b'],
		['ab'],
	]);
	expect(readChoice(dirty('raw'), 'Output', ['raw'])).toBe('raw');
	expect([readNumber(dirty('0.5'), 'X', ''), readWholeNumber(dirty('12'), 'X')]).toEqual([0.5, 12]);
	expect(readSwitch(dirty('false'), 'X')).toBe(false);
});

it('a list is text with separators, or a list of such texts, and nothing else', () => {
	const texts = ['a, b', ' a ;;b', 'a\r\nb', ['a', 'b'], ['a,b', ' '], ['a', ['', 'b'].join()]];
	expect(texts.map((value) => readList(value))).toEqual(texts.map(() => ['a', 'b']));
	expect(['', ' ,', [], ['']].map((value) => readList(value))).toEqual([[], [], [], []]);
	expect(readList('a;b, c', /,/)).toEqual(['a;b', 'c']);
	const none = [undefined, null, NaN, true, {}, ['a', null], ['a', NaN], [['a']], Array(1)];
	expect(none.map((value) => readList(value))).toEqual(none.map(() => undefined));
});

describe('the output', () => {
	const record = { Id: 'call-1', Status: 'unread', Extra: 1 };
	const call = new Call(record);
	/** A field that is not needed is not evaluated. */
	const neverRead = () => {
		throw new Error('It was read');
	};

	it('is the form that the user chose, with its fields as a list or a text', () => {
		expect(readOutput('raw', neverRead)(call)).toBe(record);
		expect(readOutput('simplified', neverRead)(call)).toMatchObject({ CallId: 'call-1' });
		for (const names of [['Extra', 'Status'], ' Extra , Status,']) {
			const output = readOutput('selected', () => names)(call);
			expect(output).toEqual({ Extra: 1, Status: 'unread' });
		}
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
		['id', '"id"'],
		[{ name: 'Status' }, 'an object'],
	])('has no column of nulls for a name that is misspelled: %j', (names, shown) => {
		const advice = `Choose from the list. An expression must return names such as ${OUTPUT_FIELDS.join(', ')}.`;
		expect(refusalOf(() => readOutput('selected', () => names))).toEqual(
			wrong('Fields', shown, advice),
		);
	});

	it('is one of those in the list', () => {
		expect(refusalOf(() => readOutput('all', neverRead)).message).toBe(
			wrong('Output', '"all"', '').message,
		);
		expect(OUTPUT_FIELDS).toEqual([
			...['Assistant', 'AssistantName', 'Company', 'EndedAt', 'Flags', 'Keywords', 'PhoneNumber'],
			...['StartedAt', 'Status', 'Summary', 'Transcript'],
			...['CallId', 'DurationSeconds', 'TranscriptText'],
		]);
	});
});
