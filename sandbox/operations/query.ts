import { rejected, type Call } from '../api';

export type Condition = (record: unknown) => boolean;

/** An order of records, as `Array.sort` takes it. */
export type Order = (a: unknown, b: unknown) => number;

const isField = (names: ReadonlyArray<keyof Call>, name: string) =>
	(names as readonly string[]).includes(name);

/** The fields of a call that hold one text: they can be compared and sorted by. */
const textFields: ReadonlyArray<keyof Call> = [
	...(['Id', 'Company', 'Status', 'Assistant', 'AssistantName'] as const),
	...(['PhoneNumber', 'Summary', 'StartedAt', 'EndedAt'] as const),
];

/** The fields of a call that hold a list of texts. */
const listFields: ReadonlyArray<keyof Call> = ['Keywords', 'Flags'];

const operators = ['==', 'not', 'array-contains-any'];

/** Reads a field of a record of any shape: tests hand in records that are not calls at all. */
const fieldOf = (record: unknown, field: string): unknown =>
	(record as Record<string, unknown> | null | undefined)?.[field];

function containsAny(list: unknown, wanted: readonly string[]): boolean {
	if (!Array.isArray(list)) return false;
	const texts = list.filter((element): element is string => typeof element === 'string');
	// Flags have their words in one element ("green, yellow, phone"), so words count too.
	const words = texts.flatMap((text) => [text, ...text.split(',').map((word) => word.trim())]);
	return wanted.some((word) => words.includes(word));
}

/**
 * Reads one filter, `<Field>:<operator>:<value>`. The value is everything after the second colon.
 *
 * @throws {ApiError} where the filter is not valid
 */
export function parseFilter(filter: string): Condition {
	const [, field, operator, value] = /^([^:]*):([^:]*):(.*)$/s.exec(filter) ?? [];
	if (field === undefined) {
		throw rejected(`The filter "${filter}" is not of the form <Field>:<operator>:<value>.`);
	}
	const isList = isField(listFields, field);
	if (!isList && !isField(textFields, field)) {
		throw rejected(`A call cannot be filtered by "${field}".`);
	}
	if (!operators.includes(operator)) {
		throw rejected(`The filter operator "${operator}" is not known. Use ${operators.join(', ')}.`);
	}
	if (isList !== (operator === 'array-contains-any')) {
		const [needs, has] = isList ? ['text', 'list'] : ['list', 'text'];
		throw rejected(`The operator "${operator}" needs a ${needs}; ${field} is a ${has}.`);
	}
	if (isList) {
		const wanted = value.split(',');
		if (wanted.includes('')) throw rejected(`The filter "${filter}" contains an empty value.`);
		return (record) => containsAny(fieldOf(record, field), wanted);
	}
	return (record) => (fieldOf(record, field) === value) === (operator === '==');
}

/**
 * Reads a sort, `<Field>:asc` or `<Field>:desc`; the API reference shows `asc` only.
 *
 * @throws {ApiError} where the sort is not valid
 */
export function parseSort(sort: string, directions: readonly string[]): Order {
	const [, field, direction] = /^([^:]*):(.*)$/s.exec(sort) ?? [];
	if (field === undefined) {
		throw rejected(`The sort "${sort}" is not of the form <Field>:<direction>.`);
	}
	if (!isField(textFields, field)) throw rejected(`Calls cannot be sorted by "${field}".`);
	if (!directions.includes(direction)) {
		throw rejected(
			`The sort direction "${direction}" is not known. Use ${directions.join(' or ')}.`,
		);
	}
	const textOf = (record: unknown) => {
		const value = fieldOf(record, field);
		return typeof value === 'string' ? value : '';
	};
	const first = direction === 'asc' ? -1 : 1;
	return (a, b) => {
		const [left, right] = [textOf(a), textOf(b)];
		if (left === right) return 0;
		return left < right ? first : -first;
	};
}
