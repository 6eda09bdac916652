/* A service of its own, to judge by: lists only, and a cursor that is the ID of the last call. */
const { createServer } = require('node:http');

/**
 * @param {{ parameter: string, calls: number, size: number, others: 'ignored' | 'rejected', after?: 'date' }} options
 * with `after: 'date'`, a parameter of that name keeps the calls that began after what it says
 */
async function startPlainService({ parameter, calls, size, others, after }) {
	const all = Array.from({ length: calls }, (_, index) => ({
		Id: `c${String((index * 7919) % calls).padStart(5, '0')}`,
		StartedAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
	}));
	/** @type {Array<{ names: string[], key: string | undefined }>} */
	const requests = [];
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
		const names = [...searchParams.keys()].filter((name) => name !== 'sort');
		requests.push({ names, key: request.headers.authorization });
		const send = (status, body) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		};
		const strange = names.filter((name) => name !== parameter && !(after && name === 'after'));
		if (strange.length > 0 && others === 'rejected') return send(422, { detail: 'unexpected' });
		const since = after && parameter !== 'after' ? searchParams.get('after') : null;
		const listed = since === null ? all : all.filter((call) => call.StartedAt > since).slice(-4);
		const cursor = searchParams.get(parameter);
		const start = cursor === null ? 0 : listed.findIndex(({ Id }) => Id === cursor) + 1;
		if (cursor !== null && start === 0) return send(400, { detail: 'no such cursor' });
		const data = listed.slice(start, start + size);
		const hasMore = start + size < listed.length;
		return send(200, { data, hasMore, nextCursor: hasMore ? data.at(-1)?.Id : '' });
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		url: `http://127.0.0.1:${port}`,
		ids: all.map(({ Id }) => Id),
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

module.exports = { startPlainService };
