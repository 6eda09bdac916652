import { listFields, textFields } from './api';

/** The sentence that a request is refused with. */
export interface Refused {
	refused: string;
}

export type Matches = (record: unknown) => boolean;
export type Compare = (a: unknown, b: unknown) => number;

const operators = ['==', 'not', 'array-contains-any'];

/** Reads a field of a record of any shape: tests hand in records that are not calls at all. */
function fieldOf(record: unknown, field: string): unknown {
	return typeof record === 'object' && record !== null
		? (record as Record<string, unknown>)[field]
		: undefined;
}

function holdsOneOf(list: unknown, wanted: ReadonlySet<string>): boolean {
	if (!Array.isArray(list)) return false;
	return list.some(
		(element) =>
			typeof element === 'string' &&
			// Flags hold their words in one element ("green, yellow, phone"), so words count too.
			(wanted.has(element) || element.split(',').some((word) => wanted.has(word.trim()))),
	);
}

/**
 * Reads one filter, `<Field>:<operator>:<value>` (API description 4.2). The value is everything
 * after the second colon.
 */
export function parseFilter(filter: string): Matches | Refused {
	const [, field, operator, value] = /^([^:]*):([^:]*):(.*)$/s.exec(filter) ?? [];
	if (field === undefined) {
		return { refused: `The filter "${filter}" is not of the form <Field>:<operator>:<value>.` };
	}
	const isText = (textFields as readonly string[]).includes(field);
	const isList = (listFields as readonly string[]).includes(field);
	if (!isText && !isList) return { refused: `A call cannot be filtered by "${field}".` };
	if (!operators.includes(operator)) {
		return {
			refused: `The filter operator "${operator}" is not known. Use ${operators.join(', ')}.`,
		};
	}
	if (operator === 'array-contains-any') {
		if (!isList) return { refused: `The operator "${operator}" needs a list; ${field} is a text.` };
		const wanted = new Set(value.split(','));
		if (wanted.has('')) return { refused: `The filter "${filter}" holds an empty value.` };
		return (record) => holdsOneOf(fieldOf(record, field), wanted);
	}
	if (isList) return { refused: `The operator "${operator}" needs a text; ${field} is a list.` };
	return operator === '=='
		? (record) => fieldOf(record, field) === value
		: (record) => fieldOf(record, field) !== value;
}

/** Reads a sort, `<Field>:asc` or `<Field>:desc` (API description 4.2 shows `asc` only). */
export function parseSort(sort: string): Compare | Refused {
	const [, field, direction] = /^([^:]*):(.*)$/s.exec(sort) ?? [];
	if (field === undefined) {
		return { refused: `The sort "${sort}" is not of the form <Field>:<direction>.` };
	}
	if (!(textFields as readonly string[]).includes(field)) {
		return { refused: `Calls cannot be sorted by "${field}".` };
	}
	if (direction !== 'asc' && direction !== 'desc') {
		return { refused: `The sort direction "${direction}" is not known. Use asc or desc.` };
	}
	const sign = direction === 'asc' ? 1 : -1;
	const text = (record: unknown) => {
		const value = fieldOf(record, field);
		return typeof value === 'string' ? value : '';
	};
	return (a, b) => {
		const left = text(a);
		const right = text(b);
		if (left === right) return 0;
		return left < right ? -sign : sign;
	};
}

/** The parameters of a list request. */
export interface ListParameters {
	filters: string[];
	sort?: string;
	cursor?: string;
	pageSize?: string;
}

/** The names that a list knows its parameters by; a list without filters has none for them. */
export interface ParameterNames {
	filter?: string;
	sort?: string;
	cursor: string;
	pageSize?: string;
}

/**
 * Sorts the parameters of a list request by their meaning. What a list does not know, or what is
 * given twice, is refused, so that a client notices a stray parameter.
 */
export function readParameters(
	query: ReadonlyArray<[string, string]>,
	names: ParameterNames,
): ListParameters | Refused {
	const parameters: ListParameters = { filters: [] };
	for (const [name, value] of query) {
		if (name === names.filter) {
			parameters.filters.push(value);
			continue;
		}
		const meaning = (['sort', 'cursor', 'pageSize'] as const).find((key) => names[key] === name);
		if (meaning === undefined) {
			const bracketed = names.filter !== undefined && name.startsWith(`${names.filter}[`);
			return {
				refused: bracketed
					? `The query parameter "${name}" is not known. Repeat "filter" instead.`
					: `The query parameter "${name}" is not known.`,
			};
		}
		if (parameters[meaning] !== undefined) {
			return { refused: `The query parameter "${name}" was given more than once.` };
		}
		parameters[meaning] = value;
	}
	return parameters;
}
