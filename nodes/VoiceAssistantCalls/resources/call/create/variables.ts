import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../../shared/userError';

/** The names and texts that an assistant can use as `{name}`, in the order in which they were given. */
export type Variables = ReadonlyArray<readonly [name: string, text: string]>;

/** `phone_numer` is how the API description's parameter list (4.1) misspells its own field. */
const RESERVED = ['assistant_id', 'phone_number', 'phone_numer'];

/**
 * Reads the rows of the field Variables. API description 4.1: "any additional key".
 *
 * @param rows the rows `{ name, value }` that the user filled
 * @throws UserError if a name is empty, repeated or reserved
 */
export function variablesFromRows(rows: unknown): Variables {
	const list = Array.isArray(rows) ? rows : [];
	return checkedVariables(
		list.map((row: IDataObject | null) => [textOf(row?.name), row?.value] as const),
	);
}

/**
 * Reads the field Variables (JSON).
 *
 * @param value an object, or its JSON text
 * @throws UserError if it is not an object, or a name is empty or reserved
 */
export function variablesFromJson(value: unknown): Variables {
	const object = typeof value === 'string' ? parsed(value) : value;
	if (typeof object !== 'object' || object === null || Array.isArray(object)) {
		throw new UserError(
			'Variables (JSON) is not a JSON object',
			'Enter names and values in braces, for example {"first_name": "Ada"}, or {} if there are none.',
		);
	}
	return checkedVariables(Object.entries(object));
}

/**
 * Writes the body of Call Create (API description 4.1) as JSON text.
 *
 * It is text and not an object because an object loses names such as `__proto__` and splits names
 * with dots on its way through n8n.
 */
export function callBody(assistantId: string, phoneNumber: string, variables: Variables): string {
	const properties = [['assistant_id', assistantId], ['phone_number', phoneNumber], ...variables];
	return `{${properties.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function checkedVariables(entries: Array<readonly [string, unknown]>): Variables {
	const seen = new Set<string>();
	return entries.map(([name, value]) => {
		if (name.trim() === '') {
			throw new UserError(
				'A variable has no name',
				'Give every variable the name that stands in braces in the instructions of the assistant, or remove the row.',
			);
		}
		if (RESERVED.includes(name.trim())) {
			throw new UserError(
				`A variable cannot be named "${name}"`,
				'The service reads that name as a part of the call itself. Rename the variable here and in the instructions of the assistant.',
			);
		}
		if (seen.has(name)) {
			throw new UserError(
				`The variable "${name}" is given twice`,
				'Remove one of the two rows: only one value can be sent.',
			);
		}
		seen.add(name);
		return [name, textOf(value, name)] as const;
	});
}

/** What is missing becomes an empty text, so that the assistant never reads `{name}` aloud. */
function textOf(value: unknown, name = ''): string {
	if (value === undefined) return '';
	if (typeof value !== 'object') return String(value);
	const text = jsonText(value);
	if (text === undefined) {
		throw new UserError(
			`The value of the variable "${name}" cannot be written as text`,
			'Choose a text, number or list in the expression of this variable.',
		);
	}
	// Dates, of JavaScript as of Luxon, write themselves as a JSON string, and an invalid one as null.
	if (text === 'null') return '';
	return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

function jsonText(value: object | null): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}
