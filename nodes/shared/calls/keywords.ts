import { NOTHING_VISIBLE } from '../text';
import { readList } from '../form/readers';
import { UserError } from '../userError';

/** Commas, and what people put in their place. */
const SEPARATOR = /[,;|\t\r\n]/;

/** What stands around texts in a list or an object that is not JSON, as databases and Python write them. */
const MARKUP = /[[\]{}"'`:=,;|\t\r\n]/;

const LOOKS_LIKE_JSON = /^\s*[[{]/;

/**
 * Reads an option that names keywords: a text with commas in between, or a list from an expression.
 *
 * @param label the label of the option
 * @returns the keywords as `foldKeyword` writes them
 * @throws UserError if it has none, or something that is no text
 */
export function readKeywords(value: unknown, label: string): Set<string> {
	const keywords = readList(jsonIn(value ?? ''), SEPARATOR)?.map(foldKeyword);
	const wanted = new Set(keywords?.filter((keyword) => keyword !== ''));
	if (wanted.size > 0) return wanted;
	throw new UserError(
		keywords ? `'${label}' is empty` : `'${label}' contains something that is not a keyword`,
		`Enter keywords, or remove '${label}' from 'Options'. If it uses an expression, check that it returns text or a list.`,
	);
}

/**
 * The keywords of a record, however the service sends them: a list or a text, also as JSON text, or objects
 * such as { name: 'WrongNumber' } and { WrongNumber: true }. Every name and value of an object that may be a
 * keyword counts as one, since a keyword too many is the safe side: it keeps somebody from being called.
 *
 * @param sent the field Keywords of a record
 */
export function keywordsIn(sent: unknown): string[] {
	const found: string[] = [];
	const open = [sent];
	while (open.length > 0) {
		const value = jsonIn(open.pop());
		const isNoJson = typeof value === 'string' && LOOKS_LIKE_JSON.test(value);
		for (const text of readList(value, isNoJson ? MARKUP : SEPARATOR) ?? []) found.push(text);
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			if (!Array.isArray(value) && inner !== false) found.push(name);
			open.push(inner);
		}
	}
	return found;
}

/** What stands in a text as the JSON of a list or an object, otherwise the value itself. */
function jsonIn(value: unknown): unknown {
	if (typeof value !== 'string' || !LOOKS_LIKE_JSON.test(value)) return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return value;
	}
}

/**
 * Neither the case of letters, nor blanks and punctuation, nor how Unicode composes a letter makes another
 * keyword.
 */
export function foldKeyword(keyword: string): string {
	return keyword
		.normalize('NFKC')
		.replace(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '')
		.replace(NOTHING_VISIBLE, '')
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.normalize('NFKC');
}
