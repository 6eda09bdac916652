import { listFields, textFields } from '../api';
import type { Invalid } from '../apiResponse';

export type Condition = (record: unknown) => boolean;

/** What a record is found by again in a sorted list: the value of the sort field, and its ID. */
export interface SortKey {
	value: string;
	Id: string;
}

/** An order of records. */
export interface Sort {
	compare: (a: unknown, b: unknown) => number;
	keyOf: (record: unknown) => SortKey;
	/** Below 0 where the record comes before the one with this key. Equals are ordered by ID. */
	compareWithKey: (record: unknown, key: SortKey) => number;
}

const operators = ['==', 'not', 'array-contains-any'];

/** Reads a field of a record of any shape: tests hand in records that are not calls at all. */
function fieldOf(record: unknown, field: string): unknown {
	return typeof record === 'object' && record !== null
		? (record as Record<string, unknown>)[field]
		: undefined;
}

function containsAny(list: unknown, wanted: ReadonlySet<string>): boolean {
	if (!Array.isArray(list)) return false;
	return list.some(
		(element) =>
			typeof element === 'string' &&
			// Flags have their words in one element ("green, yellow, phone"), so words count too.
			(wanted.has(element) || element.split(',').some((word) => wanted.has(word.trim()))),
	);
}

/**
 * Reads one filter, `<Field>:<operator>:<value>`. The value is everything after the second colon.
 */
export function parseFilter(filter: string): Condition | Invalid {
	const [, field, operator, value] = /^([^:]*):([^:]*):(.*)$/s.exec(filter) ?? [];
	if (field === undefined) {
		return { problem: `The filter "${filter}" is not of the form <Field>:<operator>:<value>.` };
	}
	const isText = (textFields as readonly string[]).includes(field);
	const isList = (listFields as readonly string[]).includes(field);
	if (!isText && !isList) return { problem: `A call cannot be filtered by "${field}".` };
	if (!operators.includes(operator)) {
		return {
			problem: `The filter operator "${operator}" is not known. Use ${operators.join(', ')}.`,
		};
	}
	if (operator === 'array-contains-any') {
		if (!isList) return { problem: `The operator "${operator}" needs a list; ${field} is a text.` };
		const wanted = new Set(value.split(','));
		if (wanted.has('')) return { problem: `The filter "${filter}" contains an empty value.` };
		return (record) => containsAny(fieldOf(record, field), wanted);
	}
	if (isList) return { problem: `The operator "${operator}" needs a text; ${field} is a list.` };
	return operator === '=='
		? (record) => fieldOf(record, field) === value
		: (record) => fieldOf(record, field) !== value;
}

/** Reads a sort, `<Field>:asc` or `<Field>:desc`; the API reference shows `asc` only. */
export function parseSort(sort: string): Sort | Invalid {
	const [, field, direction] = /^([^:]*):(.*)$/s.exec(sort) ?? [];
	if (field === undefined) {
		return { problem: `The sort "${sort}" is not of the form <Field>:<direction>.` };
	}
	if (!(textFields as readonly string[]).includes(field)) {
		return { problem: `Calls cannot be sorted by "${field}".` };
	}
	if (direction !== 'asc' && direction !== 'desc') {
		return { problem: `The sort direction "${direction}" is not known. Use asc or desc.` };
	}
	const textOf = (record: unknown, name: string) => {
		const value = fieldOf(record, name);
		return typeof value === 'string' ? value : '';
	};
	const compareTexts = (left: string, right: string) => {
		if (left === right) return 0;
		return left < right === (direction === 'asc') ? -1 : 1;
	};
	return {
		compare: (a, b) => compareTexts(textOf(a, field), textOf(b, field)),
		keyOf: (record) => ({ value: textOf(record, field), Id: textOf(record, 'Id') }),
		compareWithKey: (record, { value, Id }) =>
			compareTexts(textOf(record, field), value) || compareTexts(textOf(record, 'Id'), Id),
	};
}

/** The parameters of a list request. */
export interface ListParameters {
	filters: string[];
	sort?: string;
	cursor?: string;
	pageSize?: string;
}

/** The names of the parameters; a list that takes no filters has none for them. */
export interface ParameterNames {
	filter?: string;
	sort?: string;
	cursor: string;
	pageSize?: string;
}

/**
 * Reads the parameters of a list request. One that the list does not know, or that is given twice, is
 * an error, so that a client notices a stray parameter; unless those are to be ignored.
 */
export function readParameters(
	query: ReadonlyArray<[string, string]>,
	names: ParameterNames,
	ignoreUnknown = false,
): ListParameters | Invalid {
	const parameters: ListParameters = { filters: [] };
	for (const [name, value] of query) {
		if (name === names.filter) {
			parameters.filters.push(value);
			continue;
		}
		const meaning = (['sort', 'cursor', 'pageSize'] as const).find((key) => names[key] === name);
		if (meaning === undefined) {
			if (ignoreUnknown) continue;
			const bracketed = names.filter !== undefined && name.startsWith(`${names.filter}[`);
			return {
				problem: bracketed
					? `The query parameter "${name}" is not known. Repeat "filter" instead.`
					: `The query parameter "${name}" is not known.`,
			};
		}
		if (parameters[meaning] !== undefined) {
			return { problem: `The query parameter "${name}" was given more than once.` };
		}
		parameters[meaning] = value;
	}
	return parameters;
}
