import { people, useDialing } from '../../support/dialing';

/* What the assistant is told about a person: names and texts, from rows or from JSON. */

const { dial, posts } = useDialing();

/** The names and texts that are sent beside assistant and number, in their order. */
async function sentFor(data: unknown, parameters: object) {
	const options = { emptyVariables: 'call' };
	await dial([{ ...people(1)[0], data }], options, { ...parameters });
	return Object.entries(JSON.parse(posts()[0].rawBody) as object).slice(2);
}

test('names and values arrive as they were entered', async () => {
	const variables: Array<[name: string, value: unknown, text: string]> = [
		['a.b[0].c', 'dots and brackets', 'dots and brackets'],
		['__proto__', 'x', 'x'],
		['ключ ✓', '{{ $json.name }}', '{{ $json.name }}'],
		['quoted', '"\\\n', '"\\\n'],
		['zero', 0, '0'],
		['no', false, 'false'],
		['nothing', null, ''],
		['list', [1, 'two'], '[1,"two"]'],
		['object', { deep: true }, '{"deep":true}'],
	];
	const values = variables.map(([, value]) => value);
	const rows = variables.map(([name], index) => ({ name, value: `={{ $json.data[${index}] }}` }));

	expect(await sentFor(values, { variables: { variable: rows } })).toEqual(
		variables.map(([name, , text]) => [name, text]),
	);
});

const data = { first_name: 'Ada', no: false, gone: null, list: [1] };

test.each([
	['text', JSON.stringify(data)],
	['an expression that gives an object', '={{ $json.data }}'],
	['an expression that gives a text', '={{ JSON.stringify($json.data) }}'],
])('as JSON they may come as %s', async (_, variablesJson) => {
	expect(await sentFor(data, { variablesMode: 'json', variablesJson })).toEqual([
		['first_name', 'Ada'],
		['no', 'false'],
		['gone', ''],
		['list', '[1]'],
	]);
});
