import type { INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox';
import { againstSandbox, queryValues } from '../../support/againstSandbox';
import { ADVICE, at, TITLES } from '../../support/engineSentences';
import { eachOperation, EVENTS, untouched } from '../../support/undocumented';

/* Nothing is known of the responses of these operations, so that every shape that makes sense is taken. */

describe('lists', () => {
	const { sandbox, run } = againstSandbox({ calls: 1, pageSize: 50 });
	const events = (parameters: INodeParameters) => run({ ...untouched(EVENTS), ...parameters });

	test.each([
		['Return All', { returnAll: true }, 120, 3],
		['a limit of 70', { limit: 70 }, 70, 2],
		['a limit of 50', { limit: 50 }, 50, 1],
		['a limit of 1', { limit: 1 }, 1, 1],
		['the default limit', {}, 50, 1],
	])('with %s are read page by page, and no further', async (_, parameters, count, requests) => {
		const { items } = await events(parameters);

		const wanted = Array.from({ length: count }, (__, index) => `event-${index + 1}`);
		expect(items.map(({ json }) => json.Id)).toEqual(wanted);
		expect(sandbox().log).toHaveLength(requests);
		const cursors = sandbox().log.map((request) => queryValues(request, 'cursor').length);
		expect(cursors).toEqual([0, 1, 1].slice(0, requests));
	});

	test('take the cursor under the name in the credential', async () => {
		const other = await startSandbox({ calls: 1, pageSize: 50, cursorParameter: 'after' });
		const credential = { apiKey: other.apiKey, baseUrl: other.url, cursorParameter: 'after' };
		const { items } = await run({ ...untouched(EVENTS), returnAll: true }, { credential });
		await other.close();

		expect(items).toHaveLength(120);
		expect(other.log.map((request) => queryValues(request, 'after').length)).toEqual([0, 1, 1]);
	});

	test('whose cursor the service ignores end with a sentence, not twice', async () => {
		sandbox().fault({ fault: { kind: 'ignoreCursor' } });
		const { items, error } = await events({ returnAll: true });

		expect(items).toEqual([]);
		expect(error?.message).toBe(`${TITLES.noCursorName}${at(0)}`);
		expect(error?.description).toContain("'Cursor Parameter' under 'Advanced' in the credential");
	});

	test.each(['7', ' 7 '])(
		'with a limit of %j, as an expression may give it, are seven',
		async (limit) => {
			expect((await events({ limit })).items).toHaveLength(7);
		},
	);

	test.each([0, -1, 1.5, 'many', '', ' ', true])(
		'with a limit of %j are refused',
		async (limit) => {
			const { error } = await events({ limit });

			expect(error?.message).toBe(`${TITLES.noWholeNumber('Limit', String(limit).trim())}${at(0)}`);
			expect(error?.description).toBe(ADVICE.correctField('Limit'));
			expect(sandbox().log).toEqual([]);
		},
	);
});

describe('the answer of the service', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });
	const answers = (body: unknown) => sandbox().fault({ fault: { kind: 'json', body } });

	describe.each(eachOperation)('to %s', (_, named) => {
		test.each([
			['one object', { Id: 'x', n: 1 }, [{ Id: 'x', n: 1 }]],
			['an object with a field data', { id: 'x', data: { n: 1 } }, [{ id: 'x', data: { n: 1 } }]],
			['a bare list', [{ id: 'x' }, { id: 'y' }], [{ id: 'x' }, { id: 'y' }]],
			['a list in data', { data: [{ a: 1 }, { a: 1 }] }, [{ a: 1 }, { a: 1 }]],
			['an empty list', { data: [], hasMore: false, nextCursor: '' }, []],
		])('may be %s, and none of it is cut off', async (__, body, records) => {
			answers(body);
			const { items, error } = await run(untouched(named));

			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual(records);
		});

		test.each([
			['null', null, TITLES.noList('missing')],
			['a number', 7, TITLES.noList('missing')],
			['a switch', true, TITLES.noList('missing')],
			['a page without a list', { data: {}, hasMore: false }, TITLES.noList('not a list')],
			['a list of texts', ['x'], TITLES.noRecord],
			['a list with a hole', { data: [{ Id: 'x' }, null] }, TITLES.noRecord],
			[
				'more without a cursor',
				{ data: [{ Id: 'x' }], hasMore: true, nextCursor: null },
				TITLES.noNextCursor,
			],
		])('is refused with a sentence where it is %s', async (__, body, title) => {
			answers(body);
			const { items, error } = await run(untouched(named));

			expect(items).toEqual([]);
			expect(error?.message).toBe(`${title}${at(0)}`);
			expect(error?.description).not.toContain('Filters');
		});

		test.each([
			['a web page', { kind: 'html' }, TITLES.webPage(200)],
			['cut off', { kind: 'invalidJson' }, TITLES.notJson('')],
			['empty', { kind: 'empty' }, TITLES.emptyResponse(200)],
		] as const)('is refused where it is %s', async (__, fault, sentence) => {
			sandbox().fault({ fault });
			const { error } = await run(untouched(named));

			expect(error?.message).toContain(sentence);
		});

		test('is asked for again where the service is busy', async () => {
			sandbox().fault({ times: 1, fault: { kind: 'status', status: 503 } });
			const { error } = await run(untouched(named));

			expect(error).toBeUndefined();
			expect(sandbox().log).toHaveLength(2);
		});

		test('comes out as an error item where the node continues', async () => {
			sandbox().fault({ times: 1, fault: { kind: 'status', status: 404 } });
			const { outputs } = await run(untouched(named), {
				settings: { onError: 'continueErrorOutput' },
			});

			expect(outputs[0]).toEqual([]);
			expect(outputs[1]).toHaveLength(1);
			expect(Object.keys(outputs[1][0].json).sort()).toEqual(['error', 'message']);
			expect(outputs[1][0].json.message).toContain("correct 'Endpoint Path'");
		});
	});
});
