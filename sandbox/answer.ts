/** An answer of the service, ready to be sent. */
export interface Answer {
	status: number;
	body: string;
	contentType?: string;
	headers?: Record<string, string>;
}

const names: Readonly<Record<number, string>> = {
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

/** The name of a status, as the `error` of a refusal carries it. */
export function nameOf(status: number): string {
	return names[status] ?? `Status ${status}`;
}

export function json(status: number, value: unknown): Answer {
	return { status, body: JSON.stringify(value), contentType: jsonType };
}

/** The form of error bodies is not in the API description (7): this is the sandbox's own. */
export function refuse(status: number, message: string): Answer {
	return json(status, { error: nameOf(status), message });
}
