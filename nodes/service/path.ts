import { isExact } from './call';
import { asItIs } from './redact';
import { quoteValue, withoutInvisible } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { ifPossible } from '../n8n/values';

const NO_OTHER_HOST = 'they could send the API key elsewhere.';

/**
 * Puts an identifier into a path so that it stays one segment of it.
 * docs/api.md, Call Read: the ID is appended to the path.
 *
 * @param path a path with the placeholder `{id}`, once or more
 * @param id the identifier, as it stands in a record
 * @param field the name of the field that the user filled, for the message
 * @throws UserError if the identifier is empty, a number that was rounded, or one that cannot stand in a
 * path: `.` and `..` are taken away by every URL parser, and the request would reach another endpoint
 */
export function pathWithId(path: string, id: unknown, field: string): string {
	const isNumber = typeof id === 'number' && Number.isFinite(id);
	const text = isNumber ? String(id) : typeof id === 'string' ? withoutInvisible(id).trim() : '';
	if (text === '') {
		throw new UserError(
			`'${field}' is empty`,
			`Enter '${field}'. If it uses an expression, check that the input item contains that field.`,
		);
	}
	const isRounded = isNumber && !isExact(id);
	if (text === '.' || text === '..' || !text.isWellFormed() || isRounded) {
		throw new UserError(
			`'${field}' is ${quoteValue(text.toWellFormed())}, which cannot be an ID`,
			`Enter the ID of a record in '${field}'. Get Many returns it.`,
		);
	}
	return path.replaceAll('{id}', () => encodeURIComponent(text));
}

/**
 * Checks a path that a user typed for one of the operations whose path the API reference does not
 * give. It is used as typed, but it can never lead to another host, where the key would
 * go along, or out of the base URL.
 *
 * @param value what stands in the field Endpoint Path
 * @param placeholder whether the operation reads one record, so that the path must contain `{id}`
 * @param redact takes the key out of what is shown of it
 * @returns the path with a leading slash
 * @throws UserError if it is not such a path
 */
export function readEndpointPath(value: unknown, placeholder: boolean, redact = asItIs): string {
	const text = typeof value === 'string' ? withoutInvisible(value).trim() : '';
	if (!isPath(text)) {
		throw noPath(
			"'Endpoint Path'",
			redact(value),
			`Enter a path such as /public/events. Another host, "//", ".." and spaces are not accepted: ${NO_OTHER_HOST}`,
		);
	}
	if (placeholder && !text.split('?')[0].includes('{id}')) {
		throw new UserError(
			`'Endpoint Path' ${quoteValue(redact(text))} has no placeholder for the ID`,
			'Write {id} where the ID belongs, for example /public/events/{id}.',
		);
	}
	return text.startsWith('/') ? text : `/${text}`;
}

/**
 * Checks a path in the credential as strictly as Endpoint Path, and brings it into the form of the base
 * URL. A question mark or a placeholder is not accepted either: IDs and queries are appended to it.
 *
 * @param value what stands in the field
 * @param field the label of the field
 * @param documented the path of docs/api.md, used where the field is empty
 * @param redact takes the key out of what is shown of it
 * @returns the path with a leading slash and without a trailing one
 * @throws UserError if it is not such a path
 */
export function readCredentialPath(
	value: unknown,
	field: string,
	documented: string,
	redact = asItIs,
): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') return documented;
	const path = isPath(text) ? text.replace(/^\/|\/$/g, '') : '';
	if (path !== '' && !/[?{}]|\/\/|\/$/.test(path)) return `/${path}`;
	throw noPath(
		`'${field}' in the credential`,
		redact(value),
		`Enter a path such as ${documented}, or leave the field empty. Another host, "//", "..", "?" and spaces are not accepted: ${NO_OTHER_HOST} The field is under 'Advanced'.`,
	);
}

/** Whether a text is a path that every URL parser keeps below the address to which it is appended. */
function isPath(text: unknown): text is string {
	if (typeof text !== 'string') return false;
	const [path] = text.split('?');
	const steps = path.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i);
	return (
		/^[\x21-\x7e]+$/.test(text) &&
		!/[\\#]|%(?![0-9a-f]{2})|^\/\/|^[a-z][a-z0-9+.-]*:/i.test(text) &&
		!steps.some((step) => step === '.' || step === '..')
	);
}

function noPath(field: string, value: unknown, advice: string): UserError {
	const shown = quoteValue(typeof value === 'string' ? value.trim().toWellFormed() : value);
	return new UserError(`${field} is ${shown}, which is not a path below 'Base URL'`, advice);
}

/**
 * The last check before the key leaves, whatever made the path.
 *
 * @param baseUrl as `readBaseUrl` returns it
 * @param path begins with one slash
 * @throws UserError if it leads to another host or out of the base URL
 */
export function assertBelow(baseUrl: string, path: string): void {
	// What begins with two slashes is the address of another host for n8n's request helper.
	const isRooted = /^\/(?![/\\])[\x21-\x7e]*$/.test(path);
	if (isRooted && parseUrl(`${baseUrl}${path}`)?.href.startsWith(`${baseUrl}/`)) return;
	throw new UserError(
		`The path ${quoteValue(path)} leads away from 'Base URL'`,
		'Nothing was sent, because the API key would have been sent along. Correct the path.',
	);
}

/** `URL.canParse` would do, but Node.js 20 gives other answers once it has been called often. */
export function parseUrl(text = ''): URL | undefined {
	return ifPossible(() => new URL(text));
}
