import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../sandbox';
import { runNode } from '../support/engine';
import { againstSandbox, queryValues } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';

/** Raw, so that the records can be compared with those of the service. */
const getMany = (parameters: INodeParameters = {}) => ({
	resource: 'call',
	operation: 'getAll',
	output: 'raw',
	...parameters,
});

describe('250 calls in pages of 100', () => {
	const { sandbox, run } = againstSandbox({ calls: 250, pageSize: 100 });

	test.each([
		['Return All', { returnAll: true }, 250, 3],
		['a limit of 120', { limit: 120 }, 120, 2],
		['a limit of 100', { limit: 100 }, 100, 1],
		['a limit of 101', { limit: 101 }, 101, 2],
		['a limit of 1', { limit: 1 }, 1, 1],
		['the default limit of 50', {}, 50, 1],
		['a limit beyond the end', { limit: 1000 }, 250, 3],
	])(
		'%s gives the first records in as few requests as possible',
		async (_, parameters, items, requests) => {
			const result = await run(getMany(parameters));

			expect(result.error).toBeUndefined();
			expect(result.items.map(({ json }) => json.Id)).toEqual(
				sandbox()
					.calls.slice(0, items)
					.map(({ Id }) => Id),
			);
			expect(sandbox().log).toHaveLength(requests);
		},
	);

	test('filters and sort go along with every page, filters as repeated parameters', async () => {
		const result = await run(
			getMany({
				returnAll: true,
				filters: {
					condition: [
						{ field: 'Status', operator: 'not', value: 'nothing at all' },
						{
							field: 'custom',
							customField: 'StartedAt',
							operator: 'not',
							value: '2026-11-20T08:00:00Z',
						},
					],
				},
				sort: { order: { field: 'StartedAt', direction: 'asc' } },
			}),
		);

		expect(result.items).toHaveLength(250);
		expect(sandbox().log).toHaveLength(3);
		for (const request of sandbox().log) {
			expect(queryValues(request, 'filter')).toEqual([
				'Status:not:nothing at all',
				'StartedAt:not:2026-11-20T08:00:00Z',
			]);
			expect(queryValues(request, 'sort')).toEqual(['StartedAt:asc']);
			expect(request.url).not.toContain('%5B');
		}
		const times = result.items.map(({ json }) => String(json.StartedAt));
		expect(times).toEqual([...times].sort());
	});

	test('the first page carries no cursor, and each later page the one that the service gave', async () => {
		await run(getMany({ returnAll: true }));

		const cursors = sandbox().log.map((request) => queryValues(request, 'cursor'));
		expect(cursors[0]).toEqual([]);
		expect(cursors.slice(1).every((values) => values.length === 1)).toBe(true);
		expect(new Set(cursors.flat()).size).toBe(2);
	});

	test('every item is paired with the input item that asked for it, also where one gets nothing', async () => {
		const result = await run(
			getMany({
				limit: 2,
				filters: {
					condition: [{ field: 'Id', operator: '={{ $json.operator }}', value: 'unknown' }],
				},
			}),
			{ items: [{ operator: 'not' }, { operator: 'equals' }, { operator: 'not' }] },
		);

		expect(result.error).toBeUndefined();
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 2 },
			{ item: 2 },
		]);
	});

	test('an operator typed as "==" is sent as such, although n8n takes it for an expression', async () => {
		const [{ Id }] = sandbox().calls;
		const result = await run(
			getMany({
				filters: {
					condition: [{ field: 'Id', operator: 'custom', customOperator: '==', value: Id }],
				},
			}),
		);

		expect(result.items.map(({ json }) => json.Id)).toEqual([Id]);
		expect(queryValues(sandbox().log[0], 'filter')).toEqual([`Id:==:${Id}`]);
	});

	test('a list filter joins its values with commas', async () => {
		const result = await run(
			getMany({
				returnAll: true,
				filters: {
					condition: [
						{ field: 'Keywords', operator: 'array-contains-any', value: 'Callback, Invoice' },
					],
				},
			}),
		);

		expect(queryValues(sandbox().log[0], 'filter')).toEqual([
			'Keywords:array-contains-any:Callback,Invoice',
		]);
		expect(result.items.length).toBeGreaterThan(0);
		for (const { json } of result.items) {
			expect(
				['Callback', 'Invoice'].some((word) => (json.Keywords as string[]).includes(word)),
			).toBe(true);
		}
	});

	test('records come out as the service sent them', async () => {
		const result = await run(getMany({ limit: 3 }));

		expect(result.items.map(({ json }) => json)).toEqual(sandbox().calls.slice(0, 3));
	});
});

test.each(['c-100/+=', 'a b&c=d?e#f', '100%', 'ключ', '{"after":"2026-11-20T08:00:00Z"}', '[0]'])(
	'the cursor %j comes back to the service as it was given',
	async (cursor) => {
		const sandbox = await startSandbox({ calls: 25, pageSize: 10, cursorPrefix: cursor });
		const result = await runNode({
			credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
			parameters: getMany({ returnAll: true }),
		});
		await sandbox.close();

		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(25);
		expect(sandbox.log).toHaveLength(3);
	},
);

describe('a service with names of its own for cursor and page size', () => {
	const { sandbox, run } = againstSandbox({
		calls: 25,
		cursorParameter: 'page[after]',
		pageSizeParameter: 'page[size]',
	});

	test('is read with the names from the credential', async () => {
		const result = await run(getMany({ returnAll: true, options: { pageSize: 10 } }), {
			credential: {
				apiKey: sandbox().apiKey,
				baseUrl: sandbox().url,
				cursorParameter: ' page[after] ',
				pageSizeParameter: ' page[size] ',
			},
		});

		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(25);
		expect(sandbox().log.map((request) => queryValues(request, 'page[size]'))).toEqual([
			['10'],
			['10'],
			['10'],
		]);
	});
});

describe('Return All as a text, as an expression may give it', () => {
	const { run } = againstSandbox({ calls: 60 });

	test.each([
		['true', 60],
		['false', 50],
	])('"%s" is what it says', async (text, count) => {
		const { items, error } = await run(getMany({ returnAll: `={{ "${text}" }}` }));

		expect(error).toBeUndefined();
		expect(items).toHaveLength(count);
	});
});

describe('a list that cannot be read on without losing or doubling records', () => {
	const { sandbox, run } = againstSandbox({ calls: 250, pageSize: 100 });

	test.each([
		['repeats the cursor', { kind: 'repeatCursor' }, TITLES.noCursorName],
		['ignores the cursor', { kind: 'ignoreCursor' }, TITLES.noCursorName],
		['never stops sending empty pages', { kind: 'emptyPage' }, TITLES.onlyEmptyPages],
	] as const)('ends with a sentence when the service %s', async (_, fault, title) => {
		sandbox().fault({ when: 'later-page', fault });
		const result = await run(getMany({ returnAll: true }));

		expect(result.items).toEqual([]);
		expect(result.error?.message).toBe(`${title}${at(0)}`);
		expect(sandbox().log.length).toBeLessThan(100);
	});

	test('goes on after an empty page', async () => {
		sandbox().fault({ when: 'later-page', times: 3, fault: { kind: 'emptyPage' } });
		const result = await run(getMany({ returnAll: true }));

		expect(result.error).toBeUndefined();
		expect(new Set(result.items.map(({ json }) => json.Id)).size).toBe(250);
		expect(result.items).toHaveLength(250);
	});

	test('ends with a sentence when more is promised without a cursor', async () => {
		sandbox().fault({
			fault: { kind: 'json', body: { data: [{ Id: 'a' }], hasMore: true, nextCursor: '' } },
		});
		const result = await run(getMany({ returnAll: true }));

		expect(result.error?.message).toBe(`${TITLES.noNextCursor}${at(0)}`);
	});

	test('nothing is asked for that a limit makes unnecessary, however odd the next page would be', async () => {
		sandbox().fault({ when: 'later-page', fault: { kind: 'ignoreCursor' } });
		const result = await run(getMany({ limit: 100 }));

		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(100);
	});
});

test('with hundreds of input items only a few read at once, and all are answered', async () => {
	const sandbox = await startSandbox({ calls: 5, delayMs: 1 });
	const result = await runNode({
		credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
		parameters: getMany({ limit: 1 }),
		items: Array.from({ length: 300 }, (_, index) => ({ index })),
	});
	await sandbox.close();

	expect(result.items).toHaveLength(300);
	expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 300 }, (_, item) => ({ item })),
	);
	expect(sandbox.inFlight.max).toBeLessThanOrEqual(10);
});
