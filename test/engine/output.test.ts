import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, byId } from '../support/againstSandbox';

/* The forms in which Get and Get Many return a call; test/unit/record.test.ts has every record. */

const record = {
	Id: 'a',
	StartedAt: '2026-11-20T08:00:00.000Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	Keywords: ['Callback', 'Invoice'],
	Transcript: [
		{ Sorting: 1, Role: 'User', Text: 'Hi' },
		{ Sorting: 0, Role: 'AI', Text: 'Hello' },
	],
	Extra: { kept: true },
};

const simplified = {
	CallId: 'a',
	Status: null,
	AssistantName: null,
	PhoneNumber: null,
	Summary: null,
	StartedAt: '2026-11-20T08:00:00.000Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	DurationSeconds: 90,
	Keywords: 'Callback, Invoice',
	TranscriptText: 'AI: Hello\nUser: Hi',
};

const { run } = againstSandbox({ records: [record] });

const OPERATIONS: Array<[string, INodeParameters]> = [
	['Get Many', { operation: 'getAll', returnAll: true }],
	['Get', { operation: 'get', ...byId('a') }],
];

describe.each(OPERATIONS)('%s', (_, operation) => {
	const read = async (parameters: object) => {
		const items = [{ chosen: ['CallId'], text: ' CallId, Keywords ,, ' }];
		return await run({ ...operation, ...parameters }, { items });
	};
	const selected = (outputFields: unknown) => ({ output: 'selected', outputFields });

	test.each([
		['simplified where nobody chose', {}, simplified],
		['raw', { output: 'raw' }, record],
		[
			'the selected fields in their order, null where there is none',
			selected(['DurationSeconds', 'Summary', 'Keywords']),
			{ DurationSeconds: 90, Summary: null, Keywords: ['Callback', 'Invoice'] },
		],
		['a list of fields that an expression gives', selected('={{ $json.chosen }}'), { CallId: 'a' }],
		[
			'a text of fields that an expression gives',
			selected('={{ $json.text }}'),
			{ CallId: 'a', Keywords: ['Callback', 'Invoice'] },
		],
		[
			'five fields that are selected where nobody chose',
			{ output: 'selected' },
			{
				...{ CallId: 'a', StartedAt: record.StartedAt, AssistantName: null },
				PhoneNumber: null,
				Summary: null,
			},
		],
	])('returns %s', async (__, parameters, json) => {
		const { items } = await read(parameters);

		expect(items.map((item) => item.json)).toEqual([json]);
		expect(Object.keys(items[0].json)).toEqual(Object.keys(json));
	});
});
