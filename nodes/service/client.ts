import { sleep, type IDataObject } from 'n8n-workflow';

import type { ServiceSettings } from './credential';
import { CursorMemory } from './cursorMemory';
import { CANCELLED, networkFailure, type NetworkFailure } from './networkFailure';
import { errorInResponse, type AdviceByStatus, type ApiResponse } from './response';
import { backoff, retryAfter } from './retry';
import { ServiceClock } from './serviceClock';
import { UserError } from '../n8n/errors';

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
export interface Connection {
	/** Sends one request once and returns every response, whatever its status; throws if there is none. */
	send: (request: ApiRequest) => Promise<ApiResponse>;
	/** Scheme, host and path, without a trailing slash. */
	baseUrl: string;
	/** What the credential says of the service. */
	service: ServiceSettings;
	/** What is known of the cursor's parameter; shared by all clients of an attempt. */
	cursorMemory?: CursorMemory;
	/** Ends waiting, and is checked before every request. */
	signal?: AbortSignal;
	/** Takes the API key out of a text, or of anything that was read from JSON. */
	redact?: <T>(received: T) => T;
	/** Whether the form has n8n's collection Request Options, which advice may name. */
	hasRequestOptions?: boolean;
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
const WORTH_REPEATING = [429, 502, 503, 504];

const PAUSE_PIECE_MS = 100;

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
	 * Reads from the service. Repeated after 429, 502, 503, 504 and without a response, at most 4 times
	 * and within two minutes unless the connection says otherwise; `Retry-After` is obeyed.
	 *
	 * @param advice what to do about a status, where the operation knows more
	 * @returns the body, which is JSON
	 * @throws UserError
	 */
	async get(path: string, query: IDataObject = {}, advice: AdviceByStatus = {}): Promise<unknown> {
		const { attempts, patienceMs } = this.connection.retries ?? DEFAULT_RETRIES;
		const start = Date.now();
		for (let attempt = 1; ; attempt++) {
			const response = await this.sendOnce({ method: 'GET', path, query });
			const error = this.errorIn(response, { advice });
			if (!error) return (response as ApiResponse).body;
			const repeatable = isResponse(response)
				? WORTH_REPEATING.includes(response.status)
				: response.mayPass;
			const asked = (isResponse(response) && retryAfter(response)) || 0;
			const pause = asked || backoff(attempt);
			const spent = Date.now() - start;
			if (!repeatable || attempt === attempts || spent + pause > patienceMs) {
				throw repeatable && attempts > 1
					? exhausted(error, attempt, spent, asked, patienceMs)
					: Object.assign(error, { retryAfterMs: asked });
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
	async sendOnce(request: ApiRequest): Promise<ApiResponse | NetworkFailure> {
		if (this.isCancelled) throw cancelled();
		const { send, baseUrl, hasRequestOptions = false } = this.connection;
		const sentAt = Date.now();
		try {
			const response = await send(request);
			this.clock.note(response.headers.date, sentAt, Date.now());
			return response;
		} catch (error) {
			return this.isCancelled
				? CANCELLED
				: networkFailure(error, new URL(baseUrl).host, hasRequestOptions);
		}
	}

	/** Says why a request brought no usable response, without the API key; see `errorInResponse`. */
	errorIn(
		response: ApiResponse | NetworkFailure,
		options?: Parameters<typeof errorInResponse>[1],
	): UserError | undefined {
		const error = isResponse(response)
			? errorInResponse(response, options)
			: new UserError(response.reason, response.advice);
		if (!error) return undefined;
		const { message, advice, status } = error;
		const clean = new UserError(this.redact(message), this.redact(advice), status);
		return isResponse(response) ? clean : Object.assign(clean, { mayPass: response.mayPass });
	}

	/** Takes the API key out of what a service sent. Records need it where they get into other output. */
	redact<T>(received: T): T {
		return this.connection.redact?.(received) ?? received;
	}

	/** Waits, in short pieces: `sleep` of n8n before 2.x does not end when the execution is cancelled. */
	async pause(ms: number): Promise<void> {
		for (let left = ms; left > 0 && !this.isCancelled; left -= PAUSE_PIECE_MS) {
			await sleep(Math.min(left, PAUSE_PIECE_MS));
		}
	}
}

/** Tells a response from the lack of one. */
export function isResponse(response: ApiResponse | NetworkFailure): response is ApiResponse {
	return 'status' in response;
}

function cancelled(): UserError {
	return new UserError('The execution was canceled', 'Nothing more was sent.');
}

/** @param retryAfterMs what the service asks to wait; 0 if it asks for nothing */
function exhausted(
	error: UserError,
	attempts: number,
	spentMs: number,
	retryAfterMs: number,
	patienceMs: number,
): UserError {
	const seconds = (ms: number) => Math.ceil(ms / 1000);
	const effort =
		retryAfterMs > patienceMs
			? `The service asks for a wait of ${seconds(retryAfterMs)} s, which is longer than this node waits.`
			: `The node tried ${attempts === 1 ? 'once' : `${attempts} times`} in ${seconds(spentMs)} s.`;
	const explained = new UserError(error.message, `${effort} ${error.advice}`, error.status);
	return Object.assign(explained, { retryAfterMs });
}
