import type { IDataObject } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../../support/againstSandbox';

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

test.each([
	['a number', 7, '7'],
	['a text with blanks around it', ' asst-1\n', 'asst-1'],
])('the ID of the assistant may be %s', async (_, value, id) => {
	const assistantId = { __rl: true, mode: 'id', value } as never;
	const { items } = await run(createParameters({ assistantId }));

	expect(bodies()).toEqual([{ assistant_id: id, phone_number: '+15550100' }]);
	expect(items[0].json.assistant_id).toBe(id);
});

describe('an option that an expression gives', () => {
	const create = async (name: string, value: unknown) =>
		await run(createParameters({ options: { [name]: '={{ $json.value }}' } }), {
			items: [{ value } as IDataObject],
		});

	test.each([
		[true, true],
		['true', true],
		[false, false],
		['false', false],
	])('may be on or off as %j', async (value, isDryRun) => {
		const { items } = await create('dryRun', value);

		expect(items.map(({ json }) => json.dryRun === true)).toEqual([isDryRun]);
		expect(sandbox().log).toHaveLength(isDryRun ? 0 : 1);
	});

	test('may be a number as a text', async () => {
		expect((await create('skipIfCalledWithin', ' 24 ')).error).toBeUndefined();
		expect(sandbox().log.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});

	const ON_OR_OFF = 'Switch it on or off, or let the expression give true or false.';
	const HOURS = 'Enter a number of hours, 0 or more.';
	test.each([
		['cleanPhoneNumber', 'Clean Phone Number', 'yes', ON_OR_OFF],
		['dryRun', 'Dry Run', 1, ON_OR_OFF],
		['dryRun', 'Dry Run', null, ON_OR_OFF],
		['waitWhenRateLimited', 'Wait When Rate Limited', '', ON_OR_OFF],
		[
			'duplicateNumbers',
			'Duplicate Numbers',
			'twice',
			'Let the expression give callEach or callOnce.',
		],
		['skipIfCalledWithin', 'Skip If Called Within', 'soon', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', ' ', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', true, HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', [24], HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', -1, HOURS],
	])('is not guessed: %s, %s = %j', async (name, field, value, todo) => {
		const { error } = await create(name, value);

		expect(error?.message).toBe(
			`${field} is "${String(value)}", which it cannot be. Nobody was called [item 0]`,
		);
		expect(error?.description).toBe(`${todo} ${field} is under Options.`);
		expect(sandbox().log).toEqual([]);
	});
});
