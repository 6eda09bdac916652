/** A response of the API, ready to be sent. */
export interface ApiResponse {
	status: number;
	body: string;
	contentType?: string;
	headers?: Record<string, string>;
}

/** Why a request is not valid, in a sentence for the person who sent it. */
export interface Invalid {
	problem: string;
}

const statusTexts: Readonly<Record<number, string>> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	409: 'Conflict',
	413: 'Payload Too Large',
	422: 'Unprocessable Entity',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

export const jsonType = 'application/json; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';

/** The text of a status code, as `error` in an error body carries it. */
export function statusText(status: number): string {
	return statusTexts[status] ?? `Status ${status}`;
}

export function jsonResponse(status: number, value: unknown): ApiResponse {
	return { status, body: JSON.stringify(value), contentType: jsonType };
}

/** The API reference does not show error bodies: this form is the sandbox's own. */
export function errorResponse(status: number, message: string): ApiResponse {
	return jsonResponse(status, { error: statusText(status), message });
}
