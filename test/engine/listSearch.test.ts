import {
	Workflow,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { core } from './built';
import { additionalDataOf, loadedNode, NODE_TYPE, nodeTypesOf } from './engine';

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

/** Fills a list as the editor does, in n8n's context for it. */
async function list(
	method: 'searchAssistants' | 'searchCalls',
	filter?: string,
	token?: string,
	apiKey = sandbox.apiKey,
): Promise<INodeListSearchResult> {
	const node: INode = {
		id: '1',
		name: 'Calls',
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { voiceAssistantCallsApi: { id: '1', name: 'x' } },
	};
	const nodeType = loadedNode();
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ [NODE_TYPE]: nodeType }),
		settings: { timezone: 'Europe/Berlin' },
	});
	const context = new core.LoadOptionsContext(
		workflow,
		node,
		additionalDataOf({ apiKey, baseUrl: sandbox.url }, workflow),
		'',
	);
	const search = nodeType.methods?.listSearch?.[method] as NonNullable<
		NonNullable<typeof nodeType.methods>['listSearch']
	>[string];
	return await search.call(context as unknown as ILoadOptionsFunctions, filter, token);
}

test('assistants of recent calls, each once, with name and ID', async () => {
	sandbox = await startSandbox({ calls: 250 });
	const { results } = await list('searchAssistants');

	expect(results.map(({ name, value }) => [name, value]).sort()).toEqual([
		['Jonas', 'assistant-jonas'],
		['Lena', 'assistant-lena'],
		['Mara', 'assistant-mara'],
		['Theo', 'assistant-theo'],
	]);
	expect((await list('searchAssistants', 'mAR')).results.map(({ value }) => value)).toEqual([
		'assistant-mara',
	]);
});

test('calls newest first, page after page, without one lost or doubled', async () => {
	sandbox = await startSandbox({ calls: 250, pageSize: 50 });
	const seen: unknown[] = [];
	let token: string | undefined;
	do {
		const page = await list('searchCalls', undefined, token);
		seen.push(...page.results.map(({ value }) => value));
		token = page.paginationToken as string | undefined;
	} while (token);

	expect(seen).toEqual(sandbox.calls.map(({ Id }) => Id));
	expect(sandbox.log).toHaveLength(5);
});

test('a call is named by its time in the workflow’s zone, its number and its assistant', async () => {
	sandbox = await startSandbox({ calls: 1, newest: new Date('2026-11-20T23:30:00Z') });
	const [{ PhoneNumber, AssistantName }] = sandbox.calls;

	expect((await list('searchCalls')).results[0].name).toBe(
		`2026-11-21 00:30 · ${PhoneNumber} · ${AssistantName}`,
	);
});

test('a search goes on through pages that hold no match', async () => {
	sandbox = await startSandbox({ calls: 250, pageSize: 50 });
	const wanted = sandbox.calls[120].Id;
	const { results } = await list('searchCalls', wanted);

	expect(results.map(({ value }) => value)).toEqual([wanted]);
});

test('where newest first is refused, the list is filled all the same', async () => {
	sandbox = await startSandbox({ calls: 3 });
	sandbox.fault({ fault: { kind: 'refuseSort' } });

	expect((await list('searchCalls')).results).toHaveLength(3);
});

test('an empty list says what to do', async () => {
	sandbox = await startSandbox({ calls: 0 });

	expect((await list('searchAssistants')).results).toEqual([
		{ name: 'No calls yet, so no assistant is known: choose By ID and paste its ID', value: '' },
	]);
	expect((await list('searchCalls')).results).toEqual([
		{ name: 'There are no calls yet', value: '' },
	]);
});

test('a refusal is told in the words of the service', async () => {
	sandbox = await startSandbox({ calls: 3 });

	await expect(list('searchCalls', undefined, undefined, 'wrong')).rejects.toThrow(
		'The service did not accept the API key: Invalid API key. (401)',
	);
});
