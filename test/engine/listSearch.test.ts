import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { core } from '../support/built';
import { additionalDataOf, callsNode, loadedNode, NODE_TYPE, workflowOf } from '../support/engine';
import { queryValues } from '../support/againstSandbox';
import { ADVICE, TITLES } from '../support/engineSentences';

type Method = 'searchAssistants' | 'searchCalls';
type Call = Sandbox['calls'][number];

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());
const has = async (options: SandboxOptions) => (sandbox = await startSandbox(options));

/** Fills a list as the editor does, in n8n's context for it. */
async function list(method: Method, filter?: string, token?: string, apiKey = sandbox.apiKey) {
	const search = loadedNode().methods!.listSearch![method];
	return await search.call(contextOf(apiKey), filter, token);
}

const options = async () =>
	await loadedNode().methods!.loadOptions!.getAssistants.call(contextOf(sandbox.apiKey));

function contextOf(apiKey: string): ILoadOptionsFunctions {
	const node = callsNode(NODE_TYPE, {});
	const workflow = workflowOf({ nodes: [node], types: { [NODE_TYPE]: loadedNode() } });
	const additionalData = additionalDataOf({ apiKey, baseUrl: sandbox.url }, workflow);
	const context = new core.LoadOptionsContext(workflow, node, additionalData, '');
	return context as unknown as ILoadOptionsFunctions;
}

/** What the editor shows at first. */
const shown = async (method: Method, filter?: string) => (await list(method, filter)).results;

const valuesOf = (results: Array<{ value: unknown }>) => results.map(({ value }) => value);

/** Opens a list and scrolls to its end. @returns {Array} what each request of the editor gave */
async function scrolled(method: Method, filter?: string) {
	const pages: INodeListSearchResult[] = [];
	do {
		pages.push(await list(method, filter, pages.at(-1)?.paginationToken as string | undefined));
	} while (pages.at(-1)?.paginationToken);
	return pages.map(({ results }) => results);
}

test('assistants of recent calls, each once, with name and ID', async () => {
	await has({ calls: 250 });

	expect((await shown('searchAssistants')).map(({ name, value }) => [name, value])).toEqual([
		['Jonas (assistant-jonas)', 'assistant-jonas'],
		['Lena (assistant-lena)', 'assistant-lena'],
		['Mara (assistant-mara)', 'assistant-mara'],
		['Theo (assistant-theo)', 'assistant-theo'],
	]);
	// The filters have no search box.
	expect(valuesOf(await options())).toEqual(valuesOf(await shown('searchAssistants')));
	expect(valuesOf(await shown('searchAssistants', 'mAR'))).toEqual(['assistant-mara']);
});

test.each([
	// The first page once more: with it the name of the cursor's parameter is found.
	['of one page', 20, 4],
	['of several pages', 10, 5],
])(
	'calls newest first, twenty at a time %s, none lost or doubled',
	async (_, pageSize, requests) => {
		await has({ calls: 45, pageSize });
		const pages = await scrolled('searchCalls');

		expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
		expect(valuesOf(pages.flat())).toEqual(sandbox.calls.map(({ Id }) => Id));
		const sorts = sandbox.log.flatMap((request) => queryValues(request, 'sort'));
		expect(sorts).toEqual(Array(requests).fill('StartedAt:desc'));
	},
);

describe('a search', () => {
	test('goes on through thirty pages, then says that it ends', async () => {
		await has({ calls: 151, pageSize: 5 });
		const [first, last, beyond] = [0, 149, 150].map((index) => sandbox.calls[index].Id);
		const NOT_SEARCHED = { name: 'Older calls are not searched: choose By ID', value: '' };

		expect(valuesOf(await shown('searchCalls', last))).toContain(last);
		expect(sandbox.log.length).toBeGreaterThanOrEqual(30);
		expect(await scrolled('searchCalls', beyond)).toEqual([[NOT_SEARCHED]]);
		expect(await scrolled('searchCalls', first)).toEqual([
			[expect.objectContaining({ value: first }), NOT_SEARCHED],
		]);
	});

	test('for an assistant goes on until one is found, and sees at least what the list shows', async () => {
		await has({ calls: 40, pageSize: 2 });
		await shown('searchAssistants', sandbox.calls[0].AssistantName);
		expect(sandbox.log).toHaveLength(3);

		sandbox.log.splice(0);
		const data = [{ Id: 'old', Assistant: 'asst-old', AssistantName: 'Olga' }];
		sandbox.fault({ skip: 19, times: 1, fault: { kind: 'json', body: { data } } });
		expect(valuesOf(await shown('searchAssistants', 'olg'))).toEqual(['asst-old']);
		expect(sandbox.log).toHaveLength(20);
	});

	test.each([
		['a number', ({ PhoneNumber }: Call) => PhoneNumber],
		['an assistant in other letters', ({ AssistantName }: Call) => AssistantName.toUpperCase()],
		['an ID with blanks around it', ({ Id }: Call) => ` ${Id}\t`],
		['a part of the summary', ({ Summary }: Call) => Summary.slice(5, 25)],
	])('finds %s', async (_, typed) => {
		await has({ calls: 10 });
		const [call] = sandbox.calls;

		expect(valuesOf((await scrolled('searchCalls', typed(call))).flat())).toContain(call.Id);
		expect(await shown('searchCalls', `${typed(call)}x`)).toEqual([
			{ name: 'No call matches', value: '' },
		]);
	});
});

test.each([
	['0172 555-01', true],
	['(0)17255', true],
	['00491725', true],
	['17255', true],
	['1725', true],
	['17355', false],
	['x17255', false],
])('%j in a search is a part of the number: %s', async (typed, isPart) => {
	await has({ calls: 1 });
	Object.assign(sandbox.calls[0], { PhoneNumber: '+49 17 25 55 01 23', Id: 'a', Summary: '' });

	const found = valuesOf(await shown('searchCalls', typed));
	expect(found).toEqual([isPart ? 'a' : '']);
});

test('a call is named by its time in the workflow’s zone, its number and its assistant, as far as it has them', async () => {
	await has({ calls: 1 });
	const data = [
		{ Id: '', Assistant: '', AssistantName: 'Nobody' },
		{ Id: 7, Assistant: 7, AssistantName: 'Seven' },
		{ Assistant: null, AssistantName: 'Null' },
		{ Id: 'a', StartedAt: 'soon', PhoneNumber: 49, Assistant: 'x', AssistantName: ['Ada'] },
		{ Id: 'b', StartedAt: '2026-11-20T23:30:00Z', Summary: 7, Assistant: 'y', AssistantName: '' },
		{ Id: 'c', StartedAt: '2026-11-20T08:00:00Z', PhoneNumber: '+49', AssistantName: 'Jo' },
	];
	sandbox.fault({ fault: { kind: 'json', body: { data, hasMore: false } } });

	expect(await shown('searchCalls')).toEqual([
		{ name: 'Seven', value: '7', description: '' },
		{ name: '49', value: 'a', description: '' },
		{ name: '2026-11-21 00:30', value: 'b', description: '7' },
		{ name: '2026-11-20 09:00 · +49 · Jo', value: 'c', description: '' },
	]);
	expect(await shown('searchAssistants')).toEqual([
		{ name: 'Seven (7)', value: '7', description: '7' },
		{ name: 'x', value: 'x', description: 'x' },
		{ name: 'y', value: 'y', description: 'y' },
	]);
});

test.each<[number, Method, string | undefined, string]>([
	[0, 'searchAssistants', undefined, 'No assistant in recent calls: choose By ID'],
	[0, 'searchCalls', undefined, 'There are no calls yet'],
	[10, 'searchAssistants', 'nobody', 'No match in recent calls: choose By ID'],
])('of %i calls, %s by %s is empty and says what to do', async (calls, method, filter, name) => {
	await has({ calls });

	expect(await shown(method, filter)).toEqual([{ name, value: '' }]);
	const nobody = [{ name: 'No assistant in recent calls: use an expression', value: '' }];
	if (calls === 0) expect(await options()).toEqual(nobody);
});

test('a refusal is told in the words of the service', async () => {
	await has({ calls: 3 });

	await expect(list('searchCalls', undefined, undefined, 'wrong')).rejects.toMatchObject({
		message: TITLES.unauthorized(401, 'Invalid API key.'),
		description: ADVICE.checkKey,
	});
});
