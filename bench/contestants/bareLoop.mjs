/*
 * The limit: what a person would write who has nothing but Node.js, and trusts the service in
 * everything. It keeps all records and does nothing else.
 */
import { get as httpGet } from 'node:http';
import { people } from './people.mjs';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * @param {{ client: 'fetch' | 'http.get', reuse: boolean }} contestant With `reuse`, one connection
 * serves all requests, which n8n does not do.
 * @param {{ url: string, apiKey: string }} connection
 */
export async function prepare({ client, reuse }, { url, apiKey }) {
	const close = reuse ? {} : { connection: 'close' };
	const ways = { fetch: byFetch, 'http.get': byHttpGet };
	const read = async (query) =>
		await ways[client](`${url}/public/calls?${new URLSearchParams(query)}`, {
			headers: { Authorization: apiKey, ...close },
		});
	const place = async (body) => {
		const answer = await fetch(`${url}/calls`, {
			method: 'POST',
			headers: { Authentication: apiKey, 'Content-Type': 'application/json', ...close },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`The service answered with ${answer.status}.`);
		return await answer.json();
	};
	const run = async (work) => {
		const kept = work.kind === 'create' ? await placeAll(place, work) : await readAll(read, work);
		return kept.length;
	};
	return { run };
}

async function byFetch(url, options) {
	const answer = await fetch(url, options);
	return { status: answer.status, body: await answer.json() };
}

async function byHttpGet(url, options) {
	return await new Promise((resolve, reject) => {
		httpGet(url, options, (answer) => {
			const pieces = [];
			answer.on('data', (piece) => pieces.push(piece));
			answer.on('error', reject);
			answer.on('end', () =>
				resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(pieces)) }),
			);
		}).on('error', reject);
	});
}

/** Reads until there is enough, or until a page in the order that was asked for lies before the day. */
async function readAll(read, { limit = Infinity, yesterday }) {
	const after = yesterday ?? -Infinity;
	const before = yesterday === undefined ? Infinity : after + dayMs;
	const startOf = ({ StartedAt }) => Date.parse(StartedAt);
	const kept = [];
	let query = yesterday === undefined ? {} : { sort: 'StartedAt:desc' };
	for (;;) {
		const { status, body } = await read(query);
		if (status === 400 && query.sort) {
			query = {};
			continue;
		}
		if (status !== 200) throw new Error(`The service answered with ${status}.`);
		for (const record of body.data) {
			if (startOf(record) >= after && startOf(record) < before) kept.push(record);
		}
		const times = body.data.map(startOf);
		const isSorted =
			query.sort && times.every((time, index) => index === 0 || time <= times[index - 1]);
		if (kept.length >= limit || !body.hasMore || (isSorted && times.at(-1) < after)) return kept;
		query = { ...query, cursor: body.nextCursor };
	}
}

/** So many workers take one item after another. */
async function placeAll(place, { count, callsAtOnce }) {
	const items = people(count);
	const placed = [];
	let next = 0;
	const worker = async () => {
		while (next < items.length) {
			const { assistant, phone, name, company } = items[next++];
			const body = { assistant_id: assistant, phone_number: phone, first_name: name, company };
			placed.push(await place(body));
		}
	};
	await Promise.all(Array.from({ length: callsAtOnce }, worker));
	return placed;
}
