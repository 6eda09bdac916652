import { quoteValue } from '../text';
import { UserError } from '../userError';

/**
 * Puts an identifier into a path so that it stays one segment of it.
 * docs/api.md, Call Read: `{id}` is a string path parameter.
 *
 * @param path a path with the placeholder `{id}`, once or more
 * @param id the identifier, as it stands in a record
 * @param field the name of the field that the user filled, for the message
 * @throws UserError if the identifier is empty, or one that cannot stand in a path: `.` and `..` are
 * taken away by every URL parser, and the request would reach another endpoint
 */
export function pathWithId(path: string, id: unknown, field: string): string {
	const text = typeof id === 'number' ? String(id) : typeof id === 'string' ? id.trim() : '';
	if (text === '') {
		throw new UserError(
			`'${field}' is empty`,
			`Enter '${field}'. If it uses an expression, check that the input item contains that field.`,
		);
	}
	if (text === '.' || text === '..' || !text.isWellFormed()) {
		throw new UserError(
			`'${field}' is ${quoteValue(text.toWellFormed())}, which cannot be an ID`,
			`Enter the ID of a record in '${field}'. Get Many returns it.`,
		);
	}
	return path.replaceAll('{id}', () => encodeURIComponent(text));
}

/**
 * Checks a path that a user typed for one of the operations whose path the API description does not
 * give. It is used as typed, but it can never lead to another host, where the key would
 * go along, or out of the base URL.
 *
 * @param value what stands in the field Endpoint Path
 * @param placeholder whether the operation reads one record, so that the path must contain `{id}`
 * @returns the path with a leading slash
 * @throws UserError if it is not such a path
 */
export function readEndpointPath(value: unknown, placeholder: boolean): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const path = text.split('?')[0];
	const steps = path.replace(/%2e/gi, '.').split(/\/|%2f|%5c/i);
	const allowed =
		/^[\x21-\x7e]+$/.test(text) &&
		!/[\\#]|%(?![0-9a-f]{2})/i.test(text) &&
		!text.startsWith('//') &&
		!/^[a-z][a-z0-9+.-]*:/i.test(text) &&
		!steps.includes('.') &&
		!steps.includes('..');
	if (!allowed) {
		const shown = quoteValue(typeof value === 'string' ? text.toWellFormed() : value);
		throw new UserError(
			`'Endpoint Path' is ${shown}, which is not a path below 'Base URL'`,
			'Enter a path such as /public/events. Another host, "//", ".." and spaces are not accepted: they could send the API key elsewhere.',
		);
	}
	if (placeholder && !path.includes('{id}')) {
		throw new UserError(
			`'Endpoint Path' ${quoteValue(text)} has no placeholder for the ID`,
			'Write {id} where the ID belongs, for example /public/events/{id}.',
		);
	}
	return text.startsWith('/') ? text : `/${text}`;
}
