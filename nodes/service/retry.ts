import type { ApiResponse } from './response';

const FIRST_PAUSE_MS = 400;

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
 * How long the service asks to wait, from the header `Retry-After`: seconds, or a date.
 *
 * @returns milliseconds, or undefined if it does not say
 */
export function retryAfter({ headers }: ApiResponse): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const ms = /^\d+(\.\d+)?$/.test(value.trim())
		? Number(value) * 1000
		: Date.parse(value) - Date.now();
	return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
