import { jsonParse } from 'n8n-workflow';

import { isBlank, NOTHING_VISIBLE, quoteValue, withoutInvisible } from '../n8n/text';
import { UserError } from '../n8n/errors';
import { asText, isPlainObject, readList } from '../n8n/values';
import { readChoice, readCollection, readRows, wrongOption } from '../form/readers';
import type { ItemContext } from '../n8n/itemContext';

/** The names and texts that an assistant can use as `{name}`, in the order in which they were given. */
export type Variables = ReadonlyArray<readonly [name: string, text: string]>;

/** What is read of an item. */
type FormOfItem = Pick<ItemContext, 'json' | 'parameter'>;

type Entries = Array<readonly [name: string, value: unknown]>;

/**
 * In any case: what Go and .NET read JSON with takes `Phone_Number` for `phone_number`, and of two the
 * last, which would be dialled. To Go, "ſ" is an "s" as well. `phone_numer` is how the API's parameter
 * list misspells its own field.
 */
const RESERVED = ['assistant_id', 'phone_number', 'phone_numer'];

const isReserved = (name: string) => RESERVED.includes(name.toUpperCase().toLowerCase());

/** How variables are entered, by the value of Enter Variables As. */
const MODES: Record<string, (item: FormOfItem) => Entries> = {
	fields: (item) =>
		readRows(
			readCollection(item.parameter('variables', {}), 'Variables').variable,
			'Variables',
		).map(({ name, value }) => [asText(name) ?? '', value]),
	input: (item) => entriesOfInput(item.json as object, item.parameter('variablesExcept', '')),
	json: (item) => entriesOfJson(item.parameter('variablesJson', '{}')),
};

/**
 * Reads the variables of an item (docs/api.md, Call Create: "any other key").
 *
 * @throws UserError if they are not names with values, or a name is empty, repeated or reserved
 */
export function readVariables(item: FormOfItem): Variables {
	const mode = item.parameter('variablesMode', 'fields');
	const entriesOf = MODES[readChoice(mode, 'Enter Variables As', Object.keys(MODES))];
	const variables = new Map<string, string>();
	const known = new Set<string>();
	for (const [written, value] of entriesOf(item)) {
		const name = readName(written);
		// `é` may be two characters, and a blank may be one that does not break.
		const look = name.normalize('NFC').replace(/\p{Zs}/gu, ' ');
		if (known.has(look)) {
			throw new UserError(
				`The variable ${quoteValue(name)} is set twice`,
				'Remove one of them: only one value can be sent.',
			);
		}
		known.add(look);
		variables.set(name, variableText(value));
	}
	return [...variables];
}

/** The fields of an item that are named like those of the request are its number and assistant. */
function entriesOfInput(fields: object, except: unknown): Entries {
	const listed = readList(except);
	if (!listed) {
		const advice =
			'Enter names of fields, separated by commas. An expression may also return a list of texts.';
		throw wrongOption(except, 'Except Fields', advice, '');
	}
	// A list may have names with commas in them.
	const names = new Set([...listed, ...[except].flat().map((name) => asText(name)?.trim())]);
	return Object.entries(fields).filter(([written]) => {
		const name = withoutInvisible(written).trim();
		// The last column of a table may have no name.
		return !names.has(name) && !isReserved(name) && name !== '';
	});
}

function entriesOfJson(json: unknown): Entries {
	const object: unknown =
		typeof json === 'string' ? jsonParse(json, { fallbackValue: null }) : json;
	if (isPlainObject(object)) {
		const names = typeof json === 'string' ? namesIn(json) : Object.keys(object);
		return names.map((name) => [name, object[name]]);
	}
	throw new UserError(
		"'Variables (JSON)' is not a JSON object",
		'Enter names and values in braces, for example {"first_name": "Ada"}, or {} if there are none.',
	);
}

/**
 * The names in the JSON text of an object, those that stand in it twice included: an object has only the
 * last of them.
 */
function namesIn(json: string): string[] {
	const names: string[] = [];
	let depth = 0;
	let before = '';
	for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
		if (token === ':' && depth === 1) names.push(JSON.parse(before) as string);
		else if (token === '{' || token === '[') depth++;
		else if (token === '}' || token === ']') depth--;
		before = token;
	}
	return names;
}

/**
 * Writes the body of Call Create (docs/api.md) as JSON text.
 *
 * It is text and not an object because an object loses names such as `__proto__` and splits names
 * with dots on its way through n8n.
 */
export function callBody(assistantId: string, phoneNumber: string, variables: Variables): string {
	const properties = [['assistant_id', assistantId], ['phone_number', phoneNumber], ...variables];
	return `{${properties.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;
}

/** A name without the braces around it: people copy them as well. */
function readName(written: string): string {
	const name = withoutInvisible(written).replace(/^[\s{]+|[\s}]+$/g, '');
	if (name === '') {
		throw new UserError(
			'A variable has no name',
			"Enter the name used in braces in the assistant's instructions, or remove the row.",
		);
	}
	if (!isReserved(name)) return name;
	throw new UserError(
		`A variable cannot be named "${name}"`,
		"The API uses that name for the call itself. Rename the variable here and in the assistant's instructions.",
	);
}

/** What only a mistake in an expression or a spreadsheet produces, also within a text: somebody would hear it. */
const MISTAKE =
	/\[object \w+|\b(?:NaN|Invalid [Dd]ate(?:Time)?)\b(?!"\s*:)|"\s*undefined\s*"(?!\s*:)|\bundefined\W*$|^\s*-?Infinity\s*$|#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)/;

/** What is missing or looks empty becomes an empty text, so that the assistant never reads `{name}` aloud. */
function variableText(value: unknown): string {
	const text = asText(value) ?? jsonText(value);
	const seen = text.replace(NOTHING_VISIBLE, '');
	// As JSON, infinity is null, too.
	const isNothing = [MISTAKE, NOTHING_IN_JSON].some((pattern) => pattern.test(seen));
	return isNothing || isBlank(text) || (text === 'null' && typeof value !== 'string')
		? ''
		: withoutInvisible(text);
}

/** A list with nothing in it but blanks, null and other such lists, or an object without fields, as JSON. */
const NOTHING_IN_JSON =
	/^\s*[[{](?:[\s\p{Cc}\p{Cf}[\]{},"]|null|\\(?:[bfnrt]|u[\da-f]{4}))*[\]}]\s*$/u;

/** Of what cannot be written, nothing. */
function jsonText(value: unknown): string {
	const asWritten = (_: string, inner: unknown) => (Number.isNaN(inner) ? 'NaN' : inner);
	return (JSON.stringify(value, asWritten) as string | undefined) ?? '';
}
