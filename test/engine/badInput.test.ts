import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';

/* Whatever is wrong in the form of a list or of a named operation gets a sentence. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const getMany = (parameters: INodeParameters) => ({ operation: 'getAll', ...parameters });

const filter = (condition: INodeParameters) => getMany({ filters: { condition: [condition] } });

const custom = (range: INodeParameters) => getMany({ dateRange: 'custom', ...range });

const event = (operation: string, endpointPath: string) => ({
	resource: 'event',
	operation,
	endpointPath,
	...(operation === 'get' && { recordId: '1' }),
});

/** What is wrong, the parameters, and what the user reads. */
const CASES: Array<[string, INodeParameters, string]> = [
	['a limit of 0', getMany({ limit: 0 }), TITLES.noWholeNumber('Limit', '0')],
	[
		'a limit that is missing',
		getMany({ limit: '={{ $json.no }}' }),
		TITLES.noWholeNumber('Limit', ''),
	],
	['half a record', getMany({ limit: 1.5 }), TITLES.noWholeNumber('Limit', '1.5')],
	[
		'a Return All that is missing',
		getMany({ returnAll: '={{ $json.no }}' }),
		TITLES.notValid('Return All', ''),
	],
	[
		'a Return All that is neither on nor off',
		getMany({ returnAll: '={{ "all" }}' }),
		TITLES.notValid('Return All', 'all'),
	],
	[
		'a Return All of a named operation that is neither on nor off',
		{ ...event('getAll', '/public/events'), returnAll: '={{ 1 }}' },
		TITLES.notValid('Return All', '1'),
	],
	[
		'a filter without a value',
		filter({ field: 'Status', operator: 'equals', value: '={{ $json.no }}' }),
		'The value of filter 1 (Status) is missing',
	],
	[
		'a filter without a field',
		filter({ field: 'custom', customField: '', operator: 'equals', value: 'x' }),
		'The field of filter 1 is empty',
	],
	[
		'a field with a colon',
		filter({ field: 'custom', customField: 'Status:==', operator: 'equals', value: 'x' }),
		'The field of filter 1, "Status:==", contains a colon',
	],
	[
		'a list value with a comma',
		filter({ field: 'Keywords', operator: 'array-contains-any', value: '={{ ["a,b"] }}' }),
		'The value "a,b" of filter 1 (Keywords) contains a comma',
	],
	[
		'an empty list value',
		filter({ field: 'Keywords', operator: 'array-contains-any', value: ' , ' }),
		'A value of filter 1 (Keywords) is empty or not text',
	],
	[
		'a page size without its parameter',
		getMany({ options: { pageSize: 10 } }),
		"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
	],
	[
		'a page size that is none',
		getMany({ options: { pageSize: 0 } }),
		TITLES.noWholeNumber('Page Size', '0'),
	],
	[
		'an unknown date range',
		getMany({ dateRange: '={{ "tomorrow" }}' }),
		TITLES.notValid('Date Range', 'tomorrow'),
	],
	['a custom range without ends', custom({}), "'Started After' and 'Started Before' are empty"],
	[
		'a range whose beginning an expression did not find',
		custom({ startedAfter: '={{ $json.no }}', startedBefore: '2026-02-01' }),
		TITLES.expressionFoundNothing('Started After'),
	],
	[
		'a range whose end an expression did not find',
		custom({ startedAfter: '2026-02-01', startedBefore: '={{ $json.no }}' }),
		TITLES.expressionFoundNothing('Started Before'),
	],
	[
		'a range whose end an expression made empty',
		custom({ startedAfter: '2026-02-01', startedBefore: '={{ "" }}' }),
		TITLES.expressionFoundNothing('Started Before'),
	],
	[
		'a custom range that is empty',
		custom({ startedAfter: '2026-02-02', startedBefore: '2026-02-01' }),
		"'Started After' is not earlier than 'Started Before'",
	],
	[
		'a date that cannot be read',
		custom({ startedAfter: '={{ "yesterday" }}' }),
		`'Started After' is "yesterday", which is not a date`,
	],
	[
		'no selected fields',
		getMany({ output: 'selected', outputFields: [] }),
		TITLES.emptyField('Fields'),
	],
	['an unknown output', getMany({ output: '={{ "csv" }}' }), TITLES.notValid('Output', 'csv')],
	[
		'a path to another host',
		event('getAll', 'https://example.com/x'),
		TITLES.wrongPath('https://example.com/x'),
	],
	[
		'a path without a place for the ID',
		event('get', '/public/events'),
		TITLES.noPlaceForId('/public/events'),
	],
];

test.each(CASES)('%s gets a sentence and sends nothing', async (_, parameters, title) => {
	const { error, items } = await run(parameters);

	expect(error?.message).toBe(`${title}${at(0)}`);
	expect(error?.description?.length).toBeGreaterThan(20);
	expect(items).toEqual([]);
	expect(sandbox().log).toEqual([]);
});

test.each(CASES)(
	'%s becomes a paired error item where the node goes on',
	async (_, parameters, title) => {
		const { error, items } = await run(parameters, {
			settings: { onError: 'continueRegularOutput' },
		});

		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { error: title, message: expect.stringMatching(/\w{3}/) },
				pairedItem: { item: 0 },
			},
		]);
		expect(sandbox().log).toEqual([]);
	},
);
