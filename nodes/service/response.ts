import { beginning, isBlank, quote, unescapeHtml } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { ifPossible, isPlainObject } from '../n8n/values';
import { isSuccess, judge, type Advice } from './status';

/** What the service responded. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** Parsed where it was JSON, otherwise the text. */
	body: unknown;
}

/**
 * Of a body that holds no records so much is read: a body of 50 MB would block n8n for seconds while it is
 * searched for the key and for words.
 */
const MAX_BODY_LENGTH = 100_000;

/** Of a body that is not data, so much is shown. */
const MAX_BEGINNING_LENGTH = 60;

/** How deep a sentence is looked for; deeper nesting is not for people. */
const MAX_SENTENCE_DEPTH = 3;

/** The places where services put a sentence for people; the API documents none (docs/api.md, Errors and limits). */
const SENTENCE_FIELDS = [
	...['message', 'errorMessage', 'errorDescription', 'detail', 'error', 'errors', 'title'],
	...['description', 'reason', 'msg', 'errMsg', 'err', 'exception', 'fault', 'faultString'],
];

/**
 * What a text says as JSON, or the text itself where it is none.
 *
 * @param mayBeLong whether all of it is read, however long: it may hold records
 */
export function readBody(text: string, mayBeLong = false): unknown {
	const body = text.replace(/^\ufeff/, '');
	if (!mayBeLong && body.length > MAX_BODY_LENGTH) return body.slice(0, MAX_BODY_LENGTH);
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return body.slice(0, MAX_BODY_LENGTH);
	}
}

/**
 * The words of the service in the body of a rejection, whatever its shape: an object that has a
 * sentence somewhere, a text, or a web page.
 *
 * @returns one line, at most 300 characters; empty if there are no words
 */
export function serviceMessage(body: unknown): string {
	if (typeof body === 'string') return quote(isWebPage(body) ? pageTitle(body) : body);
	return sentence(body) || quote(asJson(body));
}

/** The same of an object, where it has a sentence. */
export function sentence(body: unknown): string {
	return quote(sentenceIn(body, 0) ?? '');
}

/** Empty for what has no fields, and for some thousand levels, which end in an overflow of the stack. */
function asJson(body: unknown): string {
	if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return '';
	return ifPossible(() => JSON.stringify(body)) ?? '';
}

/** What is expected of a response. */
export interface Expected {
	/** What to do about a status, where the operation knows more. */
	advice?: Advice;
	/** Whether the body has no data, and may be missing. It says at most that something failed. */
	mayBeEmpty?: boolean;
}

/**
 * Says why a response is not a usable one, by its status and its shape.
 *
 * @returns nothing if the status is one of success and the body is as expected
 */
export function errorInResponse(
	response: ApiResponse,
	{ advice = {}, mayBeEmpty = false }: Expected = {},
): UserError | undefined {
	const { status, headers, body } = response;
	if (isSuccess(status)) {
		if (!mayBeEmpty) return notJson(response);
		return isEmpty(body) ? undefined : (notJson(response) ?? reportedFailure(body));
	}
	const { blames, title, advice: usual } = judge(status);
	const words =
		blames === 'redirect' ? quote(String(headers.location ?? '')) : serviceMessage(body);
	return new UserError(
		`${title}${words && ': '}${words} (${status})`,
		advice[blames] ?? usual,
		status,
	);
}

/** A line break, or a mark at the beginning of a text, is no body. */
export function isEmpty(body: unknown): boolean {
	return body === undefined || (typeof body === 'string' && isBlank(body));
}

/** What tells of a failure in a response of success: fields (see `foldName`), and what they say then. */
const FAILURES: Array<[name: RegExp, says: RegExp]> = [
	[/^(is)?(success(ful)?|ok|accepted|valid)$/, /^0$/],
	[
		/^(is)?(success(ful)?|succeeded|ok|accepted|valid|placed|queued|result|status)$/,
		/^(false|no?)$/i,
	],
	[
		/^(is|has)?(err(or)?s?|exception|fault|fail(ed|ure)?)(code|description|details|message|msg|string|text)?$/,
		/^(?!(|0+|false|no|no.?error|none|null|ok|success)[.!]?$)/i,
	],
	[
		/^(call)?(code|kind|outcome|result|state|status|statuscode|type)$/,
		/^(e_|err|fail|reject|refuse|declin|block|denied|unauth|forbidden|invalid|insuff|internal[_ ](server[_ ])?error|bad[_ ]|not[_ ]?(allowed|found)|quota|timeout|nack$|nok$|[45]\d\d\b)/i,
	],
];

/** What services put around the words about a failure. */
const WRAPPERS = ['body', 'call', 'data', 'meta', 'payload', 'response', 'result', 'status'];

/** A failure that is told in a response of success, in the words of the service. */
export function reportedFailure(body: unknown): UserError | undefined {
	const told = [body, ...WRAPPERS.map((name) => fieldOf(body, name))].find(tellsFailure);
	if (!told) return undefined;
	const withoutRecords = Array.isArray(fieldOf(told, 'data')) && { data: undefined };
	return new UserError(
		`The service reported a failure: ${serviceMessage({ ...told, ...withoutRecords })}`,
		// A call that was refused like this may have been placed: nothing invites to try again.
		'Correct what the service reports.',
	);
}

/** Some services send the fields of an error empty with every response. */
function tellsFailure(sent: unknown): sent is object {
	if (!isPlainObject(sent)) return false;
	return Object.entries(sent).some(([name, value]) => {
		const folded = foldName(name);
		// How many calls of a list have failed.
		if (typeof value === 'number' && /^(errors|fail)(?!.*code$)/.test(folded)) return false;
		const isObject = typeof value === 'object' && Object.values(value ?? {}).some(saysAnything);
		const text = isObject ? 'an object' : typeof value === 'object' ? '' : String(value);
		return FAILURES.some(([names, says]) => names.test(folded) && says.test(text));
	});
}

/** Some services send an error with all of its fields empty. */
function saysAnything(value: unknown): boolean {
	return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
}

/** One form of the name of a field, however it is spelled: `hasMore`, `has_more`, `HasMore`. */
export function foldName(name: string): string {
	return name.replace(/[^a-z\d]/gi, '').toLowerCase();
}

/** A field of what a service sent, however its name is spelled. */
export function fieldOf(sent: unknown, name: string): unknown {
	if (!isPlainObject(sent)) return undefined;
	if (Object.hasOwn(sent, name)) return sent[name];
	const folded = foldName(name);
	return sent[Object.keys(sent).find((key) => foldName(key) === folded) ?? ''];
}

function notJson({ body, status }: ApiResponse): UserError | undefined {
	if (typeof body !== 'string') return undefined;
	const advice = "Check 'Base URL' in the credential. This does not look like the API.";
	if (beginning(body).trim() === '')
		return new UserError(`The service sent an empty response (${status})`, advice, status);
	if (isWebPage(body)) {
		const title = quote(pageTitle(body));
		return new UserError(
			`The service returned a web page${title && ` titled "${title}"`} instead of data (${status})`,
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

/** HTML or XML; no JSON begins like that. */
function isWebPage(text: string): boolean {
	return beginning(text).trimStart().startsWith('<');
}

/** The attributes of a tag are bounded, or a page of nothing but `<title` costs seconds. */
function pageTitle(page: string): string {
	const match = /<(title|h1)\b[^<>]{0,200}>([^<]*)/i.exec(beginning(page));
	return match ? unescapeHtml(match[2]) : '';
}

/** Looks for a sentence in the usual places, also inside them. */
function sentenceIn(value: unknown, depth: number): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (typeof value !== 'object' || value === null || depth > MAX_SENTENCE_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const sentences = value.map((entry) => sentenceIn(entry, depth + 1)).filter(Boolean);
		return sentences.join('; ') || undefined;
	}
	for (const name of SENTENCE_FIELDS) {
		const found = sentenceIn(fieldOf(value, name), depth + 1);
		if (found) return found;
	}
	return undefined;
}
