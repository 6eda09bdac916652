import { randomUUID } from 'crypto';
import type { IDataObject, IHttpRequestOptions, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { pollCalls } from '../../nodes/VoiceAssistantCallsTrigger/poll';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A call that started so many minutes before NOW and lasted so many minutes; Infinity for one that goes on. */
export function call(Id: string, startedAgo: number, lasted = 1, more: IDataObject = {}) {
	const time = (ago: number) => new Date(NOW - ago * MINUTE).toISOString();
	const EndedAt = lasted === Infinity ? '' : time(startedAgo - lasted);
	return { Id, StartedAt: time(startedAgo), EndedAt, ...more };
}

/** So many calls, one a minute, the first of which started so many minutes before NOW. */
export function callsFrom(newestAgo: number, count: number): IDataObject[] {
	return Array.from({ length: count }, (_, nth) =>
		call(`${newestAgo + nth} minutes ago`, newestAgo + nth),
	);
}

/** Instead of a page. */
interface Other {
	statusCode?: number;
	body: unknown;
}

/** A service that pages by position, and a trigger that polls it. */
export class CallList {
	now = NOW;

	/** The fields of the trigger. */
	form: IDataObject = { event: 'callEnded' };

	baseUrl = 'https://api.example.com';

	/** What n8n keeps of the trigger. */
	staticData: IDataObject = {};

	/** How long n8n gives a poll, in milliseconds; undefined for an n8n that says nothing. */
	budget: number | undefined = 300_000;

	/** The workflow. What the process knows of another one is another's. */
	workflow = randomUUID();

	readonly requests: IHttpRequestOptions[] = [];

	/** Whether the header Date is sent. */
	tellsTime = true;

	/** The query parameter that takes the cursor, and what the credential says of it. */
	cursorName = 'cursor';

	cursorParameter = 'cursor';

	/** By cursor. */
	readonly instead = new Map<string, Other>();

	/** Before each answer. */
	onRequest: (cursor: string) => unknown = () => undefined;

	refusesSort = false;

	constructor(
		/** In the order of the list. */
		public calls: IDataObject[],
		public pageSize = 100,
	) {}

	/** The cursors of the requests since this was asked last. */
	takeCursors(): string[] {
		return this.requests.splice(0).map(({ qs }) => String((qs as IDataObject).cursor ?? ''));
	}

	/**
	 * @returns the Ids of the calls that start the workflow, what n8n is told of failures and what to do about
	 * them, and the one that is thrown
	 */
	async poll(mode = 'trigger') {
		jest.spyOn(Date, 'now').mockImplementation(() => this.now);
		const told: NodeApiError[] = [];
		const form: IDataObject = { output: 'raw', ...this.form };
		const context = {
			getNode: () => ({ name: 'Trigger', parameters: form, type: 'trigger' }),
			getWorkflow: () => ({ id: this.workflow }),
			getMode: () => mode,
			getActivationMode: () => 'update',
			getWorkflowStaticData: () => this.staticData,
			getNodeParameter: (name: string, other?: unknown) => form[name] ?? other,
			getCredentials: async () => ({
				apiKey: 'k',
				baseUrl: this.baseUrl,
				cursorParameter: this.cursorParameter,
			}),
			...(this.budget !== undefined && { getPollBudgetMs: () => this.budget }),
			__emitError: (error: NodeApiError) => told.push(error),
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) =>
					this.answer(request),
			},
		};
		let thrown: Error | undefined;
		const polled = pollCalls(context as unknown as IPollFunctions);
		const items = await polled.catch((error: NodeApiError) => void told.push((thrown = error)));
		return {
			ids: items?.[0].map(({ json }): unknown => json.Id ?? json) ?? [],
			errors: told.map(({ message }) => message),
			advice: told.map(({ description }) => description),
			thrown,
		};
	}

	/** Polls, and expects no error. */
	async told(): Promise<unknown[]> {
		const { ids, errors } = await this.poll();
		expect(errors).toEqual([]);
		return ids;
	}

	private async answer(request: IHttpRequestOptions) {
		const { filter, sort, [this.cursorName]: cursor = '' } = request.qs as IDataObject;
		this.requests.push(request);
		await this.onRequest(String(cursor));
		const headers = this.tellsTime ? { date: new Date(this.now).toUTCString() } : {};
		const reply = (body: unknown, statusCode = 200) => ({ statusCode, headers, body });
		const instead = this.instead.get(String(cursor));
		if (instead) return reply(instead.body, instead.statusCode);
		if (this.refusesSort && sort) return reply({ message: 'Only asc' }, 400);
		const ordered = sort === 'StartedAt:asc' ? [...this.calls].reverse() : this.calls;
		const matching = ordered.filter((one) =>
			(filter as string[]).every((text) => {
				const [field, , value] = text.split(':');
				return String(one[field]) === value;
			}),
		);
		const to = Number(cursor) + this.pageSize;
		const more = to < matching.length ? { hasMore: true, nextCursor: String(to) } : {};
		return reply({ data: matching.slice(Number(cursor), to), ...more });
	}
}
