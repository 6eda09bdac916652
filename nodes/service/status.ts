import type { Failure } from 'n8n-workflow';

import type { UserError } from '../n8n/errors';

/**
 * 408 and 499 are also what is responded when somebody gave up waiting for the service, or when the
 * request was cancelled inside it. Like 504 they do not tell whether it was carried out.
 */
export const GAVE_UP = [408, 499];

/** Whether a status says that the service did not do what it was asked to. */
export function isRejection(status: number): boolean {
	return status >= 400 && status < 500 && !GAVE_UP.includes(status);
}

/**
 * What n8n (2.41.0 and newer) goes by when it decides how soon a trigger that failed is run again. By the
 * status alone it takes a wrong key and a wrong address for what passes by itself.
 */
export function failureOf({ status = 0, retryAfterMs }: UserError): Failure | undefined {
	if (status === 401 || status === 403) return { cause: 'credential-invalid' };
	if (status === 429) return { cause: 'rate-limited', ...(retryAfterMs && { retryAfterMs }) };
	if (isRejection(status)) return { cause: 'configuration-invalid' };
	return status >= 400 ? { cause: 'temporarily-unavailable' } : undefined;
}
