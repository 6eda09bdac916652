import type { IDataObject } from 'n8n-workflow';

import { ServiceClock } from './clock';
import type { Service, ServiceSettings } from './credential';
import { CursorMemory } from './cursorName';
import { networkFailure } from './network';
import { errorInResponse, type ApiResponse, type Expected } from './response';
import { judge, type Advice } from './status';
import { UserError } from '../n8n/errors';
import { pause } from '../n8n/pause';

/** One request to the service. `transport.ts` adds the address, the key and the timeout. */
export interface ApiRequest {
	method: 'GET' | 'POST';
	/** Begins with a slash; appended to the base URL. */
	path: string;
	query?: IDataObject;
	/** JSON text. */
	body?: string;
}

/** How requests are sent; see `transport.ts`. */
export interface Connection extends Omit<Service, 'key'> {
	/** Sends one request once and returns every response, whatever its status; throws if there is none. */
	send: (request: ApiRequest) => Promise<ApiResponse>;
	/** What is known of the cursor's parameter; shared by all clients of an attempt. */
	cursorMemory?: CursorMemory;
	/** Ends waiting, and is checked before every request. */
	signal?: AbortSignal;
	retries?: RetryPolicy;
}

/** How a GET is repeated while it fails in a way that may pass. */
export interface RetryPolicy {
	/** How often it is sent at most. */
	attempts: number;
	/** It is not repeated beyond this time since its first attempt, waiting included. Milliseconds. */
	patienceMs: number;
}

const DEFAULT_RETRIES: RetryPolicy = { attempts: 4, patienceMs: 120_000 };

const FIRST_PAUSE_MS = 400;

const CANCELLED = 'The execution was canceled';

/** Talks to the service. */
export class ApiClient {
	/** What the responses so far say of the service's clock. */
	readonly clock = new ServiceClock();

	/** What is known of the cursor's parameter, where the credential does not name it. */
	readonly cursorMemory: CursorMemory;

	constructor(private readonly connection: Connection) {
		this.cursorMemory = connection.cursorMemory ?? new CursorMemory();
	}

	/** What the credential says of the service. */
	get service(): ServiceSettings {
		return this.connection.service;
	}

	/** The whole address of a path. */
	address(path: string): string {
		return `${this.connection.baseUrl}${path}`;
	}

	/** Whether the execution was cancelled. Nothing is sent any more then. */
	get isCancelled(): boolean {
		return this.connection.signal?.aborted ?? false;
	}

	/**
	 * Reads from the service. Repeated without a response and after a status that is worth it, at most 4
	 * times and within two minutes unless the connection says otherwise; `Retry-After` is obeyed.
	 *
	 * @param advice what to do about a status, where the operation knows more
	 * @returns the body, which is JSON
	 * @throws UserError
	 */
	async get(path: string, query: IDataObject = {}, advice: Advice = {}): Promise<unknown> {
		const { attempts, patienceMs } = this.connection.retries ?? DEFAULT_RETRIES;
		const start = Date.now();
		for (let attempt = 1; ; attempt++) {
			const response = await this.sendOnce({ method: 'GET', path, query });
			const error = this.errorIn(response, { advice });
			if (!error) return (response as ApiResponse).body;
			const { mayPass, retryAfterMs: asked = 0 } = error;
			const pause = asked || backoff(attempt);
			const spent = Date.now() - start;
			if (!mayPass || attempt === attempts || spent + pause > patienceMs) {
				const effort = mayPass && attempts > 1 ? effortOf(attempt, spent, asked, patienceMs) : '';
				const told = new UserError(error.message, effort + error.advice, error.status);
				throw Object.assign(told, { mayPass, retryAfterMs: asked });
			}
			await this.pause(pause);
		}
	}

	/**
	 * Sends one request exactly once.
	 *
	 * @returns the response, whatever its status, or why there was none
	 * @throws UserError if the execution was cancelled before the request was sent
	 */
	async sendOnce(request: ApiRequest): Promise<ApiResponse | UserError> {
		if (this.isCancelled) {
			throw new UserError(CANCELLED, 'Nothing more was sent.');
		}
		const { send, baseUrl } = this.connection;
		const sentAt = Date.now();
		try {
			const response = await send(request);
			this.clock.note(response.headers.date, sentAt, Date.now());
			return response;
		} catch (error) {
			return this.isCancelled
				? new UserError(CANCELLED, '')
				: networkFailure(error, new URL(baseUrl).host);
		}
	}

	/** Says why a request brought no usable response, without the API key; see `errorInResponse`. */
	errorIn(response: ApiResponse | UserError, expected?: Expected): UserError | undefined {
		if (response instanceof UserError) return this.cleanError(response);
		const error = errorInResponse(response, expected);
		const { worthRepeating: mayPass } = judge(response.status);
		return (
			error &&
			this.cleanError(Object.assign(error, { mayPass, retryAfterMs: retryAfter(response) }))
		);
	}

	/** An error about what a service sent, or a user wrote, without the API key. */
	cleanError({ message, advice, status, mayPass, retryAfterMs }: UserError): UserError {
		const clean = new UserError(this.redact(message), this.redact(advice), status);
		return Object.assign(clean, { mayPass, retryAfterMs });
	}

	/** Takes the API key out of what a service sent. Records need it where they get into other output. */
	redact<T>(received: T): T {
		return this.connection.redact(received);
	}

	/** Waits until the time is over or the execution is cancelled. */
	async pause(ms: number): Promise<void> {
		await pause(ms, () => this.isCancelled);
	}
}

/**
 * How long to wait before a request is sent again: doubles with every attempt. The random part keeps
 * many executions from coming back at once.
 *
 * @param attempt the attempt that failed, from 1
 * @returns milliseconds
 */
export function backoff(attempt: number): number {
	return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/**
 * How long the service asks to wait, from the header `Retry-After`: seconds, or a date by its own clock.
 *
 * @returns milliseconds, or undefined if it does not say
 */
export function retryAfter({ headers }: ApiResponse): number | undefined {
	const { 'retry-after': value, date } = headers;
	if (typeof value !== 'string') return undefined;
	const ms = /^\d+(\.\d+)?$/.test(value.trim())
		? Number(value) * 1000
		: Date.parse(value) - (Date.parse(String(date)) || Date.now());
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** @param askedMs what the service asks to wait; 0 if it asks for nothing */
function effortOf(attempts: number, spentMs: number, askedMs: number, patienceMs: number): string {
	const seconds = (ms: number) => Math.ceil(ms / 1000);
	return askedMs > patienceMs
		? `The service asks for a wait of ${seconds(askedMs)} s, which is longer than this node waits. `
		: `The node tried ${attempts === 1 ? 'once' : `${attempts} times`} in ${seconds(spentMs)} s. `;
}
