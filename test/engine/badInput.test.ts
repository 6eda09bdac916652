import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';

/* Whatever is wrong in the form of a list or of a named operation gets a sentence. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const getMany = (parameters: INodeParameters) => ({ operation: 'getAll', ...parameters });
const filter = (condition: INodeParameters) => getMany({ filters: { condition: [condition] } });
const custom = (range: INodeParameters) => getMany({ dateRange: 'custom', ...range });
const report = (options: INodeParameters) => ({ operation: 'getReport', options });
const events = (parameters: INodeParameters) => ({
	...{ resource: 'event', operation: 'getAll', endpointPath: '/public/events' },
	...parameters,
});

const NONE = '={{ $json.no }}';
const noValue = { field: 'Status', operator: 'equals', value: NONE };

/** The parameters, and what the user reads. */
const CASES: Array<[INodeParameters, string]> = [
	[getMany({ limit: NONE }), TITLES.noWholeNumber('Limit', '')],
	[getMany({ returnAll: '={{ "all" }}' }), TITLES.notValid('Return All', 'all')],
	[getMany({ options: { pageSize: '={{ "x" }}' } }), TITLES.noWholeNumber('Page Size', 'x')],
	[report({ pageSize: NONE }), TITLES.noWholeNumber('Page Size', 'empty')],
	[report({ compareWithPrevious: NONE }), TITLES.emptyField('Comparison')],
	[report({ language: '={{ "es" }}' }), TITLES.notValid('Language', 'es')],
	[report({ callbackKeywords: NONE }), TITLES.emptyField('Callback Keywords')],
	[report({ listedCallbacks: 1001 }), TITLES.notValid('Listed Callbacks', '1001')],
	[{ ...report({}), dateRange: 'any' }, TITLES.notValid('Date Range', 'any')],
	[filter(noValue), 'The value of filter 1 (Status) is empty, which is not a single value'],
	[getMany({ dateRange: '={{ "tomorrow" }}' }), TITLES.notValid('Date Range', 'tomorrow')],
	[custom({}), "'Started After' and 'Started Before' are empty"],
	[
		custom({ startedAfter: NONE, startedBefore: '2026-02-01' }),
		TITLES.expressionFoundNothing('Started After'),
	],
	[
		custom({ startedAfter: '2026-02-01', startedBefore: '={{ "" }}' }),
		TITLES.expressionFoundNothing('Started Before'),
	],
	[
		custom({ startedAfter: '={{ "yesterday" }}' }),
		`'Started After' is "yesterday", which is not a date`,
	],
	[getMany({ output: 'selected', outputFields: NONE }), TITLES.emptyField('Fields')],
	[getMany({ output: '={{ "csv" }}' }), TITLES.notValid('Output', 'csv')],
	[events({ returnAll: '={{ 1 }}' }), TITLES.notValid('Return All', '1')],
	[events({ limit: '={{ "many" }}' }), TITLES.noWholeNumber('Limit', 'many')],
];

test.each(CASES)('%j gets a sentence and sends nothing', async (parameters, title) => {
	const { error, items } = await run(parameters);

	expect(error?.message).toBe(`${title}${at(0)}`);
	expect(error?.description?.length).toBeGreaterThan(20);
	expect(items).toEqual([]);

	const goesOn = await run(parameters, { settings: { onError: 'continueRegularOutput' } });
	const json = { error: title, message: expect.stringMatching(/\w{3}/) };
	expect(goesOn.items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(sandbox().log).toEqual([]);
});
