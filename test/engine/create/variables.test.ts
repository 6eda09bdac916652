import { people, useDialing } from '../../support/dialing';

/* What the assistant is told about a person: names and texts, from rows or from JSON. */

const { sandbox, dial, posts } = useDialing();

/** The names and texts that were sent beside assistant and number, in their order. */
const sent = () => Object.entries(JSON.parse(posts()[0].rawBody) as object).slice(2);

const rows = (variable: unknown) => ({ variables: { variable } });
const json = (variablesJson: unknown) => ({ variablesMode: 'json', variablesJson });

/** Calls one person whose item has this field `data`. */
const dialWith = async (data: unknown, parameters: object) =>
	await dial([{ ...people(1)[0], data }], {}, { ...parameters });

test('names and values arrive as they were entered', async () => {
	const variables: Array<[name: string, value: unknown, text: string]> = [
		['a.b[0].c', 'dots and brackets', 'dots and brackets'],
		['__proto__', 'x', 'x'],
		['constructor', 'y', 'y'],
		['ключ ✓', '{{ $json.name }}', '{{ $json.name }}'],
		['quoted', '"\\\n', '"\\\n'],
		['zero', 0, '0'],
		['no', false, 'false'],
		['nothing', null, ''],
		['list', [1, 'two'], '[1,"two"]'],
		['object', { deep: true }, '{"deep":true}'],
	];
	const values = variables.map(([, value]) => value);
	const all = variables.map(([name], index) => ({ name, value: `={{ $json.data[${index}] }}` }));
	await dialWith(values, { ...rows(all), options: { emptyVariables: 'call' } });

	expect(sent()).toEqual(variables.map(([name, , text]) => [name, text]));
});

describe('as JSON', () => {
	const data = { first_name: 'Ada', n: 0, no: false, gone: null, list: [1], deep: { a: 'b' } };
	const expected = [
		['first_name', 'Ada'],
		['n', '0'],
		['no', 'false'],
		['gone', ''],
		['list', '[1]'],
		['deep', '{"a":"b"}'],
	];

	test.each([
		['text', JSON.stringify(data)],
		['an expression that gives an object', '={{ $json.data }}'],
		['an expression that gives a text', '={{ JSON.stringify($json.data) }}'],
	])('they may come as %s', async (_, variablesJson) => {
		await dialWith(data, { ...json(variablesJson), options: { emptyVariables: 'call' } });

		expect(sent()).toEqual(expected);
	});

	test.each([
		'{"phone_number": "+12025559999"}',
		'{"assistant_id": "x"}',
		'{"phone_numer": "x"}',
		'{"a":',
		'[1]',
		'"text"',
		'null',
		'',
		'={{ $json.nowhere }}',
		'={{ null }}',
		'={{ 7 }}',
	])('nobody is called with %s', async (variablesJson) => {
		const { error } = await dialWith(data, json(variablesJson));

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toMatch(/\. Nobody was called \[item 0\]$/);
	});
});

test.each(['"JSON"', '"Fields"', '$json.nowhere', 'null', '""', '[]', 'NaN'])(
	'that nobody is told of, since they are entered as %s, nobody is called',
	async (mode) => {
		const variablesJson = '{"a": "1"}';
		const { error } = await dialWith(1, { variablesMode: `={{ ${mode} }}`, variablesJson });

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toMatch(/^'Enter Variables As' is .*Nobody was called/);
	},
);

describe('a name', () => {
	test.each([
		['first_name', 'first_name'],
		[' first_name ', 'first_name'],
		['\tfirst_name\n', 'first_name'],
		['{first_name}', 'first_name'],
		[' { first_name } ', 'first_name'],
		['first name', 'first name'],
		['a{b}c', 'a{b}c'],
	])('as %j is sent as %j', async (name, sentAs) => {
		await dialWith(name, rows([{ name: '={{ $json.data }}', value: 'x' }]));
		expect(sent()).toEqual([[sentAs, 'x']]);

		sandbox().clear();
		await dialWith({ [name]: 'x' }, json('={{ $json.data }}'));
		expect(sent()).toEqual([[sentAs, 'x']]);
	});

	test.each([
		['{{first_name}}', 'contains braces'],
		['{first_name', 'contains braces'],
		['first_name}', 'contains braces'],
		['{a}{b}', 'contains braces'],
		['', 'has no name'],
		['  ', 'has no name'],
		['{}', 'has no name'],
		['{ }', 'has no name'],
		['phone_number', 'cannot be named'],
		[' phone_number', 'cannot be named'],
		['{phone_number}', 'cannot be named'],
		['{ assistant_id }', 'cannot be named'],
		['phone_numer ', 'cannot be named'],
	])('such as %j calls nobody: it %s', async (name, why) => {
		for (const parameters of [
			rows([{ name, value: '+12025559999' }]),
			json(JSON.stringify({ [name]: '+12025559999' })),
		]) {
			const { error } = await dialWith(null, parameters);

			expect(sandbox().log).toEqual([]);
			expect(error?.message).toContain(why);
		}
	});

	test.each([
		['a', 'a'],
		['a', ' a'],
		['{a}', 'a'],
		['{a}', '{ a }'],
	])('given as %j and %j is given twice, and nobody is called', async (one, other) => {
		const both = rows([
			{ name: one, value: '1' },
			{ name: other, value: '2' },
		]);
		const { error } = await dialWith(null, both);

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain('The variable "a" is set twice');
	});
});
