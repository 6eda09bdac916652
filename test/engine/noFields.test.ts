import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, createParameters } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';
import { COMPANY, EVENT, EVENTS, untouched } from '../support/undocumented';

/*
 * A faulty node before this one may put out an item whose `json` is no object. Where it is null, n8n
 * ends that node with an error of its own.
 */

const { sandbox, run } = againstSandbox({ calls: 3 });

const OPERATIONS: Array<[string, INodeParameters]> = [
	['Get', { operation: 'get', callId: { __rl: true, mode: 'id', value: 'call-1' } }],
	['Get Many', { operation: 'getAll' }],
	[
		'Get Outcome',
		{
			operation: 'getOutcome',
			phoneNumber: '+12025550100',
			startedAfter: '2026-11-20',
			waitUpTo: 0,
		},
	],
	['Company: Get', untouched(COMPANY)],
	['Event: Get', untouched(EVENT)],
	['Event: Get Many', untouched(EVENTS)],
];

describe.each([
	['nothing', undefined],
	['a text', 'x'],
	['a number', 7],
	['a list', [{}]],
])('an item whose json is %s', (_, json) => {
	test('is not called', async () => {
		const { error } = await run(createParameters(), { items: [json] });

		expect(error?.message).toBe(`${TITLES.noFields}. Nobody was called${at(0)}`);
		expect(sandbox().log).toEqual([]);
	});

	test.each(OPERATIONS)('gets a sentence from %s, and nothing is sent', async (__, parameters) => {
		const { error } = await run(parameters, { items: [json] });

		expect(error?.message).toBe(`${TITLES.noFields}${at(0)}`);
		expect(sandbox().log).toEqual([]);
	});

	test('is an error item between two others where the node goes on', async () => {
		const { items, error } = await run(
			{ operation: 'getAll', limit: 1 },
			{ items: [{}, json, {}], settings: { onError: 'continueRegularOutput' } },
		);

		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items[1].json).toEqual({
			error: TITLES.noFields,
			message: expect.stringMatching(/\w{3}/),
		});
	});
});
