import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../../nodes/service/client';
import { CursorMemory } from '../../nodes/service/cursorName';
import { readRecords } from '../../nodes/service/pages';
import type { ApiResponse } from '../../nodes/service/response';
import { UserError } from '../../nodes/n8n/errors';
import { ids, LIST } from '../support/readPages';
import { json, page, respondingClient, SERVICE, type Recorded } from '../support/scriptedClient';
import { cases } from '../support/deep';
import { rejectionOf } from '../support/userError';

/* The credential names no parameter for the cursor: the node finds it. */

const SEARCHED = { ...SERVICE, cursorParameter: '' };

const { names: NAMES } = new CursorMemory();

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
			// By the records: the place of a record changes where others begin.
			const odd = records.filter(
				({ Id }) => [...String(Id)].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 2,
			);
			if (found.includes('filters')) return cut(odd, 0);
			if (found.includes('fewOthers')) return page(records.slice(-2));
			const position = /\d+/.exec(String(cursor ?? '0'));
			return position ? cut(records, Number(position[0])) : json({ message: 'Bad cursor' }, 400);
		},
		{ service: SEARCHED },
	);
}

const read = async ({ client }: Recorded, list = LIST) =>
	await readRecords(client, list, Infinity).catch((error: UserError) => error);

const namesTried = ({ requests }: Recorded) =>
	requests.map(({ query }) => Object.keys(query ?? {}).find((name) => name !== 'filter') ?? '');

const service = (parameter: string, more: Partial<Service> = {}) =>
	serve({ parameter, unknown: 'refused', records: calls(9), size: 3, kind: 'position', ...more });

it('twelve names are tried, those of other services', () => {
	expect(NAMES.join(' ')).toBe(
		'cursor nextCursor next_cursor after pageToken page_token startAfter starting_after nextToken next continuationToken offset',
	);
});

describe.each(['nothing', 'refused'] as const)('where a wrong name is %s', (unknown) => {
	it.each(NAMES)('a list of two pages is read to its end with the name %s', async (parameter) => {
		const two = service(parameter, { unknown, records: calls(5), kind: 'unique' });
		expect(await read(two)).toEqual(calls(5));
	});

	it('a list of nine pages whose cursor is called "after" takes few requests more', async () => {
		const nine = service('after', { unknown, records: calls(27) });
		expect(await read(nine)).toEqual(calls(27));
		expect(nine.requests.length).toBeLessThanOrEqual(12);
	});

	it('a cursor of an earlier execution is judged by the first page', async () => {
		const { client } = service('nextToken', { unknown });
		const list = { ...LIST, resumeAt: '3' };
		expect(await readRecords(client, list, Infinity)).toEqual(calls(9).slice(3));
		expect(client.cursorMemory.name).toBe('nextToken');
	});
});

it('nothing is lost or doubled without a word, whatever the names mean to a service', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...NAMES, 'unheard_of'),
			fc.constantFrom('nothing' as const, 'refused' as const),
			fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...MEANINGS), { maxKeys: 4 }),
			fc.nat(25),
			fc.integer({ min: 3, max: 6 }),
			fc.constantFrom('position' as const, 'unique' as const),
			fc.nat(1),
			async (parameter, unknown, meanings, count, size, kind, begin) => {
				delete meanings[parameter];
				// What docs/api.md assumes is believed without more ado.
				if (!['nothing', 'refused', 'failure'].includes(meanings.cursor)) delete meanings.cursor;
				const records = calls(count);
				const random = serve({
					...{ parameter, unknown, meanings, records, size, kind },
					begin: (request) => (request === 0 || request > 50 ? 0 : begin),
				});
				const result = await read(random);
				expect(random.requests.length).toBeLessThan(120);
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

it('none of the names may work: the error says which were tried, and what the service said', async () => {
	const unknown = service('unheard_of');
	const { message, advice } = (await read(unknown)) as UserError;
	expect(message).toBe(
		'The service has more records, but the node did not find the query parameter for the cursor',
	);
	expect(advice).toBe(
		`Ask the service which query parameter takes "nextCursor", and enter its name as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned. Tried without success: ${NAMES.join(', ')}. To "cursor", the service responded: The service rejected the request: Unknown parameter (422).`,
	);
	expect(namesTried(unknown).slice(1)).toEqual(NAMES);
	expect(NAMES.length).toBeLessThanOrEqual(12);

	// The other items of the run are told so at once.
	expect(await read(unknown)).toMatchObject({ message, advice });
	expect(unknown.requests).toHaveLength(NAMES.length + 2);

	// What was said of another name is not shown.
	const meanings = { nextCursor: 'refused' } as const;
	const other = service('unheard_of', { unknown: 'nothing', meanings });
	expect(await read(other)).toMatchObject({ advice: expect.not.stringContaining('responded') });
});

it('a page that a filter made of the list is no next page', async () => {
	const meanings = { nextCursor: 'filters', page_token: 'fewOthers' } as const;
	expect(await read(service('nextToken', { meanings, size: 2 }))).toEqual(calls(9));
});

describe('an empty page', () => {
	/** `other` is the response to a value that is no cursor. */
	const list = (parameter: string, byCursor: Record<string, ApiResponse>, other: ApiResponse) =>
		respondingClient(
			({ query = {} }) => {
				const isWrong = Object.keys(query).some((name) => !['filter', parameter].includes(name));
				if (isWrong) return json({}, 400);
				return byCursor[String(query[parameter] ?? '')] ?? other;
			},
			{ service: SEARCHED },
		);

	it('with another cursor is the next one under the likeliest name', async () => {
		// Services that filter after paging send such a page.
		const pagesOf = { '': page(ids('a'), '1'), '1': page([], '2'), '2': page(ids('b')) };
		const filtering = list('cursor', pagesOf, page([], '2'));
		expect(await read(filtering)).toEqual(ids('a', 'b'));
		expect(filtering.requests).toHaveLength(3);
	});

	it('may be the last one, and what comes for no cursor', async () => {
		const first = page(ids('a'), '1');
		expect(await read(list('page_token', { '': first, '1': page([]) }, first))).toEqual(ids('a'));
		const pagesOf = { '': first, '1': page(ids('b')) };
		expect(await read(list('page_token', pagesOf, page([])))).toEqual(ids('a', 'b'));
	});

	it.each(['empties', 'emptyPages'] as const)('proves nothing of a name: %s', async (meaning) => {
		const name = meaning === 'empties' ? 'cursor' : 'nextCursor';
		const unknown = service('unheard_of', { meanings: { [name]: meaning } });
		expect(await read(unknown)).toBeInstanceOf(UserError);
	});
});

it.each([
	['2', 2, true],
	['2', 3, false],
	['17x', 3, true],
])('"offset" is tried for the cursor %s after %i records: %j', async (cursor, count, isTried) => {
	const list = respondingClient(() => page(calls(count), cursor), { service: SEARCHED });
	await read(list);
	expect(namesTried(list).includes('offset')).toBe(isTried);
});

it('a name under which the list is asked for something else is not tried', async () => {
	const list = { ...LIST, query: { ...LIST.query, after: '2026-11-01' } };
	const recorded = respondingClient(() => page(ids('a'), 'next'), { service: SEARCHED });
	await read(recorded, list);
	for (const { query } of recorded.requests) expect(query?.after).toBe('2026-11-01');
});

describe('what was found', () => {
	it('is used by the next list without more ado, and tried first for another one', async () => {
		const found = service('nextToken', { size: 5 });
		await read(found);
		const searched = found.requests.length;
		await read(found);
		await read(found, { ...LIST, path: '/public/others' });
		await readRecords(found.client, { ...LIST, path: '/public/more', resumeAt: '5' }, 9);
		expect(namesTried(found).slice(searched)).toEqual([
			...['', 'nextToken', '', 'nextToken', 'nextToken'],
		]);
	});

	it('is found once where two lists are read at the same time', async () => {
		const found = service('nextToken');
		expect(await Promise.all([read(found), read(found)])).toEqual([calls(9), calls(9)]);
		expect(namesTried(found).filter((name) => name === 'cursor')).toHaveLength(1);
	});

	it('earlier is replaced where it is not the right name any more', async () => {
		const renamed = service('nextToken', { unknown: 'nothing' });
		renamed.client.cursorMemory.name = 'cursor';
		expect(await read(renamed)).toEqual(calls(9));
		expect(renamed.client.cursorMemory.name).toBe('nextToken');
	});

	it('is nothing where a cursor of an earlier execution is refused, so it is tried again', async () => {
		const refusing = service('unheard_of');
		const resume = async () =>
			await rejectionOf(readRecords(refusing.client, { ...LIST, resumeAt: '3' }, 9));
		const first = await resume();
		const requests = refusing.requests.length;
		expect(await resume()).toEqual(first);
		expect(refusing.requests).toHaveLength(2 * requests);
	});
});

describe('the response to a wrong name', () => {
	const responding = (name: string, response: ApiResponse) =>
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
	])('may say anything of the request: %s, %i', async (name, status) => {
		expect(await read(responding(name, json({}, status)))).toEqual(ids('a', 'b'));
	});

	it('under the likeliest name is taken for what it says', async () => {
		for (const status of [401, 403, 404, 500]) {
			const failing = responding('cursor', json({}, status));
			expect(await read(failing)).toMatchObject({ status });
			expect(failing.requests).toHaveLength(2);
		}
		expect(await read(responding('nextCursor', json({ unlike: 'a list' })))).toBeInstanceOf(
			UserError,
		);
	});
});
