import {
	Workflow,
	type ILoadOptionsFunctions,
	type INode,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { core } from '../support/built';
import { additionalDataOf, loadedNode, NODE_TYPE, nodeTypesOf } from '../support/engine';
import { queryValues } from '../support/againstSandbox';
import { ADVICE, TITLES } from '../support/engineSentences';

type Call = Sandbox['calls'][number];

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

const values = (results: INodeListSearchResult['results']) => results.map(({ value }) => value);

test('assistants of recent calls, each once, with name and ID', async () => {
	sandbox = await startSandbox({ calls: 250 });
	const { results } = await list('searchAssistants');

	expect(results.map(({ name, value }) => [name, value])).toEqual([
		['Jonas (assistant-jonas)', 'assistant-jonas'],
		['Lena (assistant-lena)', 'assistant-lena'],
		['Mara (assistant-mara)', 'assistant-mara'],
		['Theo (assistant-theo)', 'assistant-theo'],
	]);
	expect((await list('searchAssistants', 'mAR')).results.map(({ value }) => value)).toEqual([
		'assistant-mara',
	]);
});

/** Opens a list and scrolls to its end. @returns {Array} what each request of the editor gave */
async function scrolled(method: 'searchAssistants' | 'searchCalls', filter?: string) {
	const pages: INodeListSearchResult[] = [];
	do {
		pages.push(await list(method, filter, pages.at(-1)?.paginationToken as string | undefined));
	} while (pages.at(-1)?.paginationToken);
	return pages.map(({ results }) => results);
}

test('calls newest first, page after page, without one lost or doubled', async () => {
	sandbox = await startSandbox({ calls: 250, pageSize: 50 });
	const pages = await scrolled('searchCalls');

	expect(pages.flat().map(({ value }) => value)).toEqual(sandbox.calls.map(({ Id }) => Id));
	// Five pages, and the first once more: with it the name of the cursor's parameter is found.
	expect(sandbox.log.map((request) => queryValues(request, 'sort'))).toEqual(
		Array.from({ length: 6 }, () => ['StartedAt:desc']),
	);
});

test.each([
	['twenty entries', 20, [20, 20, 5]],
	['twenty entries, of several pages', 10, [20, 20, 5]],
	['three pages', 5, [15, 15, 15]],
])('a list of calls is filled with %s at a time', async (_, pageSize, lengths) => {
	sandbox = await startSandbox({ calls: 45, pageSize });

	expect((await scrolled('searchCalls')).map(({ length }) => length)).toEqual(lengths);
});

test('the assistants are those of three pages, since n8n would go on through all', async () => {
	sandbox = await startSandbox({ calls: 45, pageSize: 10 });

	expect(await scrolled('searchAssistants')).toHaveLength(1);
	expect(sandbox.log).toHaveLength(3);
});

test('a call is named by its time in the workflow’s zone, its number and its assistant', async () => {
	sandbox = await startSandbox({ calls: 1, newest: new Date('2026-11-20T23:30:00Z') });
	const [{ PhoneNumber, AssistantName }] = sandbox.calls;

	expect((await list('searchCalls')).results[0].name).toBe(
		`2026-11-21 00:30 · ${PhoneNumber} · ${AssistantName}`,
	);
});

describe('a search', () => {
	const idAt = (index: number) => sandbox.calls[index].Id;

	test('goes on through pages that hold no match', async () => {
		sandbox = await startSandbox({ calls: 150, pageSize: 5 });

		expect((await list('searchCalls', idAt(149))).results.map(({ value }) => value)).toEqual([
			idAt(149),
		]);
		expect(sandbox.log).toHaveLength(30);
	});

	test('ends after thirty pages, and says so', async () => {
		sandbox = await startSandbox({ calls: 151, pageSize: 5 });
		const NOT_SEARCHED = { name: 'Older calls are not searched: choose By ID', value: '' };

		expect(await scrolled('searchCalls', idAt(150))).toEqual([[NOT_SEARCHED]]);
		expect(await scrolled('searchCalls', idAt(0))).toEqual([
			[expect.objectContaining({ value: idAt(0) }), NOT_SEARCHED],
		]);
	});

	test('with many matches can be scrolled on', async () => {
		sandbox = await startSandbox({ calls: 90, pageSize: 10 });
		const matching = sandbox.calls.filter(({ AssistantName }) => AssistantName === 'Mara');
		const pages = await scrolled('searchCalls', 'mara');

		expect(pages[0].length).toBeGreaterThanOrEqual(20);
		expect(pages.flat().map(({ value }) => value)).toEqual(
			expect.arrayContaining(matching.map(({ Id }) => Id)),
		);
	});

	test('for an assistant goes on until one is found', async () => {
		sandbox = await startSandbox({ calls: 40, pageSize: 2 });
		const data = [{ Id: 'old', Assistant: 'asst-old', AssistantName: 'Olga' }];
		sandbox.fault({ skip: 19, times: 1, fault: { kind: 'json', body: { data } } });

		expect((await list('searchAssistants', 'olg')).results.map(({ value }) => value)).toEqual([
			'asst-old',
		]);
		expect(sandbox.log).toHaveLength(20);
	});

	test('for an assistant finds at least those that the list shows', async () => {
		sandbox = await startSandbox({ calls: 40, pageSize: 2 });
		const [first] = sandbox.calls;

		await list('searchAssistants', first.AssistantName);
		expect(sandbox.log).toHaveLength(3);
	});

	test.each([
		['a number', ({ PhoneNumber }: Call) => PhoneNumber],
		['an assistant in other letters', ({ AssistantName }: Call) => AssistantName.toUpperCase()],
		['an ID with blanks around it', ({ Id }: Call) => ` ${Id}\t`],
		['a part of the summary', ({ Summary }: Call) => Summary.slice(5, 25)],
	])('finds %s', async (_, typed) => {
		sandbox = await startSandbox({ calls: 10 });
		const [call] = sandbox.calls;

		expect((await scrolled('searchCalls', typed(call))).flatMap(values)).toContain(call.Id);
		expect((await list('searchCalls', `${typed(call)}x`)).results).toEqual([
			{ name: 'No call matches', value: '' },
		]);
	});

	test('for an assistant that is in no call says what to do', async () => {
		sandbox = await startSandbox({ calls: 10 });

		expect((await list('searchAssistants', 'nobody')).results).toEqual([
			{ name: 'No match in recent calls: choose By ID', value: '' },
		]);
	});
});

test('calls with odd fields do no harm, and one without an ID is no entry', async () => {
	sandbox = await startSandbox({ calls: 1 });
	const data = [
		{ Id: '', Assistant: '', AssistantName: 'Nobody' },
		{ Id: 7, Assistant: 7, AssistantName: 'Seven' },
		{ Assistant: null, AssistantName: 'Null' },
		{ Id: 'a', StartedAt: 'soon', PhoneNumber: 49, Assistant: 'x', AssistantName: ['Ada'] },
		{ Id: 'b', StartedAt: '2026-11-20T08:00:00Z', Summary: 7, Assistant: 'y', AssistantName: '' },
	];
	sandbox.fault({ fault: { kind: 'json', body: { data, hasMore: false } } });

	expect((await list('searchCalls')).results).toEqual([
		{ name: 'Seven', value: '7', description: '' },
		{ name: '49', value: 'a', description: '' },
		{ name: '2026-11-20 09:00', value: 'b', description: '7' },
	]);
	expect((await list('searchAssistants')).results).toEqual([
		{ name: 'Seven (7)', value: '7', description: '7' },
		{ name: 'x', value: 'x', description: 'x' },
		{ name: 'y', value: 'y', description: 'y' },
	]);
});

test('a page of any length is searched', async () => {
	sandbox = await startSandbox({ calls: 1 });
	const data = Array.from({ length: 200_000 }, (_, Id) => ({ Id, Assistant: Id }));
	sandbox.fault({
		times: 2,
		fault: { kind: 'json', body: { data: data.slice(1), hasMore: false } },
	});
	for (const method of ['searchCalls', 'searchAssistants'] as const) {
		expect((await list(method)).results).toHaveLength(199_999);
	}
});

test('where newest first is refused, the list is filled all the same', async () => {
	sandbox = await startSandbox({ calls: 3 });
	sandbox.fault({ fault: { kind: 'refuseSort' } });

	expect((await list('searchCalls')).results).toHaveLength(3);
});

test('an empty list says what to do', async () => {
	sandbox = await startSandbox({ calls: 0 });

	expect((await list('searchAssistants')).results).toEqual([
		{ name: 'No assistant in recent calls: choose By ID', value: '' },
	]);
	expect((await list('searchCalls')).results).toEqual([
		{ name: 'There are no calls yet', value: '' },
	]);
});

test('a refusal is told in the words of the service', async () => {
	sandbox = await startSandbox({ calls: 3 });

	await expect(list('searchCalls', undefined, undefined, 'wrong')).rejects.toMatchObject({
		message: TITLES.unauthorized(401, 'Invalid API key.'),
		description: ADVICE.checkKey,
	});
});
