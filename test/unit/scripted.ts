import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../../nodes/shared/response';
import { ApiClient, type Request } from '../../nodes/shared/client';
import type { Paging } from '../../nodes/shared/pagination';

export const BASE_URL = 'https://api.example.com/v1';

export const PAGING: Paging = { cursorParameter: 'cursor', pageSizeParameter: '' };

/** An answer with a body that was JSON. */
export function json(body: unknown, status = 200, headers: IDataObject = {}): ApiResponse {
	return { status, headers, body };
}

/** What n8n 2.41 throws where a request got no answer: its own error around that of axios around that of the network. */
export function lost(code: string, syscall?: string): Error {
	const cause = { code, cause: { code, syscall } };
	return Object.assign(new Error(`Something with ${code}`), { cause });
}

/** A page of a list. */
export function page(data: unknown[], nextCursor = ''): ApiResponse {
	return json({ data, hasMore: nextCursor !== '', nextCursor });
}

/** A service that gives these answers one after another, and keeps what it was asked. */
export function scripted(
	answers: Array<ApiResponse | Error | (() => Promise<ApiResponse>)>,
	signal?: AbortSignal,
): { service: ApiClient; requests: Request[] } {
	const requests: Request[] = [];
	const send = async (request: Request): Promise<ApiResponse> => {
		requests.push(request);
		const answer = answers[requests.length - 1];
		if (answer === undefined) {
			throw new Error(`There is no answer for request ${requests.length} in the script`);
		}
		if (answer instanceof Error) throw answer;
		return typeof answer === 'function' ? await answer() : answer;
	};
	return { service: new ApiClient(send, BASE_URL, signal), requests };
}

/** A service whose list is cut into these pages, and what it was asked. */
export function listing(pages: IDataObject[][]): { service: ApiClient; requests: Request[] } {
	const requests: Request[] = [];
	const send = async (request: Request): Promise<ApiResponse> => {
		requests.push(request);
		const position = Number(request.query?.cursor ?? 0);
		const isLast = position >= pages.length - 1;
		return page(pages[position] ?? [], isLast ? '' : String(position + 1));
	};
	return { service: new ApiClient(send, BASE_URL), requests };
}
