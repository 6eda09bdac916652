import { GAVE_UP } from './status';
import { beginning, quote, unescapeHtml } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { CUT_OFF, excerpt } from './excerpt';

/** What the service responded. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** Parsed where it was JSON, otherwise the text. */
	body: unknown;
}

/** What to do about a status, where an operation knows more than "the request was rejected". */
export type AdviceByStatus = Readonly<Record<number, string>>;

/** Of a body that is not data, so much is shown. */
const MAX_BEGINNING_LENGTH = 60;

/** The places where services put a sentence for people; the API documents none (docs/api.md, Errors and limits). */
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
 * The words of the service in the body of a rejection, whatever its shape: an object that has a
 * sentence somewhere, a text, or a web page.
 *
 * @returns one line, at most 300 characters; empty if there are no words
 */
export function serviceMessage(body: unknown): string {
	if (typeof body === 'string') return quote(isWebPage(body) ? pageTitle(body) : body);
	const seen = excerpt(body);
	return quote(sentenceIn(seen, 0) ?? (isEmpty(seen) ? '' : JSON.stringify(seen)));
}

/**
 * Says why a response is not a usable one, by its status and its shape.
 *
 * @param response what the service responded
 * @param advice what to do about a status, where the operation knows more
 * @param mayBeEmpty whether an empty body tells success as well
 * @returns nothing if the status is one of success and the body is as expected
 */
export function errorInResponse(
	response: ApiResponse,
	{ advice = {}, mayBeEmpty = false }: { advice?: AdviceByStatus; mayBeEmpty?: boolean } = {},
): UserError | undefined {
	const { status, body } = response;
	if (status >= 300 && status < 400) return redirect(response);
	if (status < 200 || status >= 400) {
		const { title, usual } = rejection(status);
		return new UserError(sentence(title, response), advice[status] ?? usual, status);
	}
	return typeof body === 'string' && !(body === '' && mayBeEmpty)
		? notJson(body, status)
		: undefined;
}

/** What to do about a key that is not accepted. */
export const PREFIX = 'If the API expects a prefix such as "Bearer ", include it in \'API Key\'.';

const CHECK_PATH =
	"Check 'Base URL' in the credential and, under 'Advanced', 'Calls Path', which is appended to it.";

/** What a status says, and the usual advice. */
function rejection(status: number): { title: string; usual: string } {
	if (status === 401) {
		return {
			title: 'The service did not accept the API key',
			usual: `Open the credential and check 'API Key', and 'Key Header' under 'Advanced'. ${PREFIX}`,
		};
	}
	if (status === 403) {
		return {
			title: 'The API key is not allowed to do this',
			usual: `Check what this API key is allowed to do in the service, or use another credential. ${PREFIX}`,
		};
	}
	if (status === 404) {
		return {
			title: 'The service has nothing at this address',
			usual: CHECK_PATH,
		};
	}
	if (status === 405) return { title: 'The service rejected the request', usual: CHECK_PATH };
	if (status === 429) {
		return {
			title: 'The service is receiving too many requests',
			usual:
				'Wait a moment, then send fewer requests at once: use fewer items, or Loop Over Items with a Wait node.',
		};
	}
	if (status >= 500 || GAVE_UP.includes(status)) {
		return {
			title: 'The service failed',
			usual: "If this keeps happening, send the message above to the service's support.",
		};
	}
	return {
		title: 'The service rejected the request',
		usual: 'Correct what the service reports, then try again.',
	};
}

function sentence(title: string, { status, body }: ApiResponse): string {
	const words = serviceMessage(body);
	return words ? `${title}: ${words} (${status})` : `${title} (${status})`;
}

function redirect({ status, headers }: ApiResponse): UserError {
	const target = typeof headers.location === 'string' ? quote(headers.location) : 'another address';
	return new UserError(
		`The service redirected the request to ${target} (${status})`,
		"Enter the final address as 'Base URL' in the credential. The node does not follow redirects, because the API key would be sent along.",
		status,
	);
}

function notJson(body: string, status: number): UserError {
	const advice = "Check 'Base URL' in the credential. This does not look like the API.";
	if (beginning(body).trim() === '')
		return new UserError(`The service sent an empty response (${status})`, advice, status);
	if (isWebPage(body)) {
		const title = quote(pageTitle(body));
		return new UserError(
			`The service returned a web page${title ? ` titled "${title}"` : ''} instead of data (${status})`,
			advice,
			status,
		);
	}
	return new UserError(
		`The response is not valid JSON (${status}). It begins with: ${quote(body, MAX_BEGINNING_LENGTH)}`,
		`${advice} If it usually works, the response was cut off on the way.`,
		status,
	);
}

function isWebPage(text: string): boolean {
	return /^(?:<!doctype html|<html|<head|<body|<\?xml)/i.test(beginning(text).trimStart());
}

/** The attributes of a tag are bounded, or a page of nothing but `<title` costs seconds. */
function pageTitle(page: string): string {
	const match = /<(title|h1)\b[^<>]{0,200}>([^<]*)/i.exec(beginning(page));
	return match ? unescapeHtml(match[2]) : '';
}

function isEmpty(body: unknown): boolean {
	return body === undefined || body === null || Object.keys(body).length === 0;
}

/** Looks for a sentence in the usual places, also inside them; deeper nesting is not for people. */
function sentenceIn(value: unknown, depth: number): string | undefined {
	if (value === CUT_OFF) return undefined;
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
