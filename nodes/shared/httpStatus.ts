/**
 * 408 and 499 are also what is responded when somebody gave up waiting for the service, or when the
 * request was cancelled inside it. Like 504 they do not tell whether it was carried out.
 */
export const GAVE_UP = [408, 499];

/** Whether a status says that the service did not do what it was asked to. */
export function isRejection(status: number): boolean {
	return status >= 400 && status < 500 && !GAVE_UP.includes(status);
}
