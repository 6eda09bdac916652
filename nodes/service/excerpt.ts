/** So many fields and entries of a response are looked at, in all. */
const MAX_PARTS = 5_000;

/** So much of one text; twice as much as anything that is shown is taken from. */
const MAX_TEXT_LENGTH = 40_000;

/** What is nested deeper is nothing for people. */
const DEEPEST = 100;

/** Stands in the place of what is left out. */
export const CUT_OFF = '…';

/** So much of a text is read as JSON: reading 50 MB would block n8n for seconds. */
const MAX_JSON_LENGTH = 100_000;

/** Texts, the last of which may have no end, and what JSON has between values. */
const TOKENS = /"(?:[^"\\]|\\.)*("?)|[[\]{},]/gs;

/** As at the end of a JSON text that was cut; it may be a whole one. */
const HALF_AN_ESCAPE = /(?<!\\)\\[^\\]{0,4}$/;

/**
 * What a text says as JSON.
 *
 * @returns the text itself where it is no JSON
 */
export function readJson(text: string): unknown {
	if (isCutOff(text)) return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/**
 * What the beginning of a text says as JSON, of a text that has no records.
 *
 * @returns the beginning itself where it is no JSON
 */
export function readBeginning(text: string): unknown {
	if (text.length <= MAX_JSON_LENGTH) return readJson(text);
	const beginning = text.slice(0, MAX_JSON_LENGTH).replace(HALF_AN_ESCAPE, '');
	if (isCutOff(text)) return beginning;
	const { end, comma } = openPlaces(beginning);
	// The last value may be cut in the middle: what ends before it can be read.
	const upToComma = beginning.slice(0, comma);
	for (const json of [beginning + end, upToComma + openPlaces(upToComma).end]) {
		const read = readJson(json);
		if (read !== json) return read;
	}
	return beginning;
}

/** Whether a long text cannot be JSON, since it does not end as JSON does: so it need not be read. */
function isCutOff(text: string): boolean {
	return text.length > MAX_JSON_LENGTH && !'"]}'.includes(text.trimEnd().slice(-1));
}

/** How JSON is to be closed at this place, and where its last comma is. */
function openPlaces(json: string): { end: string; comma: number } {
	const closing: string[] = [];
	let comma = 0;
	let quote = '';
	for (const { 0: token, 1: endOfText, index } of json.matchAll(TOKENS)) {
		if (token === ',') comma = index;
		else if (token === '[') closing.push(']');
		else if (token === '{') closing.push('}');
		else if (token === ']' || token === '}') closing.pop();
		// The end of a shorter one may be shown, and may be the beginning of the key.
		else if (endOfText === '' && json.length - index > MAX_TEXT_LENGTH) quote = '"';
	}
	return { end: quote + closing.reverse().join(''), comma };
}

/**
 * The beginning of what a service sent, for bodies that hold no records. A body of 50 MB would block n8n
 * for seconds while it is searched for the key and for words.
 *
 * @param body text, or anything that was read from JSON
 */
export function excerpt(body: unknown): unknown {
	let left = MAX_PARTS;
	const copy = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
		if (typeof value !== 'object' || value === null) return value;
		if (depth === DEEPEST) return CUT_OFF;
		if (Array.isArray(value)) {
			const taken: unknown[] = [];
			for (const entry of value) {
				if (left-- <= 0) break;
				taken.push(copy(entry, depth + 1));
			}
			return taken.length < value.length ? [...taken, CUT_OFF] : taken;
		}
		const taken: Array<[string, unknown]> = [];
		for (const name in value) {
			if (left-- <= 0) break;
			const field = (value as Record<string, unknown>)[name];
			taken.push([name.slice(0, MAX_TEXT_LENGTH), copy(field, depth + 1)]);
		}
		// Unlike an assignment, it makes a field of "__proto__", too.
		return Object.fromEntries(taken);
	};
	return copy(body, 0);
}
