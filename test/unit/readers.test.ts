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
const ONE_OF = 'Choose one from the list. An expression must return one of: raw, simplified.';

const dryRun = (value: unknown) => readSwitch(value, 'Dry Run');
const returnAll = (value: unknown) => readLimit(value, () => 7);
const pause = (value: unknown) => readNumber(value, 'Pause', 'Enter seconds.');
const limit = (value: unknown) => readWholeNumber(value, 'Limit');
const output = (value: unknown) => readChoice(value, 'Output', ['raw', 'simplified']);

type Read = (value: unknown) => unknown;

it.each<[field: string, read: Read, values: unknown[], results: unknown[]]>([
	['Dry Run', dryRun, [true, 'true', false, 'false'], [true, true, false, false]],
	['Return All', returnAll, [true, 'true', false, 'false'], [Infinity, Infinity, 7, 7]],
	['Pause', pause, [0, 0.25, ' 0.5 ', '0'], [0, 0.25, 0.5, 0]],
	['Limit', limit, [1, ' 50 ', 2 ** 53], [1, 50, 2 ** 53]],
	['Output', output, ['raw', 'simplified'], ['raw', 'simplified']],
])('what %s can have is also read from text', (_, read, values, results) => {
	expect(values.map(read)).toEqual(results);
});

/** What is no value of any field, and how it is shown. */
const NOTHING: Array<[unknown, string]> = [
	...[undefined, null, ''].map((value): [unknown, string] => [value, 'empty']),
	['yes', '"yes"'],
	[NaN, '"NaN"'],
	[['a'], 'a list'],
	[{ a: 1 }, 'an object'],
];

/** The same for other values, which are shown as they are. */
const quoted = (...values: unknown[]) =>
	values.map((value): [unknown, string] => [value, `"${String(value)}"`]);

it.each<[field: string, Read, others: typeof NOTHING, refusal: (shown: string) => object]>([
	[
		'Dry Run',
		dryRun,
		quoted('True', 0, 1),
		(shown) => wrong('Dry Run', shown, `${ON_OR_OFF} ${UNDER_OPTIONS}`),
	],
	['Return All', returnAll, quoted('True', 0, 1), (shown) => wrong('Return All', shown, ON_OR_OFF)],
	[
		'Pause',
		pause,
		[[' ', 'empty'], ...quoted('5 s', '1,5', -1, '-0.5', Infinity, true)],
		(shown) => wrong('Pause', shown, `Enter seconds. ${UNDER_OPTIONS}`),
	],
	[
		'Limit',
		limit,
		quoted(0, -1, 1.5, Infinity, true),
		(shown) => ({
			message: `'Limit' is ${shown}, which is not a whole number of at least 1`,
			advice: `Correct 'Limit', or the expression in it. ${UNDER_OPTIONS}`,
		}),
	],
	[
		'Output',
		output,
		[...quoted('Raw'), [['raw'], 'a list']],
		(shown) => wrong('Output', shown, ONE_OF),
	],
])('what %s cannot have is never guessed', (_, read, others, refusal) => {
	const all = [...NOTHING, ...others];
	expect(all.map(([value]) => [value, refusalOf(() => read(value))])).toEqual(
		all.map(([value, shown]) => [value, refusal(shown)]),
	);
});

describe('a collection', () => {
	it.each([undefined, null, NaN, 'x', [], new Date(0), DateTime.now(), new Map()])(
		'is never taken for an empty one where it is %p',
		(value) => {
			expect(refusalOf(() => readCollection(value, 'Options')).message).toMatch(/^'Options' is /);
		},
	);

	it('tells a field that was not added from one whose expression found nothing', () => {
		const { absent = 'as always', empty = 'as always' } = readCollection({ empty: undefined }, 'X');
		expect([absent, empty]).toEqual(['as always', null]);
	});

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
	const read = [output(dirty('raw')), pause(dirty('0.5')), limit(dirty('12'))];
	expect([...read, dryRun(dirty('false'))]).toEqual(['raw', 0.5, 12, false]);
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
			const selected = readOutput('selected', () => names)(call);
			expect(selected).toEqual({ Extra: 1, Status: 'unread' });
		}
	});

	it.each([undefined, ' , ', []])('is not without fields: %j', (names) => {
		expect(refusalOf(() => readOutput('selected', () => names))).toEqual({
			message: "'Fields' is empty",
			advice: "Choose at least one field under 'Fields'.",
		});
	});

	it.each([
		['Status, callid', '"callid"'],
		[['Status', null], 'a list'],
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
