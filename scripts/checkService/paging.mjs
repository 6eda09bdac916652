import { ApiClient, collect, pages } from './probe.mjs';

const PAGE_SIZE_NAMES = [
	'limit',
	'pageSize',
	'page_size',
	'perPage',
	'per_page',
	'size',
	'take',
	'count',
];

/** Under which name a page of one record can be asked for; empty if there is none. */
export async function checkPageSize(list, row, { body, records: data }) {
	const assumed = 'none is sent';
	const others = body.data.length - data.length;
	row(
		'Records on a page',
		others ? `${data.length}, and ${others} that are none` : data.length,
		'–',
	);
	if (data.length < 2) {
		row('Page size', 'not seen: too few calls', assumed);
		return '';
	}
	for (const name of PAGE_SIZE_NAMES) {
		const { records } = await list({ [name]: 1 });
		if (records?.length === 1) {
			row('Page size', name, assumed);
			return name;
		}
	}
	row('Page size', `none of ${PAGE_SIZE_NAMES.join(', ')}`, assumed);
	return '';
}

/**
 * Under which name the cursor is taken, as the node finds it.
 *
 * @returns what to enter as Cursor Parameter
 */
export async function checkCursor(list, row, path, pageSizeParameter) {
	const service = { cursorParameter: '', pageSizeParameter };
	const client = new ApiClient({
		send: async ({ query }) => await list(query),
		baseUrl: 'http://localhost',
		service,
		retries: { attempts: 1, patienceMs: 0 },
	});
	const request = { path, query: {}, ...(pageSizeParameter && { pageSize: 2 }) };
	let read = 0;
	const isLast = () => ++read === 3;
	const error = await collect(pages(client, request), { limit: Infinity, isLast }).then(
		() => undefined,
		(thrown) => thrown,
	);
	const name = client.cursorMemory.found.get(path);
	const found = name ?? (error ? error.message : 'not seen: the list has one page');
	row('Cursor', found, 'cursor first, then other names');
	if (name) return '(empty: the node finds it)';
	return error ? 'ask the service' : '(empty)';
}
