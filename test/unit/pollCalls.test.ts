import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { pollCalls } from '../../nodes/VoiceAssistantCallsTrigger/pollCalls';
import { RULES } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { call, callsFrom, MINUTE, NOW } from '../support/callList';

/* What a poll reads of its form and of n8n; what it does with that is in the engine tests. */

let requests: IHttpRequestOptions[];
/** How long each request takes. */
let takes: number;
let calls: IDataObject[];
/** The query parameter that takes the cursor; empty where none does. */
let cursorName: string;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	[requests, takes, calls, cursorName] = [[], 0, callsFrom(5, 30), 'cursor'];
});
afterEach(() => {
	jest.useRealTimers();
});

/** A poll; `budget` is what n8n gives it, in milliseconds, and null where n8n knows of none. */
async function poll(
	fields: IDataObject,
	staticData: IDataObject = {},
	{ mode = 'trigger', budget = 300_000 as number | null } = {},
) {
	const form: IDataObject = { event: 'callEnded', ...fields };
	const context = {
		getNode: () => ({ name: 'Trigger', parameters: form, type: 'trigger' }),
		getWorkflow: () => ({ id: JSON.stringify(fields) }),
		getMode: () => mode,
		getActivationMode: () => 'update',
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (name: string, other?: unknown) => form[name] ?? other,
		getCredentials: async () => ({
			apiKey: 'k',
			baseUrl: 'https://api.example.com',
			pageSizeParameter: 'limit',
		}),
		...(budget !== null && { getPollBudgetMs: () => budget }),
		__emitError: () => undefined,
		helpers: {
			async httpRequestWithAuthentication(_: string, request: IHttpRequestOptions) {
				requests.push(request);
				jest.setSystemTime(Date.now() + takes);
				const { [cursorName]: cursor = 0, limit = 10 } = request.qs as Record<string, number>;
				const next = Number(cursor) + Number(limit);
				const more = next < calls.length ? { hasMore: true, nextCursor: String(next) } : {};
				const body = { data: calls.slice(Number(cursor), next), ...more };
				return { statusCode: 200, headers: {}, body };
			},
		},
	};
	const items = await pollCalls(context as unknown as IPollFunctions);
	return items?.[0].map(({ json }) => json);
}

it('the sample calls have the fields that were chosen', async () => {
	const samples = await poll(
		{ output: 'selected', outputFields: ['CallId'] },
		{},
		{ mode: 'manual' },
	);
	expect(samples).toEqual([9, 8, 7, 6, 5].map((ago) => ({ CallId: `${ago} minutes ago` })));
	expect((await poll({}, {}, { mode: 'manual' }))?.[0]).toHaveProperty('DurationSeconds', 60);
});

it.each(['callStarted', 'transcriptReady'])('the event may be %s', async (event) => {
	expect(await poll({ event })).toBeUndefined();
});

it.each([
	[{ event: 'never' }, /'Event' is "never"/],
	[{ filters: 'x' }, /'Filters' is "x"/],
	[{ options: 'x' }, /'Options' is "x"/],
	[{ options: { pageSize: 0 } }, /'Page Size' is "0"/],
	[{ output: 'all' }, /'Output' is "all"/],
	[{ output: 'selected' }, /'Fields' is empty/],
])('%j is refused', async (fields, message) => {
	await expect(poll(fields)).rejects.toThrow(message);
});

it.each([
	['n8n 2.41', 300_000, 19_800],
	['its scheduler', 22_500, 9900],
	['an older n8n', null, 19_800],
])('a page may take part of the time that %s gives', async (_, budget, timeout) => {
	await poll({}, {}, { budget });
	expect(requests.map((request) => request.timeout)).toEqual([timeout]);
});

it.each([
	['half of what the scheduler gives', 22_500, 6],
	['half of 45 seconds', 300_000, 12],
])('pages are asked for in %s', async (_, budget, pages) => {
	const staticData: IDataObject = {};
	await poll({ options: { pageSize: 1 } }, staticData, { budget });
	calls = [
		...callsFrom(-200, 100).map((one) => ({ ...one, Id: `${String(one.Id)} new` })),
		...calls,
	];
	[requests, takes] = [[], 2000];
	jest.setSystemTime(NOW + 300 * MINUTE);
	await poll({ options: { pageSize: 1 } }, staticData, { budget });
	expect(requests).toHaveLength(pages);
});

it('another event, another filter or another address is another question', async () => {
	const staticData: IDataObject = {};
	const question = () => (staticData.position as { question: string }).question;
	const questions = new Set<string>();
	for (const fields of [{}, { event: 'callStarted' }, { filters: { condition: [] } }]) {
		calls = [call(JSON.stringify(fields), 1), ...calls];
		await poll(fields, staticData);
		questions.add(question());
	}
	expect(questions.size).toBe(3);
});

describe('the query parameter of the cursor', () => {
	const ADDRESS = 'https://api.example.com/public/calls';

	/** A poll, so many minutes after NOW, of more new calls than a page has. */
	async function pollMore(staticData: IDataObject, minutes: number) {
		jest.setSystemTime(NOW + minutes * MINUTE);
		const added = callsFrom(5 - minutes, 15).map((one) => ({
			...one,
			Id: `${minutes} ${String(one.Id)}`,
		}));
		[requests, calls] = [[], [...added, ...calls]];
		return await poll({}, staticData);
	}

	it.each([
		['tried first', { address: ADDRESS, name: 'after' }, true],
		['not that of another address', { address: 'https://other.example', name: 'after' }, false],
		['not what is no name', { address: ADDRESS, name: ['after'] }, false],
	])('is remembered: it is %s', async (_, cursor, isTried) => {
		const staticData: IDataObject = {};
		await poll({}, staticData);
		staticData.cursor = cursor;
		expect(await pollMore(staticData, 30)).toHaveLength(15);
		expect(requests.some(({ qs }) => 'after' in (qs as object))).toBe(isTried);
		expect(staticData.cursor).toEqual({ address: ADDRESS, name: 'cursor' });
	});

	it('is not looked for at each poll where there is none', async () => {
		const staticData: IDataObject = {};
		await poll({}, staticData);
		cursorName = '';
		const looksFor: boolean[] = [];
		for (const minutes of [30, 60, 30 + RULES.rarely / MINUTE - 1, 30 + RULES.rarely / MINUTE]) {
			await pollMore(staticData, minutes);
			looksFor.push(requests.length > 1);
		}
		expect(looksFor).toEqual([true, false, false, true]);
	});
});
