import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, byId } from '../support/againstSandbox';

/* The forms in which Get and Get Many return a call; test/unit/call.test.ts has every form and record. */

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
	Summary: null,
	TranscriptText: 'AI: Hello\nUser: Hi',
	CallId: 'a',
	Status: null,
	AssistantName: null,
	PhoneNumber: null,
	StartedAt: '2026-11-20T08:00:00.000Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	DurationSeconds: 90,
	Keywords: 'Callback, Invoice',
};

const { run } = againstSandbox({ records: [record] });

const OPERATIONS: Array<[string, INodeParameters]> = [
	['Get Many', { operation: 'getAll', returnAll: true }],
	['Get', { operation: 'get', ...byId('a') }],
];

describe.each(OPERATIONS)('%s', (_, operation) => {
	test.each([
		['simplified where nobody chose', {}, simplified],
		[
			'a list of fields that an expression gives',
			{ output: 'selected', outputFields: '={{ $json.chosen }}' },
			{ Keywords: ['Callback', 'Invoice'], CallId: 'a' },
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
		const chosen = ['Keywords', 'CallId'];
		const { items } = await run({ ...operation, ...parameters }, { items: [{ chosen }] });

		expect(items.map((item) => item.json)).toEqual([json]);
		expect(Object.keys(items[0].json)).toEqual(Object.keys(json));
	});
});
