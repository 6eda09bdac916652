import { startSandbox, type Sandbox } from '../../sandbox';

/* A client of the sandbox without any cleverness, for the tests of the sandbox itself. */

/** A valid request of Call Create. */
export const someCall = { assistant_id: 'assistant-mara', phone_number: '+12025550123' };

type Query = Array<[string, string]>;
type Headers = Record<string, string>;

/** Returns what starts a sandbox, which is closed after the test. */
export function useSandboxes(): () => Promise<Sandbox> {
	const running: Sandbox[] = [];
	afterEach(async () => {
		await Promise.all(running.splice(0).map(async (sandbox) => await sandbox.close()));
	});
	return async () => {
		const sandbox = await startSandbox();
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
