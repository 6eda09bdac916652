import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../../nodes/service/response';
import { listCalls } from '../../nodes/VoiceAssistantCallsTrigger/listCalls';
import type { Poll } from '../../nodes/VoiceAssistantCallsTrigger/readList';
import { ApiClient, type ApiRequest } from '../../nodes/service/client';
import { BASE_URL, json, page, SERVICE } from './scriptedClient';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A call that started so many minutes before NOW and lasted so many minutes; Infinity for one that goes on. */
export function call(Id: string, startedAgo: number, lasted = 1): IDataObject {
	const time = (ago: number) => new Date(NOW - ago * MINUTE).toISOString();
	const EndedAt = lasted === Infinity ? '' : time(startedAgo - lasted);
	return { Id, StartedAt: time(startedAgo), EndedAt };
}

/** So many calls, one a minute, the first of which started so many minutes before NOW. */
export function callsFrom(newestAgo: number, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, nth) =>
		call(`${newestAgo + nth} minutes ago`, newestAgo + nth),
	);
}

/** A service that pages by position, what it was asked, and polls of it. */
export class CallList {
	now = NOW;

	readonly cursors: string[] = [];

	readonly sorts: unknown[] = [];

	/** As in the credential. */
	pageSizeParameter = '';

	/** Instead of the page at a cursor. */
	readonly instead = new Map<string, ApiResponse>();

	/** Before each answer. */
	onRequest: (cursor: string) => void = () => undefined;

	refusesSort = false;

	constructor(
		/** In the order of the list. */
		public calls: IDataObject[],
		private readonly pageSize = 100,
	) {}

	/** The cursors of the requests since this was asked last. */
	takeCursors(): string[] {
		return this.cursors.splice(0);
	}

	poll(fields: Partial<Poll> = {}): Poll {
		const client = new ApiClient({
			send: async (request) => this.answer(request),
			baseUrl: BASE_URL,
			service: { ...SERVICE, pageSizeParameter: this.pageSizeParameter },
		});
		const search = { path: '/public/calls', filters: [], range: {}, limit: Infinity };
		return {
			question: { event: 'callEnded', text: 'callEnded' },
			list: listCalls(() => client, search),
			now: () => this.now,
			deadline: this.now + 20_000,
			deadlineInOneGo: this.now + 40_000,
			...fields,
		};
	}

	private answer({ query }: ApiRequest): ApiResponse {
		const cursor = String(query?.cursor ?? '');
		this.cursors.push(cursor);
		this.sorts.push(query?.sort);
		this.onRequest(cursor);
		const instead = this.instead.get(cursor);
		if (instead) return instead;
		if (this.refusesSort && query?.sort) return json({ message: 'Only asc' }, 400);
		const from = Number(cursor);
		const to = from + (Number(query?.[this.pageSizeParameter]) || this.pageSize);
		const isUpwards = query?.sort === 'StartedAt:asc';
		const calls = isUpwards ? [...this.calls].reverse() : this.calls;
		return page(calls.slice(from, to), to < calls.length ? String(to) : '');
	}
}
