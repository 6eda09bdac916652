import { UserError } from './userError';

/** What the service answered. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** Parsed where it was JSON, otherwise the text. */
	body: unknown;
}

/** What to do about a status, where an operation knows more than "the request was refused". */
export type AdviceByStatus = Readonly<Record<number, string>>;

const LONGEST_QUOTE = 300;

/** The places where services put a sentence for people; API description 7 does not show one. */
const SENTENCE_FIELDS = [
	'message',
	'error_description',
	'detail',
	'error',
	'errors',
	'title',
	'description',
	'reason',
	'msg',
];

/**
 * The words of the service in the body of a refusal, whatever its shape: an object that holds a
 * sentence somewhere, a text, or a web page.
 *
 * @returns one line, at most 300 characters; empty if there are no words
 */
export function serviceMessage(body: unknown): string {
	if (typeof body === 'string') return quote(isWebPage(body) ? pageTitle(body) : body);
	return quote(sentenceIn(body, 0) ?? (isEmpty(body) ? '' : JSON.stringify(body)));
}

/**
 * Says why an answer is not a usable one, by its status and its shape.
 *
 * @param answer what the service answered
 * @param advice what to do about a status, where the operation knows more
 * @param mayBeEmpty whether success is told by an empty body as well
 * @returns nothing if the status is one of success and the body is as expected
 */
export function errorInResponse(
	answer: ApiResponse,
	{ advice = {}, mayBeEmpty = false }: { advice?: AdviceByStatus; mayBeEmpty?: boolean } = {},
): UserError | undefined {
	const { status, body } = answer;
	if (status >= 300 && status < 400) return redirected(answer);
	if (status < 200 || status >= 400) {
		const { title, todo } = refusal(status);
		return new UserError(sentence(title, answer), advice[status] ?? todo, status);
	}
	return typeof body === 'string' && !(body === '' && mayBeEmpty)
		? notJson(body, status)
		: undefined;
}

function refusal(status: number): { title: string; todo: string } {
	if (status === 401) {
		return {
			title: 'The service did not accept the API key',
			todo: 'Open the credential and check API Key. It is sent exactly as it stands there: if the service asks for a prefix such as "Bearer ", it belongs into the field.',
		};
	}
	if (status === 403) {
		return {
			title: 'The API key is not allowed to do this',
			todo: 'Check in the service what this API key may do, or use the credential of another one. If the service asks for a prefix such as "Bearer ", it belongs into the field API Key.',
		};
	}
	if (status === 404) {
		return {
			title: 'The service has nothing at this address',
			todo: 'Check Base URL in the credential: the paths of the API are appended to it.',
		};
	}
	if (status === 429) {
		return {
			title: 'The service is receiving too many requests',
			todo: 'Wait a little, and let fewer requests through at once: fewer items, or Loop Over Items with a Wait node.',
		};
	}
	if (status >= 500) {
		return {
			title: `The service could not answer`,
			todo: 'If it goes on, ask the service with the words above.',
		};
	}
	return {
		title: 'The service refused the request',
		todo: 'Correct what the service names, and run the node again.',
	};
}

function sentence(title: string, { status, body }: ApiResponse): string {
	const words = serviceMessage(body);
	return words ? `${title}: ${words} (${status})` : `${title} (${status})`;
}

function redirected({ status, headers }: ApiResponse): UserError {
	const target = typeof headers.location === 'string' ? quote(headers.location) : 'another address';
	return new UserError(
		`The service redirected the request to ${target} (${status})`,
		'Redirects are not followed, since the API key would go along. Enter the final address as Base URL in the credential.',
		status,
	);
}

function notJson(body: string, status: number): UserError {
	const todo = 'Check Base URL in the credential: this does not look like the API.';
	if (body.trim() === '')
		return new UserError(`The service sent an empty answer (${status})`, todo, status);
	if (isWebPage(body)) {
		const title = pageTitle(body);
		return new UserError(
			`A web page${title ? ` titled "${quote(title)}"` : ''} came back instead of data (${status})`,
			todo,
			status,
		);
	}
	return new UserError(
		`The answer of the service is not valid JSON (${status}); it begins with: ${quote(body).slice(0, 60)}`,
		`${todo} If it does at other times, the answer was cut off on its way.`,
		status,
	);
}

function isWebPage(text: string): boolean {
	return /^\s*(?:<!doctype html|<html|<head|<body|<\?xml)/i.test(text);
}

function pageTitle(page: string): string {
	const match = /<(title|h1)[^>]*>([^<]*)<\/\1>/i.exec(page);
	return match ? match[2].replace(/&amp;/g, '&') : '';
}

function isEmpty(body: unknown): boolean {
	return body === undefined || body === null || Object.keys(body).length === 0;
}

/** Looks for a sentence in the usual places, also inside them; deeper nesting is not for people. */
function sentenceIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (typeof value !== 'object' || value === null || depth > 3) return undefined;
	if (Array.isArray(value)) {
		const sentences = value.map((entry) => sentenceIn(entry, depth + 1)).filter(Boolean);
		return sentences.length > 0 ? sentences.join('; ') : undefined;
	}
	for (const name of SENTENCE_FIELDS) {
		const found = sentenceIn((value as Record<string, unknown>)[name], depth + 1);
		if (found) return found;
	}
	return undefined;
}

/** One line without control characters, cut where it gets long. */
function quote(text: string): string {
	const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
	if (line.length <= LONGEST_QUOTE) return line;
	// A character that takes two places is not cut in half.
	const beginning = line.slice(0, LONGEST_QUOTE - 2).replace(/[\ud800-\udbff]$/, '');
	return `${beginning.trim()} …`;
}
