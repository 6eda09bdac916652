import { excerpt, readBeginning, readJson } from '../../nodes/service/excerpt';

/*
 * How much of a response is looked at; the response itself, whatever it is, in hostileService.test.ts.
 * Long texts are compared by their lengths: jest would look for what two of them have in common.
 */

/** The length of a text or list. */
const lengthOf = (value: unknown) => (value as string | unknown[]).length;

describe('the beginning of a body', () => {
	it('is all of it where it is small', () => {
		const body = { a: [1, '}'], text: 'x', nothing: null, empty: [[], {}], on: true };
		expect(excerpt(body)).toEqual(body);
		expect(readBeginning(JSON.stringify(body))).toEqual(body);
		expect(Object.keys(excerpt(JSON.parse('{"__proto__":1}')) as object)).toEqual(['__proto__']);
	});

	it('has so much of each text, and of the name of each field', () => {
		const long = 'x'.repeat(40_001);
		expect(lengthOf(excerpt(long))).toBe(40_000);
		const [field] = Object.entries(excerpt({ [long]: long }) as object);
		expect(field.map(lengthOf)).toEqual([40_000, 40_000]);
	});

	it('has the same hundred levels of lists and of fields', () => {
		const lists = JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) as unknown;
		expect(JSON.stringify(excerpt(lists))).toBe(`${'['.repeat(100)}"…"${']'.repeat(100)}`);
		const fields = JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`) as unknown;
		expect(JSON.stringify(excerpt(fields))).toBe(`${'{"a":'.repeat(100)}"…"${'}'.repeat(100)}`);
	});

	it('has 5,000 entries and fields in all, and says where entries are left out', () => {
		const list = Array.from({ length: 5_001 }, (_, index) => index);
		const ends = (body: unknown[]) => {
			const taken = excerpt(body) as unknown[];
			return [taken.length, taken.at(-1)];
		};
		expect(ends(list)).toEqual([5_001, '…']);
		expect(ends(list.slice(1))).toEqual([5_000, 5_000]);
		const fields = Object.fromEntries(list.map((name) => [`f${name}`, name]));
		expect(lengthOf(Object.keys(excerpt(fields) as object))).toBe(5_000);
		const [inner, rest] = excerpt([['a', null], list]) as unknown[][];
		expect([inner, rest.length, rest.at(-1)]).toEqual([['a', null], 4_997, '…']);
	});
});

describe('a text', () => {
	afterEach(() => {
		jest.restoreAllMocks();
	});

	/** JSON of exactly so many characters. */
	const jsonOf = (length: number) => JSON.stringify('x'.repeat(length - 2));

	it('is read as JSON where it may be that', () => {
		expect(readJson('{"a":1}')).toEqual({ a: 1 });
		expect(readJson('a')).toBe('a');
		for (const length of [100_000, 100_001, 200_000]) {
			expect(lengthOf(readJson(`${jsonOf(length)} `))).toBe(length - 2);
		}
	});

	it('is not even tried where it is long, and does not end as JSON does', () => {
		const parse = jest.spyOn(JSON, 'parse');
		const number = '1'.repeat(100_000);
		const texts = [number, `${number}1`, `[${number}`, `${jsonOf(100_001)}x`];
		const tried = texts.map((text) => {
			parse.mockClear();
			lengthOf([readJson(text), readBeginning(text)]);
			return parse.mock.calls.length;
		});
		expect(tried).toEqual([2, 0, 0, 0]);
	});

	it('is read whole up to 100,000 characters, and of a longer one what ends before', () => {
		const list = (length: number, end = '2]') => `[1,${' '.repeat(length - 3 - end.length)}${end}`;
		const read = (text: string) => JSON.stringify(readBeginning(text)).slice(0, 40);
		expect(read(list(100_000))).toBe('[1,2]');
		expect(read(list(100_000, '2'))).toMatch(/^"\[1, /);
		expect(read(list(100_001))).toBe('[1,2]');
		expect(read(list(100_002))).toBe('[1]');
		expect(read(list(200_000, '[{"a":2}]]'))).toBe('[1]');
		expect(read(`[[1],{"a":[{"b":[2,${' '.repeat(100_000)}3]}]}]`)).toBe('[[1],{"a":[{"b":[2]}]}]');
		expect(read(`{"a":{"b":1},"c":[{"d":1${' '.repeat(100_000)}}]}`)).toBe(
			'{"a":{"b":1},"c":[{"d":1}]}',
		);
	});

	it.each([
		['an escape', '\\n'],
		['a code', '\\u00e9'],
		['an escaped backslash', '\\\\'],
	])('may be cut in the middle of %s', (_, escape) => {
		for (let before = 0; before <= escape.length; before++) {
			const beginning = `["${'x'.repeat(100_000 - 2 - before)}`;
			const read = readBeginning(`${beginning}${escape.repeat(3)}${'y'.repeat(99)}"]`) as string[];
			expect(/^x{40000}[^yS]*$/.test(read[0])).toBe(true);
		}
	});

	it('that ends in the last 40,000 characters may be the beginning of the key, and is left out', () => {
		const cut = (length: number) => `["a","${'x'.repeat(length)}`.padStart(100_000);
		const read = (length: number) =>
			(readBeginning(`${cut(length)}${'x'.repeat(99)}"]`) as string[]).map(lengthOf);
		expect(read(40_000)).toEqual([1, 40_000]);
		expect(read(39_999)).toEqual([1]);
	});
});
