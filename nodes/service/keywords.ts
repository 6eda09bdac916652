import { NOTHING_VISIBLE } from '../n8n/text';
import { ifPossible, readList } from '../n8n/values';

/** Commas, and what people put in their place. */
export const KEYWORD_SEPARATOR = /[,;|\t\r\n]/;

/** What stands around texts in a list or an object that is not JSON, as databases and Python write them. */
const MARKUP = /[[\]{}"'`:=,;|\t\r\n]/;

/** What names a field of an object in which a keyword stands, and is none itself. */
const FIELD_NAMES =
	/^(id|key|keyword|label|name|tag|text|title|type|value|score|confidence|count)s?$/i;

const LOOKS_LIKE_JSON = /^\s*[[{]/;

/**
 * The keywords of a record, however the service sends them: a list or a text, also as JSON text, or objects
 * such as { name: 'WrongNumber' } and { WrongNumber: true }. Of an object that has other fields, names and
 * texts count, since a keyword too many is the safe side: it keeps somebody from being called.
 *
 * @param sent the field Keywords of a record
 */
export function keywordsIn(sent: unknown): string[] {
	const found: string[] = [];
	const open = [sent];
	// It grows while it is read.
	for (const each of open) {
		const value = jsonIn(each);
		if (typeof value !== 'object' || value === null) {
			const isNoJson = typeof value === 'string' && LOOKS_LIKE_JSON.test(value);
			const texts = readList(value, isNoJson ? MARKUP : KEYWORD_SEPARATOR) ?? [];
			for (const text of texts) found.push(text);
			continue;
		}
		for (const [name, inner] of Object.entries(value)) {
			const isObject = !Array.isArray(value);
			if (isObject && inner !== false && (inner === true || !FIELD_NAMES.test(name)))
				found.push(name);
			if (!isObject || typeof inner !== 'number') open.push(inner);
		}
	}
	return found;
}

/** What stands in a text as the JSON of a list or an object, otherwise the value itself. */
export function jsonIn(value: unknown): unknown {
	if (typeof value !== 'string' || !LOOKS_LIKE_JSON.test(value)) return value;
	return ifPossible(() => JSON.parse(value) as unknown) ?? value;
}

/**
 * Neither the case of letters, nor blanks and punctuation, nor how Unicode composes a letter makes another
 * keyword.
 */
export function foldKeyword(keyword: string): string {
	// The usual ones: a report folds those of each call.
	if (/^[a-z\d]*$/i.test(keyword)) return keyword.toLowerCase();
	return keyword
		.normalize('NFKC')
		.replace(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '')
		.replace(NOTHING_VISIBLE, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFKC');
}
