import type { IDataObject } from 'n8n-workflow';

import { ApiClient, type ApiRequest, type Connection } from '../../nodes/service/client';
import type { ServiceSettings } from '../../nodes/service/credential';
import { asItIs } from '../../nodes/service/redact';
import type { ApiResponse } from '../../nodes/service/response';

export const HOST = 'api.example.com';

export const BASE_URL = `https://${HOST}/v1`;

/** A service as docs/api.md has it. */
export const SERVICE: ServiceSettings = {
	createPath: '/calls',
	callsPath: '/public/calls',
	keyHeader: 'documented',
	cursorParameter: 'cursor',
	pageSizeParameter: '',
};

/** A response with a body that was JSON. */
export function json(body: unknown, status = 200, headers: IDataObject = {}): ApiResponse {
	return { status, headers, body };
}

/** A page of a list. */
export function page(data: unknown[], nextCursor = ''): ApiResponse {
	return json({ data, hasMore: nextCursor !== '', nextCursor });
}

/** What n8n 2.41 throws where a request got no response: its own error around that of axios around that of the network. */
export function lost(code: string, syscall?: string): Error {
	const cause = { code, cause: { code, syscall } };
	return Object.assign(new Error(`Something with ${code}`), { cause });
}

/** What becomes of one request. */
export type Script = ApiResponse | Error | (() => Promise<ApiResponse>);

/** A client, and what it sent. */
export interface Recorded {
	client: ApiClient;
	requests: ApiRequest[];
}

/** A client whose requests get these responses one after another. */
export function scriptedClient(script: Script[], connection: Partial<Connection> = {}): Recorded {
	let sent = 0;
	return respondingClient(async () => {
		const response = script[sent++];
		if (response === undefined) {
			throw new Error(`There is no response for request ${sent} in the script`);
		}
		if (response instanceof Error) throw response;
		return typeof response === 'function' ? await response() : response;
	}, connection);
}

/** A client whose requests get what a function makes of them. */
export function respondingClient(
	respond: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>,
	connection: Partial<Connection> = {},
): Recorded {
	const requests: ApiRequest[] = [];
	const send = async (request: ApiRequest): Promise<ApiResponse> => {
		requests.push(request);
		return await respond(request);
	};
	return {
		client: new ApiClient({
			...{ send, baseUrl: BASE_URL, service: SERVICE, redact: asItIs },
			...connection,
		}),
		requests,
	};
}

/** A client of a service whose list is cut into these pages; the cursor is the number of the page. */
export function pagedClient(pages: IDataObject[][]): Recorded {
	return respondingClient(({ query }) => {
		const position = Number(query?.cursor ?? 0);
		const isLast = position >= pages.length - 1;
		return page(pages[position] ?? [], isLast ? '' : String(position + 1));
	});
}
