import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Call, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../support/engine';

/* The forms in which Get and Get Many return a call. */

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

const record = {
	Id: 'a',
	Status: 'unread',
	AssistantName: 'Mara',
	PhoneNumber: '+15550100',
	Summary: 'AI: Hello\nUser: Hi',
	StartedAt: '2026-11-20T08:00:00.000Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	Keywords: ['Callback', 'Invoice'],
	Transcript: [
		{ Sorting: 1, Role: 'User', Text: 'Hi' },
		{ Sorting: 0, Role: 'AI', Text: 'Hello' },
	],
	Extra: { kept: true },
};

const getMany = { operation: 'getAll', returnAll: true };
const getOne = { operation: 'get', callId: { __rl: true, mode: 'id', value: 'a' } };

async function read(parameters: INodeParameters, operation: object = getMany): Promise<RunResult> {
	return await runNode({
		credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		parameters: { ...operation, ...parameters },
		items: [{ chosen: ['Id'], text: ' Id, Summary ,, ' }],
	});
}

const recordsOf = ({ items }: RunResult): IDataObject[] => items.map(({ json }) => json);

test.each([
	['Get Many', getMany],
	['Get', getOne],
])('%s: raw keeps what is not documented', async (_, operation) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });

	expect(recordsOf(await read({}, operation))).toEqual([record]);
});

test('simplified is ten flat fields, also of a record that is all wrong', async () => {
	const odd = { Id: 7, Transcript: 'x', Keywords: 'y', StartedAt: 1, EndedAt: {}, Summary: null };
	sandbox = await startSandbox({ records: [record, odd, {}] as Call[] });
	const { items } = await read({ output: 'simplified' });

	expect(items.map(({ json }) => json)).toEqual([
		{
			Id: 'a',
			Status: 'unread',
			AssistantName: 'Mara',
			PhoneNumber: '+15550100',
			Summary: 'AI: Hello\nUser: Hi',
			StartedAt: '2026-11-20T08:00:00.000Z',
			EndedAt: '2026-11-20T08:01:30.400Z',
			DurationSeconds: 90,
			Keywords: 'Callback, Invoice',
			TranscriptText: 'AI: Hello\nUser: Hi',
		},
		expect.objectContaining({
			Id: 7,
			StartedAt: 1,
			EndedAt: '{}',
			DurationSeconds: null,
			TranscriptText: '',
		}),
		expect.objectContaining({ Id: null, TranscriptText: '' }),
	]);
	for (const { json } of items) {
		expect(Object.keys(json)).toHaveLength(10);
		for (const value of Object.values(json)) {
			expect(value === null || typeof value !== 'object').toBe(true);
		}
	}
});

test('selected fields come in the order chosen, null where a record lacks one', async () => {
	sandbox = await startSandbox({ records: [record, {}] as Call[] });
	const fields = { output: 'selected', outputFields: ['DurationSeconds', 'Id', 'Keywords'] };

	expect(recordsOf(await read(fields))).toEqual([
		{ DurationSeconds: 90, Id: 'a', Keywords: ['Callback', 'Invoice'] },
		{ DurationSeconds: null, Id: null, Keywords: null },
	]);
	expect(recordsOf(await read(fields, getOne))).toEqual([
		{ DurationSeconds: 90, Id: 'a', Keywords: ['Callback', 'Invoice'] },
	]);
});

test.each([
	['a list', '={{ $json.chosen }}', ['Id']],
	['a text with commas in between', '={{ $json.text }}', ['Id', 'Summary']],
])('an expression may select fields as %s', async (_, outputFields, names) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const [selected] = recordsOf(await read({ output: 'selected', outputFields }));

	expect(Object.keys(selected)).toEqual(names);
});

test('five fields are selected where nobody chose', async () => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const [selected] = recordsOf(await read({ output: 'selected' }));

	expect(Object.keys(selected)).toEqual([
		'Id',
		'StartedAt',
		'AssistantName',
		'PhoneNumber',
		'Summary',
	]);
});

test.each([
	['no list', '={{ $json.nothing }}'],
	['an empty list', []],
	['blanks and commas', ' , '],
])('without fields, as %s, nothing is read', async (_, outputFields) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const { error } = await read({ output: 'selected', outputFields });

	expect(error?.message).toBe('No fields are selected [item 0]');
	expect(error?.description).toBe('Choose at least one under Fields.');
	expect(sandbox.log).toEqual([]);
});

test('another output than these three is refused by its name', async () => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const { error } = await read({ output: 'flat' });

	expect(error?.message).toBe('"flat" is not an Output [item 0]');
	expect(error?.description).toContain('raw, simplified, selected');
	expect(sandbox.log).toEqual([]);
});
