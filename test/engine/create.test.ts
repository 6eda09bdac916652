import { againstSandbox, createParameters } from './service';

const { sandbox, run } = againstSandbox({ calls: 0, turnSeconds: 0 });

const bodies = () => sandbox().log.map(({ rawBody }) => JSON.parse(rawBody) as unknown);

test('a call is placed with one request, whose body is what the API describes', async () => {
	const result = await run(
		createParameters({
			phoneNumber: '={{ $json.phone }}',
			variables: {
				variable: [
					{ name: 'first_name', value: '={{ $json.name }}' },
					{ name: 'company', value: 'Acme' },
				],
			},
		}),
		{ items: [{ phone: '+49 (0)30 / 123-456', name: 'Ada' }] },
	);

	expect(result.error).toBeUndefined();
	expect(sandbox().log).toHaveLength(1);
	const [request] = sandbox().log;
	expect([request.method, request.url]).toEqual(['POST', '/calls']);
	expect(request.headers['content-type']).toBe('application/json');
	expect(bodies()).toEqual([
		{
			assistant_id: 'assistant-mara',
			phone_number: '+4930123456',
			first_name: 'Ada',
			company: 'Acme',
		},
	]);
	expect(result.items).toEqual([
		{
			json: {
				accepted: true,
				assistant_id: 'assistant-mara',
				phone_number: '+4930123456',
				variables: { first_name: 'Ada', company: 'Acme' },
				requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
				response: {},
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('the key travels as Authentication alone, and for reading as Authorization alone', async () => {
	await run(createParameters());
	await run({ resource: 'call', operation: 'getAll' });
	await run({ resource: 'company', operation: 'get', endpointPath: '/public/company' });

	expect(
		sandbox().log.map(({ method, headers }) => [
			method,
			headers.authentication,
			headers.authorization,
		]),
	).toEqual([
		['POST', 'present', undefined],
		['GET', undefined, 'present'],
		['GET', undefined, 'present'],
	]);
	expect(sandbox().log.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('names and values of variables arrive as they were typed', async () => {
	const variables: Array<[name: string, value: unknown, sent: string]> = [
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
	await run(
		createParameters({
			variables: {
				variable: variables.map(([name], index) => ({
					name,
					value: `={{ $json.values[${index}] }}`,
				})),
			},
		}),
		{ items: [{ values: variables.map(([, value]) => value) as never }] },
	);

	expect(Object.entries(bodies()[0] as object).slice(2)).toEqual(
		variables.map(([name, , sent]) => [name, sent]),
	);
});

test.each([
	['JSON text', '{"first_name":"Ada","age":37,"tags":["a"]}'],
	['an expression that gives an object', '={{ $json }}'],
	['an expression that gives JSON text', '={{ JSON.stringify($json) }}'],
])('variables may come as %s', async (_, variablesJson) => {
	await run(createParameters({ variablesMode: 'json', variablesJson }), {
		items: [{ first_name: 'Ada', age: 37, tags: ['a'] }],
	});

	expect(bodies()).toEqual([
		{
			assistant_id: 'assistant-mara',
			phone_number: '+15550100',
			first_name: 'Ada',
			age: '37',
			tags: '["a"]',
		},
	]);
});

test('a created call can be read back with its transcript, in which the variables were used', async () => {
	await run(createParameters({ variables: { variable: [{ name: 'first_name', value: 'Ada' }] } }));
	const result = await run({
		resource: 'call',
		operation: 'getAll',
		filters: { condition: [{ field: 'PhoneNumber', operator: 'equals', value: '+15550100' }] },
	});

	expect(result.items).toHaveLength(1);
	expect(JSON.stringify(result.items[0].json.Transcript)).toContain('Hello Ada');
});
