/* The points that decide what to enter in the credential. */
import { CliError } from '../process/cliError.mjs';
import { ApiClient, fieldOf, pages } from './probe.mjs';

/** Further names for the cursor, which the node does not try. */
const CURSOR_NAMES =
	`startingAfter next_token continuation_token next_page_token nextPageToken token pageCursor
	page_cursor startCursor start_cursor afterCursor after_cursor cursorId cursor_id afterId after_id lastId last_id
	lastKey last_key startAfterId start_after lastDoc lastDocId startAt start_at startKey scroll_id pagingToken
	paginationToken pagination_token search_after resumeToken page[after] page[cursor] pageKey nextKey nextId nextPage
	next_page exclusiveStartKey lastEvaluatedKey cursorMark $skiptoken skipToken bookmark continuation marker position
	from start skip page before anchor`.split(/\s+/);

const LIST_PATHS = ['/public/calls', '/calls'];
const HEADERS = ['Authorization', 'Authentication'];
const PREFIXES = ['', 'Bearer '];
const PAGE_SIZE_NAMES = 'limit pageSize page_size perPage per_page size take count'.split(' ');

/** Whether a key has a prefix of its own, which is sent as it is. */
const hasPrefix = (key) => /\s/.test(key);

/** Every way to send the key, as docs/api.md has it first. */
function ways(key) {
	const prefixes = hasPrefix(key) ? [''] : PREFIXES;
	return prefixes.flatMap((prefix) => HEADERS.map((header) => ({ header, prefix })));
}

const named = ({ header, prefix }) => `${header}: ${prefix}<key>`;

/**
 * Which path lists calls, and how the key must be sent for it.
 * @returns The first way that gives a list, and that list.
 * @throws {CliError} With what every way gave, if none does.
 */
export async function findLists(probe, row) {
	const found = [];
	const seen = [];
	for (const path of LIST_PATHS) {
		for (const way of ways(probe.key)) {
			const response = await probe.send({ path, ...way });
			if (response.records) found.push({ access: { path, ...way }, response });
			seen.push(`GET ${path} with ${named(way)}: ${response.status} ${response.words}`.trim());
			if (response.status === 404) break;
		}
	}
	if (found.length === 0) {
		throw new CliError(
			'No list of calls was found.',
			'Check the address and the key. The paths of the API are appended to the address.',
			seen.join('\n'),
		);
	}
	const paths = new Set(found.map(({ access }) => access.path));
	const accepted = found.filter(({ access }) => access.path === found[0].access.path);
	const keys = accepted.map(({ access }) => named(access)).join(', ');
	row('Path of the list', [...paths].join(', '), '/public/calls');
	row('Key for the list', keys, 'Authorization: <key>');
	row('Clock', clockOf(found[0].response), 'right within a minute');
	return found[0];
}

/** By how much the service's clock differs, from the header Date, which has whole seconds. */
function clockOf({ headers, receivedAt }) {
	const date = Date.parse(headers.date);
	if (Number.isNaN(date)) return 'no Date in the response';
	const seconds = Math.round((date + 500 - receivedAt) / 1000);
	return seconds === 0 ? 'right' : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`;
}

/** Where the variants that docs/api.md knows have Call Create, by how they send the key for the list. */
function usualCreate({ key }, { path, header, prefix }) {
	if (header === 'Authentication') return { path, keyHeader: 'authentication' };
	if (prefix || hasPrefix(key)) return { path, keyHeader: 'authorization' };
	return { path: '/calls', keyHeader: 'documented' };
}

/**
 * Which path places calls, and in which header the key is sent for it. The body of the request has no
 * phone number, so that the service can only reject it.
 * @returns `isElsewhere` if it is not below the address
 */
export async function findCreate(probe, row, access, mayAsk) {
	const usual = usualCreate(probe, access);
	if (!mayAsk) {
		const isElsewhere = usual.keyHeader === 'documented' && access.path === usual.path;
		const where = isElsewhere ? 'probably above' : `probably ${usual.path}`;
		row('Path of Create', where, '/calls');
		return { ...usual, isElsewhere };
	}
	const { prefix } = access;
	const usualHeader = usual.keyHeader === 'authorization' ? 'Authorization' : 'Authentication';
	for (const path of new Set([usual.path, '/calls', '/public/calls'])) {
		for (const header of new Set([usualHeader, ...HEADERS])) {
			const { status } = await probe.send({ method: 'POST', path, header, prefix, body: '{}' });
			if (status === 404 || status === 405) break;
			if (status === 401 || status === 403) continue;
			row('Path of Create', `${path} (a body without a number: ${status})`, '/calls');
			row('Key for Create', named({ header, prefix }), 'Authentication: <key>');
			const isSame = header === access.header;
			return { path, keyHeader: isSame ? header.toLowerCase() : 'documented' };
		}
	}
	row('Path of Create', 'not found, or the key may not place calls', '/calls');
	return { ...usual, isElsewhere: true };
}

/** Under which name a page of one record can be asked for; empty if there is none. */
export async function checkPageSize(list, row, { body, records }) {
	const others = (fieldOf(body, 'data') ?? []).length - records.length;
	const count = others ? `${records.length}, and ${others} that are none` : records.length;
	row('Records on a page', count, '–');
	const found = async () => {
		for (const name of PAGE_SIZE_NAMES) {
			const page = await list({ [name]: 1 });
			if (page.records?.length === 1) return name;
		}
		return '';
	};
	const name = records.length < 2 ? undefined : await found();
	const none = `none of ${PAGE_SIZE_NAMES.join(', ')}`;
	row('Page size', name === undefined ? 'not seen: too few calls' : name || none, 'none is sent');
	return name ?? '';
}

/**
 * Under which name the cursor is taken, as the node finds it.
 * @returns what to enter as Cursor Parameter
 */
export async function checkCursor(list, row, path, pageSizeParameter) {
	const client = new ApiClient({
		send: async ({ query }) => await list(query),
		baseUrl: 'http://localhost',
		service: { cursorParameter: '', pageSizeParameter },
		// The probe does it.
		redact: (received) => received,
		retries: { attempts: 1, patienceMs: 0 },
	});
	const { names } = client.cursorMemory;
	client.cursorMemory.names = [...names, ...CURSOR_NAMES];
	const request = { path, query: {}, ...(pageSizeParameter && { pageSize: 2 }) };
	let error;
	try {
		let read = 0;
		for await (const _ of pages(client, request)) if (++read === 3) break;
	} catch (thrown) {
		error = thrown;
	}
	const { name } = client.cursorMemory;
	// What a success begins with may be a record.
	const [failure] = (error?.message ?? 'not seen: the list has one page').split(' It begins with');
	const found = name || failure;
	row('Cursor', found, 'cursor first, then other names');
	if (name) return names.includes(name) ? '(empty: the node finds it)' : name;
	return error ? 'ask the service' : '(empty)';
}
