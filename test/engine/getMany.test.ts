import type { INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../sandbox';
import { againstSandbox, queryValues } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';

/** Raw, so that the records can be compared with those of the service. */
const getMany = (parameters: INodeParameters = {}) => ({
	...{ resource: 'call', operation: 'getAll', output: 'raw' },
	...parameters,
});

const filters = (...condition: INodeParameters[]) => ({ filters: { condition } });

/** Lost by a client that does not encode it. */
const ODD_CURSOR = '[{"a b":"c&d=e?f#g+%2F/"}] ключ';

describe('250 calls in pages of 100', () => {
	const { sandbox, run } = againstSandbox({ calls: 250, pageSize: 100, cursorPrefix: ODD_CURSOR });

	test.each([
		['Return All', { returnAll: true }, 250, 3],
		['Return All that is no, as a text', { returnAll: '={{ "false" }}' }, 50, 1],
		['a limit of 101', { limit: 101 }, 101, 2],
		['the default limit of 50', {}, 50, 1],
		['a limit beyond the end', { limit: 1000 }, 250, 3],
	])(
		'%s gives the first records, as they are, in few requests',
		async (_, more, count, requests) => {
			const { items, error } = await run(getMany(more));

			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual(sandbox().calls.slice(0, count));
			expect(sandbox().log).toHaveLength(requests);
			// The first page carries no cursor, and each later page one of its own.
			const cursors = sandbox().log.map((request) => queryValues(request, 'cursor'));
			expect(cursors[0]).toEqual([]);
			expect(new Set(cursors.flat()).size).toBe(requests - 1);
		},
	);

	test('filters and sort go along with every page, filters as repeated parameters', async () => {
		const time = '2026-11-20T08:00:00Z';
		const { items } = await run(
			getMany({
				returnAll: true,
				...filters(
					{ field: 'Status', operator: 'not', value: 'nothing at all' },
					{ field: 'custom', customField: 'StartedAt', operator: 'not', value: time },
				),
				sort: { order: { field: 'StartedAt', direction: 'asc' } },
			}),
		);

		expect(items).toHaveLength(250);
		expect(sandbox().log).toHaveLength(3);
		for (const request of sandbox().log) {
			expect(queryValues(request, 'filter')).toEqual([
				'Status:not:nothing at all',
				`StartedAt:not:${time}`,
			]);
			expect(queryValues(request, 'sort')).toEqual(['StartedAt:asc']);
			expect(request.url).not.toContain('filter%5B');
		}
		const times = items.map(({ json }) => String(json.StartedAt));
		expect(times).toEqual([...times].sort());
	});

	test('every item is paired with the input item that asked for it, also where one gets nothing', async () => {
		const own = filters({ field: 'Id', operator: '={{ $json.operator }}', value: 'unknown' });
		const { items, error, hints } = await run(getMany({ limit: 2, ...own }), {
			items: [{ operator: 'not' }, { operator: 'equals' }, { operator: 'not' }],
		});

		expect(error).toBeUndefined();
		expect(hints).toHaveLength(1);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 2].map((item) => ({ item })),
		);
	});

	test('a filter that no call matches is a warning', async () => {
		const own = filters({ field: 'Keywords', operator: 'array-contains-any', value: ['vip'] });
		const { items, hints } = await run(getMany(own));
		expect(items).toEqual([]);
		const message = "No call matches 'Filters' (Keywords: vip). Upper and lower case count.";
		expect(hints).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
	});

	test.each(['equals', 'not'])(
		'the name of an assistant under Filters is an error: %s',
		async (operator) => {
			const own = filters({ field: 'Assistant', operator, value: 'Mara' });
			const { items, error } = await run(getMany(own));
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				`"Mara" under 'Filters' is the name of an assistant, not its ID${at(0)}`,
			);
		},
	);

	test.each<[string, FaultRule, string]>([
		['ignores the cursor', { fault: { kind: 'ignoreCursor' } }, TITLES.noCursorName],
		['goes on with empty pages', { fault: { kind: 'emptyPage' } }, TITLES.onlyEmptyPages],
		[
			'says that there is more, but not how to get it',
			{ fault: { kind: 'json', body: { data: [], hasMore: true, nextCursor: '' } } },
			TITLES.noNextCursor,
		],
	])('nothing comes out where the service %s', async (_, rule, title) => {
		sandbox().fault({ when: 'later-page', ...rule });
		const { items, error } = await run(getMany({ returnAll: true }));

		expect(items).toEqual([]);
		expect(error?.message).toBe(`${title}${at(0)}`);
		expect(sandbox().log.length).toBeLessThan(100);
	});
});

describe('a service with names of its own for cursor and page size', () => {
	const names = { cursorParameter: 'page[after]', pageSizeParameter: 'page[size]' };
	const { sandbox, run } = againstSandbox({ calls: 25, ...names });

	test('is read with the names from the credential', async () => {
		const { apiKey, url: baseUrl } = sandbox();
		const credential = { apiKey, baseUrl, ...names };
		const parameters = getMany({ returnAll: true, options: { pageSize: 10 } });
		const { items, error } = await run(parameters, { credential });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(25);
		const sizes = sandbox().log.map((request) => queryValues(request, 'page[size]'));
		expect(sizes).toEqual([['10'], ['10'], ['10']]);
	});
});
