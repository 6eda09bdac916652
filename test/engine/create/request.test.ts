import { byId, createParameters } from '../../support/againstSandbox';
import { people, useDialing } from '../../support/dialing';

/* What is sent for a call. */

const { sandbox, run, dial, posts } = useDialing();

const bodies = () => posts().map(({ rawBody }) => JSON.parse(rawBody) as object);

test('a call is placed with one request, whose body is what the API describes', async () => {
	const variables = {
		variable: [
			{ name: 'first_name', value: '={{ $json.name }}' },
			{ name: 'company', value: 'Acme' },
		],
	};
	const { items } = await dial([{ phone: '+49 30 123-456', name: 'Ada' }], {}, { variables });

	expect(sandbox().log.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /calls']);
	expect(sandbox().log[0].headers['content-type']).toBe('application/json');
	const call = { assistant_id: 'assistant-mara', phone_number: '+4930123456' };
	const used = { first_name: 'Ada', company: 'Acme' };
	expect(bodies()).toEqual([{ ...call, ...used }]);
	const [{ json }] = items;
	const requestedAt = String(json.requestedAt);
	expect(new Date(requestedAt).toISOString()).toBe(requestedAt);
	expect(Date.parse(requestedAt)).toBeLessThanOrEqual(Date.parse(sandbox().placed[0].at));
	const became = { outcome: 'placed', reason: 'placed', requestedAt, response: {} };
	expect(items).toEqual([
		{ json: { ...call, variables: used, ...became }, pairedItem: { item: 0 } },
	]);
});

test('the key travels as Authentication alone, and for reading as Authorization alone', async () => {
	await run(createParameters());
	await run({ resource: 'call', operation: 'getAll' });
	await run({ resource: 'company', operation: 'get', endpointPath: '/public/company' });

	const keys = sandbox().log.map(({ method, status, headers }) => [
		...[method, status, headers.authentication, headers.authorization],
	]);
	expect(sandbox().log.map(({ headers }) => headers.accept)).toEqual(
		Array(3).fill('application/json'),
	);
	expect(keys).toEqual([
		['POST', 200, 'present', undefined],
		['GET', 200, undefined, 'present'],
		['GET', 200, undefined, 'present'],
	]);
});

test.each([
	['a number', 7, '7'],
	['a text with blanks around it', ' asst-1\n', 'asst-1'],
])('the ID of the assistant may be %s', async (_, value, id) => {
	sandbox().fault({ fault: { kind: 'json', body: {} } });
	const { items } = await run(createParameters(byId(value, 'assistantId')));

	expect(bodies()).toEqual([{ assistant_id: id, phone_number: '+12025550100' }]);
	expect(items[0].json.assistant_id).toBe(id);
});

test('each item is called with its own assistant, number and variables', async () => {
	const assistants = ['mara', 'jonas', 'lena'].map((name) => `assistant-${name}`);
	const assistant = byId(`={{ ${JSON.stringify(assistants)}[$json.lead] }}`, 'assistantId');
	const variablesJson = '={{ { lead: $json.lead } }}';
	await dial(people(3), {}, { ...assistant, variablesMode: 'json', variablesJson });

	expect(bodies()).toEqual(
		people(3).map(({ phone, lead }) => ({
			assistant_id: assistants[lead as number],
			phone_number: phone,
			lead: `${lead as number}`,
		})),
	);
});

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

	const item = { ...people(1)[0], data: values };
	await dial([item], { emptyVariables: 'call' }, { variables: { variable: rows } });
	expect(Object.entries(bodies()[0]).slice(2)).toEqual(
		variables.map(([name, , text]) => [name, text]),
	);
});

test('all fields of the item are its variables, but for those that are excepted', async () => {
	const item = {
		phone: '+12025551000',
		phone_number: 'x',
		'first.name': 'Ada',
		tags: ['a', 1],
		__proto: 0,
		row: 7,
	};
	const input = { variablesMode: 'input', variablesExcept: 'row, phone' };
	const except = "={{ ['row', 'phone', 'Notes, wishes?'] }}";
	await dial([item], {}, input);
	// A question of a form may have a comma, and a column of a table no name.
	const more = { ...item, 'Notes, wishes?': '', ' ': 'x' };
	await dial([more], {}, { ...input, variablesExcept: except });
	const body = {
		assistant_id: 'assistant-mara',
		phone_number: '+12025551000',
		'first.name': 'Ada',
		tags: '["a",1]',
		__proto: '0',
	};
	expect(sandbox().log.map((request) => request.body)).toEqual([body, body]);
	const { error } = await dial([{ ...item, note: '' }], {}, input);
	expect(error?.message).toContain("Empty variable: 'note'");
	const wrong = await dial([item], {}, { ...input, variablesExcept: '={{ {} }}' });
	expect(wrong.error?.message).toContain("'Except Fields' is an object");
});

test('the simplified output has no objects, and the fields of the input where the user wants them', async () => {
	const lead = { row_number: 7, phone: '+12025550100', outcome: 'open' };
	const parameters = { phoneNumber: '={{ $json.phone }}', output: 'simplified' };
	const shown = { outcome: 'placed', phone_number: lead.phone, reason: 'placed' };
	const result = { ...shown, assistant_id: 'assistant-mara', requestedAt: expect.any(String) };
	for (const [options, json] of [
		[{}, result],
		[{ includeInput: false }, result],
		[{ includeInput: true }, { ...lead, ...result }],
	] as const) {
		const { items } = await run(createParameters({ ...parameters, options }), { items: [lead] });
		expect(items.map((item) => item.json)).toEqual([json]);
		expect(Object.keys(items[0].json).slice(0, 3)).toEqual(Object.keys(shown));
	}
	const options = { includeInput: true, dryRun: true };
	const wrong = { ...lead, phone: 'n/a' };
	const dry = await run(createParameters({ ...parameters, options }), { items: [lead, wrong] });
	expect(dry.items.map(({ json }) => [json.row_number, json.outcome])).toEqual([
		[7, 'dryRun'],
		[7, 'notPlaced'],
	]);
	expect(Object.keys(dry.items[0].json)).not.toContain('request');
});
