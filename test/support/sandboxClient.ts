import { startSandbox, type Page, type Sandbox, type SandboxOptions } from '../../sandbox';

/* A client of the sandbox without any cleverness, for the tests of the sandbox itself. */

const minute = 60_000;

/** A Tuesday, one in the afternoon in Berlin. */
export const newest = new Date('2026-03-10T12:00:00.000Z');

/** A valid request of Call Create. */
export const someCall = { assistant_id: 'assistant-mara', phone_number: '+12025550123' };

type Query = Array<[string, string]>;
type Headers = Record<string, string>;

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

export async function get(sandbox: Sandbox, path: string, query: Query = []) {
	const text = new URLSearchParams(query).toString();
	return await fetch(`${sandbox.url}${path}${text && `?${text}`}`, {
		headers: { Authorization: sandbox.apiKey },
		redirect: 'manual',
	});
}

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

/** The message of an error body. */
export async function messageOf(response: Response): Promise<string> {
	const { message } = (await response.json()) as { message: string };
	return message;
}

/** The first page of the calls, or the one that the query names. */
export async function pageOf(sandbox: Sandbox, query: Query = []): Promise<Page> {
	const response = await get(sandbox, '/public/calls', query);
	expect(response.status).toBe(200);
	return (await response.json()) as Page;
}
