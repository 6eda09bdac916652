import { againstSandbox, createParameters } from '../support/againstSandbox';

const { sandbox, run } = againstSandbox({ calls: 3 });

const variables = (...rows: Array<{ name: unknown; value?: unknown }>) =>
	createParameters({ variables: { variable: rows as never } });

const assistant = (value: unknown) =>
	createParameters({ assistantId: { __rl: true, mode: 'id', value } as never });

/** What is wrong, the parameters, and what the user reads. */
const CASES: Array<[string, ReturnType<typeof createParameters>, RegExp]> = [
	['an empty assistant', assistant('={{ "" }}'), /No assistant is chosen/],
	[
		'an assistant from a missing field',
		assistant('={{ $json.no.such }}'),
		/No assistant is chosen/,
	],
	['an empty number', createParameters({ phoneNumber: '={{ " " }}' }), /phone number is empty/],
	[
		'a number from a missing field',
		createParameters({ phoneNumber: '={{ $json.no }}' }),
		/phone number is empty/,
	],
	[
		'a national number',
		createParameters({ phoneNumber: '0170 1234567' }),
		/"0170 1234567" is not in international format/,
	],
	[
		'a number with letters',
		createParameters({ phoneNumber: '+49 CALL ME' }),
		/not in international format/,
	],
	[
		'too many digits',
		createParameters({ phoneNumber: '+1234567890123456' }),
		/not in international format/,
	],
	[
		'a zero that can be read in two ways',
		createParameters({ phoneNumber: '+39 (0)6 1234567' }),
		/can be read in two ways/,
	],
	[
		'a number that may not be cleaned',
		createParameters({ phoneNumber: '+49 30 123456', options: { cleanPhoneNumber: false } }),
		/not in international format/,
	],
	[
		'a variable named phone_number',
		variables({ name: 'phone_number', value: 'x' }),
		/cannot be named "phone_number"/,
	],
	[
		'a variable named assistant_id',
		variables({ name: 'assistant_id', value: 'x' }),
		/cannot be named "assistant_id"/,
	],
	[
		'a variable named phone_numer',
		variables({ name: 'phone_numer', value: 'x' }),
		/cannot be named "phone_numer"/,
	],
	[
		'a repeated variable',
		variables({ name: 'a', value: '1' }, { name: 'a', value: '2' }),
		/variable "a" is given twice/,
	],
	['a variable without a name', variables({ name: '', value: '1' }), /variable has no name/],
	[
		'a variable whose name is missing',
		variables({ name: '={{ $json.no }}', value: '1' }),
		/variable has no name/,
	],
	[
		'variables that are not JSON',
		createParameters({ variablesMode: 'json', variablesJson: '{"a":' }),
		/not a JSON object/,
	],
	[
		'variables that are a list',
		createParameters({ variablesMode: 'json', variablesJson: '[1]' }),
		/not a JSON object/,
	],
	[
		'a reserved name in JSON',
		createParameters({ variablesMode: 'json', variablesJson: '{"phone_number":"1"}' }),
		/cannot be named/,
	],
	['no calls at once', createParameters({ options: { callsAtOnce: 0 } }), /Calls at Once is "0"/],
	[
		'a negative number of hours',
		createParameters({ options: { skipIfCalledWithin: -1 } }),
		/Skip If Called Within is "-1", which it cannot be/,
	],
	['a limit of 0', { operation: 'getAll', limit: 0 }, /Limit is "0"/],
	['a limit that is missing', { operation: 'getAll', limit: '={{ $json.no }}' }, /Limit is/],
	['half a record', { operation: 'getAll', limit: 1.5 }, /Limit is "1.5"/],
	[
		'a filter without a value',
		{
			operation: 'getAll',
			filters: { condition: [{ field: 'Status', operator: 'equals', value: '={{ $json.no }}' }] },
		},
		/value of filter 1, on Status, is missing/,
	],
	[
		'a filter without a field',
		{
			operation: 'getAll',
			filters: {
				condition: [{ field: 'custom', customField: '', operator: 'equals', value: 'x' }],
			},
		},
		/field of filter 1 is empty/,
	],
	[
		'a field with a colon',
		{
			operation: 'getAll',
			filters: {
				condition: [{ field: 'custom', customField: 'Status:==', operator: 'equals', value: 'x' }],
			},
		},
		/holds a colon/,
	],
	[
		'a list value with a comma',
		{
			operation: 'getAll',
			filters: {
				condition: [{ field: 'Keywords', operator: 'array-contains-any', value: '={{ ["a,b"] }}' }],
			},
		},
		/"a,b" of filter 1, on Keywords, holds a comma/,
	],
	[
		'an empty list value',
		{
			operation: 'getAll',
			filters: { condition: [{ field: 'Keywords', operator: 'array-contains-any', value: ' , ' }] },
		},
		/names nothing to look for/,
	],
	[
		'a page size without its parameter',
		{ operation: 'getAll', options: { pageSize: 10 } },
		/name of its parameter is not known/,
	],
	[
		'a page size that is none',
		{ operation: 'getAll', options: { pageSize: 0 } },
		/^Page Size is "0", which is not a whole number/,
	],
	[
		'an unknown date range',
		{ operation: 'getAll', dateRange: '={{ "tomorrow" }}' },
		/"tomorrow" is not a Date Range/,
	],
	[
		'a custom range without ends',
		{ operation: 'getAll', dateRange: 'custom' },
		/neither a beginning nor an end/,
	],
	[
		'a custom range that is empty',
		{
			operation: 'getAll',
			dateRange: 'custom',
			startedAfter: '2026-02-02',
			startedBefore: '2026-02-01',
		},
		/ends before it begins/,
	],
	[
		'a date that cannot be read',
		{ operation: 'getAll', dateRange: 'custom', startedAfter: '={{ "yesterday" }}' },
		/Started After is not a date/,
	],
	[
		'no selected fields',
		{ operation: 'getAll', output: 'selected', outputFields: [] },
		/No fields are selected/,
	],
	['an unknown output', { operation: 'getAll', output: '={{ "csv" }}' }, /"csv" is not an Output/],
	[
		'a path to another host',
		{ resource: 'event', operation: 'getAll', endpointPath: 'https://example.com/x' },
		/cannot be used/,
	],
	[
		'a path without a place for the ID',
		{ resource: 'event', operation: 'get', endpointPath: '/public/events', recordId: '1' },
		/no place for the ID/,
	],
];

test.each(CASES)('%s gets a sentence and sends nothing', async (_, parameters, title) => {
	const result = await run(parameters);

	expect(result.error?.message).toMatch(title);
	expect(result.error?.message).toMatch(/\[item 0\]$/);
	expect(result.error?.description?.length).toBeGreaterThan(20);
	expect(result.items).toEqual([]);
	expect(sandbox().log).toEqual([]);
});

test.each(CASES)(
	'%s becomes a paired error item where the node goes on',
	async (_, parameters, title) => {
		const result = await run(parameters, { settings: { onError: 'continueRegularOutput' } });

		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: { error: expect.stringMatching(title), message: expect.stringMatching(/\w{3}/) },
				pairedItem: { item: 0 },
			},
		]);
		expect(sandbox().log).toEqual([]);
	},
);

/** What stands in the credential, and what the user reads. */
const CREDENTIALS: Array<[string, { apiKey?: string; baseUrl?: string }, RegExp]> = [
	['an empty base URL', { baseUrl: ' ' }, /Base URL of the credential is empty/],
	['no scheme', { baseUrl: 'api.example.com' }, /"api.example.com" is not a web address/],
	['another scheme', { baseUrl: 'ftp://api.example.com' }, /is not a web address/],
	['a scheme alone', { baseUrl: 'https://' }, /is not a web address/],
	['a query', { baseUrl: 'https://api.example.com/?a=1' }, /holds more than an address/],
	['a password', { baseUrl: 'https://a:b@api.example.com' }, /holds more than an address/],
	['plain http on the internet', { baseUrl: 'http://api.example.com' }, /without encryption/],
	['an empty key', { apiKey: '  ' }, /API Key of the credential is empty/],
	['a key with a line break inside', { apiKey: 'a\nb' }, /cannot be sent/],
	['a key with a letter that is not ASCII', { apiKey: 'clé' }, /cannot be sent/],
];

test.each(CREDENTIALS)(
	'a credential with %s gets a sentence and sends nothing',
	async (_, fields, title) => {
		for (const parameters of [createParameters(), { operation: 'getAll' }]) {
			const result = await run(parameters, {
				credential: { apiKey: sandbox().apiKey, baseUrl: sandbox().url, ...fields },
			});

			expect(result.error?.message).toMatch(title);
			expect(result.error?.message).not.toMatch(/may have been placed/);
			expect(sandbox().log).toEqual([]);
		}
	},
);

test('blanks and slashes around key and base URL do no harm', async () => {
	const result = await run(
		{ operation: 'getAll' },
		{ credential: { apiKey: ` ${sandbox().apiKey}\n`, baseUrl: ` ${sandbox().url}// ` } },
	);

	expect(result.items).toHaveLength(3);
	expect(sandbox().log.map(({ path }) => path)).toEqual(['/public/calls']);
});
