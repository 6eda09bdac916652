import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, byId, createParameters } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';
import { COMPANY, EVENTS, untouched } from '../support/undocumented';

/*
 * A faulty node before this one may put out an item whose `json` is no object. Where it is null, n8n
 * ends that node with an error of its own.
 */

const { sandbox, run } = againstSandbox({ calls: 3 });

const outcome = { phoneNumber: '+12025550100', startedAfter: '2026-11-20', waitUpTo: 0 };

const OPERATIONS: INodeParameters[] = [
	createParameters(),
	{ operation: 'get', ...byId('call-1') },
	{ operation: 'getAll' },
	{ operation: 'getReport' },
	{ operation: 'getOutcome', ...outcome },
	untouched(COMPANY),
	untouched(EVENTS),
];

test.each([
	['nothing', undefined],
	['a text', 'x'],
	['a list', [{}]],
])('an item whose json is %s gets a sentence, and nothing is sent', async (_, json) => {
	for (const parameters of OPERATIONS) {
		const { error } = await run(parameters, { items: [json] });
		const nobody = parameters.operation === 'create' ? '. Nobody was called' : '';
		expect(error?.message).toBe(`${TITLES.noFields}${nobody}${at(0)}`);
	}
	expect(sandbox().log).toEqual([]);

	const settings = { onError: 'continueRegularOutput' } as const;
	const options = { items: [{}, json, {}], settings };
	const { items } = await run({ operation: 'getAll', limit: 1 }, options);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(items[1].json).toEqual({ error: TITLES.noFields, message: expect.any(String) });
});
