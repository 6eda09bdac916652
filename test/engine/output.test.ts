import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Call, type Sandbox } from '../../sandbox';
import { runNode, type RunResult } from '../support/engine';
import { at, TITLES } from '../support/engineSentences';

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

const simplified = {
	CallId: 'a',
	Status: 'unread',
	AssistantName: 'Mara',
	PhoneNumber: '+15550100',
	Summary: 'AI: Hello\nUser: Hi',
	StartedAt: '2026-11-20T08:00:00.000Z',
	EndedAt: '2026-11-20T08:01:30.400Z',
	DurationSeconds: 90,
	Keywords: 'Callback, Invoice',
	TranscriptText: 'AI: Hello\nUser: Hi',
};

const getMany = { operation: 'getAll', returnAll: true };
const getOne = { operation: 'get', callId: { __rl: true, mode: 'id', value: 'a' } };

async function read(parameters: INodeParameters, operation: object = getMany): Promise<RunResult> {
	return await runNode({
		credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		parameters: { ...operation, ...parameters },
		items: [{ chosen: ['CallId'], text: ' CallId, Summary ,, ' }],
	});
}

const recordsOf = ({ items }: RunResult): IDataObject[] => items.map(({ json }) => json);

test.each([
	['Get Many', getMany],
	['Get', getOne],
])('%s: raw keeps what is not documented, under the names of the service', async (_, operation) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });

	expect(recordsOf(await read({ output: 'raw' }, operation))).toEqual([record]);
});

test.each([
	['Get Many', getMany],
	['Get', getOne],
])('%s: simplified is what comes where nobody chose', async (_, operation) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });

	expect(recordsOf(await read({}, operation))).toEqual([simplified]);
});

test('simplified is ten flat fields, also of a record that is all wrong', async () => {
	const odd = { Id: 7, Transcript: 'x', Keywords: 'y', StartedAt: 1, EndedAt: {}, Summary: null };
	sandbox = await startSandbox({ records: [record, odd, {}] as Call[] });
	const { items } = await read({ output: 'simplified' });

	expect(items.map(({ json }) => json)).toEqual([
		simplified,
		expect.objectContaining({
			CallId: 7,
			StartedAt: 1,
			EndedAt: '{}',
			DurationSeconds: null,
			TranscriptText: '',
		}),
		expect.objectContaining({ CallId: null, TranscriptText: '' }),
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
	const fields = { output: 'selected', outputFields: ['DurationSeconds', 'CallId', 'Keywords'] };

	expect(recordsOf(await read(fields))).toEqual([
		{ DurationSeconds: 90, CallId: 'a', Keywords: ['Callback', 'Invoice'] },
		{ DurationSeconds: null, CallId: null, Keywords: null },
	]);
	expect(recordsOf(await read(fields, getOne))).toEqual([
		{ DurationSeconds: 90, CallId: 'a', Keywords: ['Callback', 'Invoice'] },
	]);
});

test.each([
	['a list', '={{ $json.chosen }}', ['CallId']],
	['a text with commas in between', '={{ $json.text }}', ['CallId', 'Summary']],
])('an expression may select fields as %s', async (_, outputFields, names) => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const [selected] = recordsOf(await read({ output: 'selected', outputFields }));

	expect(Object.keys(selected)).toEqual(names);
});

test('five fields are selected where nobody chose', async () => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const [selected] = recordsOf(await read({ output: 'selected' }));

	expect(Object.keys(selected)).toEqual([
		'CallId',
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

	expect(error?.message).toBe(`${TITLES.emptyField('Fields')}${at(0)}`);
	expect(error?.description).toBe("Choose at least one field under 'Fields'.");
	expect(sandbox.log).toEqual([]);
});

test('another output than these three is refused by its name', async () => {
	sandbox = await startSandbox({ records: [record] as unknown as Call[] });
	const { error } = await read({ output: 'flat' });

	expect(error?.message).toBe(`${TITLES.notValid('Output', 'flat')}${at(0)}`);
	expect(error?.description).toContain('raw, simplified, selected');
	expect(sandbox.log).toEqual([]);
});
