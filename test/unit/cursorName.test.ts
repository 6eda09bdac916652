import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../../nodes/service/client';
import type { ApiResponse } from '../../nodes/service/response';
import { collect, pages } from '../../nodes/service/pagination';
import { UserError } from '../../nodes/n8n/errors';
import { ids, LIST } from '../support/readPages';
import { json, page, respondingClient, SERVICE, type Recorded } from '../support/scriptedClient';
import { cases } from '../support/deep';
import { rejectionOf } from '../support/userError';

/* The credential names no parameter for the cursor: the node finds it. */

const SEARCHED = { ...SERVICE, cursorParameter: '' };

const calls = (count: number, name = 'call') =>
	ids(...Array.from({ length: count }, (_, index) => `${name} ${index}`));

/** What a service makes of a parameter that is not the one for its cursor. */
const MEANINGS = [
	...(['nothing', 'refused', 'failure', 'empties', 'emptyPages', 'filters', 'fewOthers'] as const),
];
type Meaning = (typeof MEANINGS)[number];

interface Service {
	parameter: string;
	/** Of all parameters that are not listed in `meanings`. */
	unknown: 'nothing' | 'refused';
	meanings?: Record<string, Meaning>;
	records: IDataObject[];
	size: number;
	/** What stands in its cursors. */
	kind: 'position' | 'unique';
	/** Calls that begin before each request. */
	begin?: (request: number) => number;
}

function serve({ begin = () => 0, ...service }: Service): Recorded {
	const { parameter, unknown, meanings = {}, size, kind } = service;
	let records = service.records;
	let asked = 0;
	const cut = (list: IDataObject[], position: number) => {
		const next = position + size;
		const mark = kind === 'unique' ? `at ${next} for ${asked}` : String(next);
		return page(list.slice(position, next), next < list.length ? mark : '');
	};
	return respondingClient(
		({ query = {} }: ApiRequest) => {
			records = [...calls(begin(asked), `new ${asked}`), ...records];
			asked++;
			const { filter, [parameter]: cursor, ...others } = query;
			expect(filter).toEqual(LIST.query.filter);
			const found = Object.keys(others).map((name) => meanings[name] ?? unknown);
			if (found.includes('refused')) return json({ message: 'Unknown parameter' }, 422);
			if (found.includes('failure')) return json({ message: 'Oops' }, 500);
			if (found.includes('empties')) return page([]);
			if (found.includes('emptyPages')) return page([], `${asked}`);
			if (found.includes('filters'))
				return cut(
					records.filter((_, index) => index % 2),
					0,
				);
			if (found.includes('fewOthers')) return page(records.slice(-2));
			const position = /\d+/.exec(String(cursor ?? '0'));
			return position ? cut(records, Number(position[0])) : json({ message: 'Bad cursor' }, 400);
		},
		{ service: SEARCHED },
	);
}

const read = async ({ client }: Recorded, list = LIST) =>
	await collect(pages(client, list), { limit: Infinity }).catch((error: UserError) => error);

const namesTried = ({ requests }: Recorded) =>
	requests.map(({ query }) => Object.keys(query ?? {}).find((name) => name !== 'filter') ?? '');

// Names of well-known services, in no order of the node's.
const NAMES = [
	...['starting_after', 'page_token', 'offset', 'continuationToken', 'next', 'pageToken', 'marker'],
	...['startAfter', 'after', 'next_cursor', 'nextToken', 'bookmark', 'page[cursor]', 'from'],
	...['cursor', 'lastDocId', 'page_key', 'startAfterId', 'cursorMark', 'resumeToken', 'before'],
	...['$skiptoken', 'nextPageToken', 'page_cursor', 'afterCursor', 'start_cursor', 'cursorId'],
	...['after_id', 'lastId', 'last_key', 'startKey', 'scroll_id', 'pagingToken', 'search_after'],
	...['pagination_token', 'page[after]', 'nextPageCursor', 'next_key', 'nextId', 'last_doc'],
	...['cursorToken', 'skip_token', 'exclusiveStartKey', 'lastEvaluatedKey', 'pagination[cursor]'],
	...['next_page', 'continuation', 'token', 'position', 'startAt', 'start', 'skip', 'page'],
	...['continue', 'start_from', 'fromId', 'anchor', 'pageId'],
];

it.each(NAMES)('a list of two pages is read to its end with the name %s', async (parameter) => {
	const records = calls(5);
	for (const unknown of ['nothing', 'refused'] as const) {
		const two = serve({ parameter, unknown, records, size: 3, kind: 'unique' });
		expect(await read(two)).toEqual(records);
	}
});

it('nothing is lost or doubled without a word, whatever the names mean to a service', async () => {
	await fc.assert(
		fc.asyncProperty(
			// A service takes the number of a page for `page`, not that of a record, as this one would.
			fc.constantFrom(...NAMES.filter((name) => name !== 'page'), 'unheard_of'),
			fc.constantFrom('nothing' as const, 'refused' as const),
			fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...MEANINGS), { maxKeys: 4 }),
			fc.nat(25),
			fc.integer({ min: 3, max: 6 }),
			fc.constantFrom('position' as const, 'unique' as const),
			fc.nat(1),
			async (parameter, unknown, meanings, count, size, kind, begin) => {
				delete meanings[parameter];
				// What docs/api.md assumes is believed without more ado.
				if (['filters', 'fewOthers'].includes(meanings.cursor)) delete meanings.cursor;
				const records = calls(count);
				const service = serve({
					...{ parameter, unknown, meanings, records, size, kind },
					begin: (request) => (request === 0 || request > 100 ? 0 : begin),
				});
				const result = await read(service);
				expect(service.requests.length).toBeLessThan(250);
				const isClear = Object.values(meanings).every((each) =>
					['nothing', 'refused'].includes(each),
				);
				if (isClear && begin === 0 && parameter !== 'unheard_of')
					expect(result).toBeInstanceOf(Array);
				if (result instanceof UserError) return;
				const old = result.map(({ Id }) => Id).filter((id) => String(id).startsWith('call'));
				expect(old).toEqual(records.map(({ Id }) => Id));
			},
		),
		{ numRuns: cases(500) },
	);
});

const service = (parameter: string, more: Partial<Service> = {}) =>
	serve({ parameter, unknown: 'refused', records: calls(9), size: 3, kind: 'position', ...more });

it('none of the names may work: the error says which were tried, and what the service said', async () => {
	const unknown = service('unheard_of');
	const { message, advice } = (await read(unknown)) as UserError;
	expect(message).toBe(
		'The service has more records, but the node did not find the query parameter for the cursor',
	);
	expect(advice).toContain("as 'Cursor Parameter' under 'Advanced' in the credential.");
	expect(advice).toContain('No partial list was returned.');
	expect(advice).toContain(
		'To "cursor", the service responded: The service rejected the request: Unknown parameter (422).',
	);
	expect(advice).toContain('returned. Tried');
	const tried = namesTried(unknown).slice(1);
	expect(advice).toContain(`Tried without success: ${tried.join(', ')}.`);
	expect(`${message}${advice}`.length).toBeLessThan(2000);

	// The other items of the run are told so at once.
	const before = unknown.requests.length;
	expect(await read(unknown)).toMatchObject({ message, advice });
	expect(unknown.requests).toHaveLength(before + 1);
});

it('a page that a filter made of the list is no next page', async () => {
	const meanings = { nextCursor: 'filters', page_token: 'fewOthers' } as const;
	expect(await read(service('next_token', { meanings, size: 2 }))).toEqual(calls(9));
});

it('a cursor of an earlier execution is judged by the first page where no name is known', async () => {
	for (const unknown of ['nothing', 'refused'] as const) {
		const { client } = service('next_token', { unknown });
		const rest = await collect(pages(client, LIST, '3'), { limit: Infinity });
		expect(rest).toEqual(calls(9).slice(3));
		expect(client.cursorMemory.name).toBe('next_token');
	}
});

it('a remembered name that is not the right one any more is replaced', async () => {
	const renamed = service('next_token', { unknown: 'nothing' });
	renamed.client.cursorMemory.name = 'cursor';
	expect(await read(renamed)).toEqual(calls(9));
	expect(renamed.client.cursorMemory.name).toBe('next_token');
});

it.each(['nothing', 'refused'] as const)(
	'as many calls may begin before the second page as stand on the first: %s',
	async (unknown) => {
		const begin = (request: number) => (request === 1 ? 3 : 0);
		expect(await read(service('cursor', { unknown, begin }))).toEqual(calls(9));
	},
);

describe('an empty page', () => {
	/** `other` answers to a value that is no cursor. */
	const list = (parameter: string, byCursor: Record<string, ApiResponse>, other: ApiResponse) =>
		respondingClient(
			({ query = {} }) => {
				const isWrong = Object.keys(query).some((name) => !['filter', parameter].includes(name));
				if (isWrong) return json({}, 400);
				return byCursor[String(query[parameter] ?? '')] ?? other;
			},
			{ service: SEARCHED },
		);

	it.each([
		['an error', json({}, 400), 4],
		['another one', page([], '2'), 93],
	])('is no end of the list where no cursor brings %s', async (_, other, requests) => {
		// Services that filter after paging send such a page.
		const pagesOf = { '': page(ids('a'), '1'), '1': page([], '2'), '2': page(ids('b')) };
		const filtering = list('cursor', pagesOf, other);
		expect(await read(filtering)).toEqual(ids('a', 'b'));
		// An error shows at once that the name means something; otherwise all names are tried.
		expect(filtering.requests).toHaveLength(requests);
	});

	it('may be the last one, and what comes for no cursor', async () => {
		const first = page(ids('a'), '1');
		expect(await read(list('page_token', { '': first, '1': page([]) }, first))).toEqual(ids('a'));
		const pagesOf = { '': first, '1': page(ids('b')) };
		expect(await read(list('page_token', pagesOf, page([])))).toEqual(ids('a', 'b'));
	});

	it.each([
		['cursor', 'empties'],
		['nextCursor', 'emptyPages'],
	] as const)('proves nothing of a name: %s', async (name, meaning) => {
		const unknown = service('unheard_of', { meanings: { [name]: meaning } });
		expect(await read(unknown)).toBeInstanceOf(UserError);
	});
});

it('what a service said of a name that is not the first is not shown', async () => {
	const unknown = service('unheard_of', {
		unknown: 'nothing',
		meanings: { nextCursor: 'refused' },
	});
	expect(await read(unknown)).toMatchObject({ advice: expect.not.stringContaining('responded') });
});

it('names of numbers are tried only where the cursor may be such a number', async () => {
	const numbers = ['position', 'from', 'start', 'offset', 'skip', 'page'];
	const tried = async (cursor: string, count: number) => {
		const list = respondingClient(() => page(calls(count), cursor), { service: SEARCHED });
		await read(list);
		return numbers.filter((name) => namesTried(list).includes(name));
	};
	expect(await tried('2', 2)).toEqual(numbers);
	expect(await tried('2', 3)).toEqual(['page']);
	expect(await tried('3', 3)).toEqual(numbers.slice(0, -1));
	expect(await tried('17', 3)).toEqual([]);
	for (const text of ['17x', 'x17']) expect(await tried(text, 3)).toEqual(numbers);
});

it('a name under which the list is asked for something else is not tried', async () => {
	const list = { ...LIST, query: { ...LIST.query, from: '2026-11-01' } };
	const recorded = respondingClient(() => page(ids('a'), 'next'), { service: SEARCHED });
	await read(recorded, list);
	expect(new Set(recorded.requests.map(({ query }) => query?.from))).toEqual(
		new Set(['2026-11-01']),
	);
});

describe('what was found', () => {
	it('is used by the next list without more ado, and tried first for another one', async () => {
		const found = service('next_token', { size: 5 });
		await read(found);
		const searched = found.requests.length;
		await read(found);
		expect(namesTried(found).slice(searched)).toEqual(['', 'next_token']);
		await read(found, { ...LIST, path: '/public/others' });
		expect(namesTried(found).slice(searched + 2)).toEqual(['', 'next_token']);
		await collect(pages(found.client, { ...LIST, path: '/public/more' }, '5'), { limit: 9 });
		expect(namesTried(found).slice(searched + 4)).toEqual(['next_token']);
	});

	it('is found once where two lists are read at the same time', async () => {
		const found = service('next_token');
		expect(await Promise.all([read(found), read(found)])).toEqual([calls(9), calls(9)]);
		expect(namesTried(found).filter((name) => name === 'cursor')).toHaveLength(1);
	});

	it('is nothing where the cursor of an earlier execution is refused, so it is tried again', async () => {
		const refusing = service('unheard_of');
		const resume = async () =>
			await rejectionOf(collect(pages(refusing.client, LIST, '3'), { limit: 9 }));
		const first = await resume();
		const requests = refusing.requests.length;
		expect(await resume()).toEqual(first);
		expect(refusing.requests).toHaveLength(2 * requests);
	});
});

describe('a wrong name', () => {
	const answering = (name: string, response: ApiResponse) =>
		respondingClient(
			({ query = {} }) => {
				if (name in query) return response;
				return query.page_token === 'b' ? page(ids('b')) : page(ids('a'), 'b');
			},
			{ service: SEARCHED },
		);

	it.each([
		...[302, 400, 401, 403, 404, 422, 500].map((status) => ['nextCursor', status] as const),
		...[400, 422].map((status) => ['cursor', status] as const),
	])('may make the service say anything of the request: %s, %i', async (name, status) => {
		expect(await read(answering(name, json({}, status)))).toEqual(ids('a', 'b'));
	});

	it('is no reason for a failure that has nothing to do with the request', async () => {
		for (const response of [json({}, 501), json({ unlike: 'a list' })]) {
			const failing = answering('nextCursor', response);
			expect(await read(failing)).toBeInstanceOf(UserError);
			expect(failing.requests).toHaveLength(3);
		}
	});
});

it('a failure of the service is not taken for a wrong name', async () => {
	for (const status of [401, 403, 404, 500]) {
		const { client, requests } = respondingClient(
			({ query }) => (query?.cursor ? json({}, status) : page(ids('a'), '1')),
			{ service: SEARCHED },
		);
		expect(await read({ client, requests })).toMatchObject({ status });
		expect(requests).toHaveLength(2);
	}
});
