import type {
	DeclarativeRestApiSettings,
	IAllExecuteFunctions,
	IExecutePaginationFunctions,
} from 'n8n-workflow';

import type { ApiClient } from '../../shared/client';
import type { Paging } from '../../shared/pagination';
import type { Run } from './run';
import { connect, pagingOf } from '../../shared/transport';

/** How many items read from the service at once; n8n starts all of them, and sockets run out. */
const READS_AT_ONCE = 10;

/** One input item, as the operations see it. */
export class Item {
	readonly index: number;

	/**
	 * @param context n8n's context of the item
	 * @param options what n8n's RoutingNode prepared: base URL, method and path, proxy, certificates
	 * @param run what the items of one run of the node share
	 */
	constructor(
		private readonly context: IExecutePaginationFunctions,
		private readonly options: DeclarativeRestApiSettings.HttpRequestOptions,
		readonly run: Run,
	) {
		this.index = context.getItemIndex();
	}

	/** The path of the operation, as its table of contents states it. */
	get path(): string {
		return this.options.url ?? '';
	}

	/** What stands in the credential's field Base URL. */
	get baseUrl(): unknown {
		return this.options.baseURL;
	}

	/** The workflow's time zone, an IANA name. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	/** The value of a field, its expressions evaluated for this item. */
	parameter(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, fallback);
	}

	/** The value that was chosen in a resource locator, from the list or typed. */
	chosen(name: string): unknown {
		return this.context.getNodeParameter(name, '', { extractValue: true });
	}

	/** @throws UserError if the base URL of the credential is no address to send requests to */
	service(): ApiClient {
		const { timeout } = this.parameter('requestOptions', {}) as { timeout?: number };
		return connect(this.context as IAllExecuteFunctions, this.baseUrl, {
			options: this.options,
			timeout,
			signal: this.context.getExecutionCancelSignal(),
		});
	}

	/** How pages are asked for; see `pagingOf`. */
	async paging(pageSize?: number): Promise<Paging> {
		return await pagingOf(this.context as IAllExecuteFunctions, pageSize);
	}

	/** Waits until the item may read from the service, reads, and lets the next one through. */
	async whileReading<T>(read: () => Promise<T>): Promise<T | undefined> {
		const { gate, attempt } = this.run;
		await gate.enter(READS_AT_ONCE);
		try {
			return attempt.isStopped ? undefined : await read();
		} finally {
			gate.leave();
		}
	}
}
