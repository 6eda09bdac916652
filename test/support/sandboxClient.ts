import { sleep } from 'n8n-workflow';

import {
	startSandbox,
	type Call,
	type Page,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';

/* A client of the sandbox without any cleverness, for the tests of the sandbox itself. */

export const minute = 60_000;

/** A Tuesday, one in the afternoon in Berlin. */
export const newest = new Date('2026-03-10T12:00:00.000Z');

/** A valid request of Call Create. */
export const someCall = { assistant_id: 'assistant-mara', phone_number: '+12025550123' };

export type Query = Array<[string, string]>;
export type Headers = Record<string, string>;

/**
 * Starts sandboxes, and closes them after each test of the file.
 *
 * @returns starts one whose clock stands still, five minutes after `newest`, unless a test moves it
 */
export function useSandboxes(): (options?: SandboxOptions) => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async (options = {}) => {
		const sandbox = await startSandbox({
			newest,
			now: () => newest.getTime() + 5 * minute,
			...options,
		});
		running.push(sandbox);
		return sandbox;
	};
}

export const withKey = (sandbox: Sandbox): Headers => ({ Authorization: sandbox.apiKey });

export async function get(sandbox: Sandbox, path: string, query: Query = [], headers?: Headers) {
	const text = new URLSearchParams(query).toString();
	return await fetch(`${sandbox.url}${path}${text && `?${text}`}`, {
		headers: headers ?? withKey(sandbox),
		redirect: 'manual',
	});
}

/** Asks for the first page of the calls. */
export const list = async (sandbox: Sandbox) => await get(sandbox, '/public/calls');

export async function post(sandbox: Sandbox, body: unknown, headers: Headers = {}) {
	return await fetch(`${sandbox.url}/calls`, {
		method: 'POST',
		headers: {
			Authentication: sandbox.apiKey,
			'Content-Type': 'application/json',
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
		redirect: 'manual',
	});
}

/** Sends something to the routes that control the sandbox. */
export async function control(sandbox: Sandbox, method: string, what: string, body?: unknown) {
	return await fetch(`${sandbox.url}/__sandbox/${what}`, {
		method,
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
}

/** The message of an error body. */
export async function messageOf(response: Response): Promise<string> {
	const { message } = (await response.json()) as { message: string };
	return message;
}

export async function pageOf(
	sandbox: Sandbox,
	query: Query = [],
	path = '/public/calls',
): Promise<Page> {
	const response = await get(sandbox, path, query);
	expect(response.status).toBe(200);
	return (await response.json()) as Page;
}

/** Reads every page; `between` runs after each of them. */
export async function readAll(
	sandbox: Sandbox,
	query: Query = [],
	{ path = '/public/calls', parameter = 'cursor', between = async () => {} } = {},
): Promise<Call[]> {
	const records: Call[] = [];
	let cursor = '';
	do {
		const page = await pageOf(sandbox, cursor ? [...query, [parameter, cursor]] : query, path);
		records.push(...(page.data as Call[]));
		expect(page.hasMore).toBe(page.nextCursor !== '');
		cursor = page.nextCursor;
		await between();
	} while (cursor !== '');
	return records;
}

export const idsOf = (records: readonly Call[]) => records.map(({ Id }) => Id);

/** Waits until something is so. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await sleep(1);
}
