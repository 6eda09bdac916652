import { sleep, type IDataObject } from 'n8n-workflow';

import { errorInResponse, type AdviceByStatus, type ApiResponse } from './response';
import { CANCELLED, networkFailure, type NetworkFailure } from './networkFailure';
import { UserError } from './userError';

/** One request to the service. The address, the key and the time-out are added where it is sent. */
export interface Request {
	method: 'GET' | 'POST';
	/** Begins with a slash; appended to the base URL. */
	path: string;
	query?: IDataObject;
	/** JSON text. */
	body?: string;
}

/** Sends one request once and gives every answer, whatever its status; throws if there is none. */
export type Send = (request: Request) => Promise<ApiResponse>;

const GET_TRIES = 4;
const FIRST_PAUSE_MS = 400;
const PAUSE_PIECE_MS = 100;
/** A GET is not repeated beyond this time since its first try, waiting included. */
const GET_PATIENCE_MS = 120_000;
const WORTH_REPEATING = [429, 502, 503, 504];

/** What talks to the service: the only place in the package that sends requests. */
export class ApiClient {
	/**
	 * @param send sends one request with the key
	 * @param baseUrl scheme, host and path, without a trailing slash
	 * @param signal ends waiting, and is checked before every request
	 */
	constructor(
		private readonly send: Send,
		private readonly baseUrl: string,
		private readonly signal?: AbortSignal,
	) {}

	/** The whole address of a path. */
	address(path: string): string {
		return `${this.baseUrl}${path}`;
	}

	/** Whether the execution was cancelled. Nothing is sent any more then. */
	get cancelled(): boolean {
		return this.signal?.aborted ?? false;
	}

	/**
	 * Reads from the service. Repeated after 429, 502, 503, 504 and a lost connection, at most 4 times
	 * and within two minutes; `Retry-After` is obeyed.
	 *
	 * @param advice what to do about a status, where the operation knows more
	 * @returns the body, which is JSON
	 * @throws UserError
	 */
	async get(path: string, query: IDataObject = {}, advice: AdviceByStatus = {}): Promise<unknown> {
		const start = Date.now();
		for (let tries = 1; ; tries++) {
			const answer = await this.once({ method: 'GET', path, query });
			const problem = isResponse(answer)
				? errorInResponse(answer, { advice })
				: new UserError(answer.reason, answer.todo);
			if (!problem) return (answer as ApiResponse).body;
			const repeatable = isResponse(answer)
				? WORTH_REPEATING.includes(answer.status)
				: answer.mayPass;
			const asked = isResponse(answer) ? retryAfter(answer) : undefined;
			const pause = asked || backoff(tries);
			const spent = Date.now() - start;
			if (!repeatable || tries === GET_TRIES || spent + pause > GET_PATIENCE_MS) {
				throw repeatable ? exhausted(problem, tries, spent, asked) : problem;
			}
			await this.pause(pause);
		}
	}

	/**
	 * Sends one request exactly once.
	 *
	 * @returns the answer, whatever its status, or why there was none
	 * @throws UserError if the execution was cancelled before the request was sent
	 */
	async once(request: Request): Promise<ApiResponse | NetworkFailure> {
		if (this.cancelled) throw cancelledError();
		try {
			return await this.send(request);
		} catch (error) {
			return this.cancelled ? CANCELLED : networkFailure(error, new URL(this.baseUrl).host);
		}
	}

	/** Waits, in short pieces: `sleep` of n8n before 2.x cannot be ended when the execution is cancelled. */
	async pause(ms: number): Promise<void> {
		for (let left = ms; left > 0 && !this.cancelled; left -= PAUSE_PIECE_MS) {
			await sleep(Math.min(left, PAUSE_PIECE_MS));
		}
	}
}

/** Tells an answer from the lack of one. */
export function isResponse(answer: ApiResponse | NetworkFailure): answer is ApiResponse {
	return 'status' in answer;
}

/** The UserError of an execution that was cancelled while it waited for its turn. */
export function cancelledError(): UserError {
	return new UserError('The execution was cancelled', 'Nothing more was sent.');
}

/**
 * How long the service asks to wait, from the header `Retry-After`: seconds, or a date.
 *
 * @returns milliseconds, or undefined if it does not say
 */
export function retryAfter({ headers }: ApiResponse): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const ms = /^\s*\d+(\.\d+)?\s*$/.test(value)
		? Number(value) * 1000
		: Date.parse(value) - Date.now();
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Doubles with every try; the random part keeps many executions from coming back at once. */
export function backoff(tries: number): number {
	return FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
}

function exhausted(
	problem: UserError,
	tries: number,
	spentMs: number,
	askedMs?: number,
): UserError {
	const seconds = (ms: number) => Math.ceil(ms / 1000);
	const effort =
		askedMs !== undefined && askedMs > GET_PATIENCE_MS
			? `The service asks to wait ${seconds(askedMs)} s, which is longer than this node waits.`
			: `It was tried ${tries} times in ${seconds(spentMs)} s.`;
	return new UserError(problem.message, `${effort} ${problem.advice}`, problem.status);
}
