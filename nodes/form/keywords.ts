import { UserError } from '../n8n/errors';
import { readList } from '../n8n/values';
import { foldKeyword, jsonIn, KEYWORD_SEPARATOR } from '../service/keywords';

/**
 * Reads an option that names keywords: a text with commas in between, or a list from an expression.
 *
 * @param label the label of the option
 * @returns the keywords as `foldKeyword` writes them
 * @throws UserError if it has none, or something that is no text
 */
export function readKeywords(value: unknown, label: string): Set<string> {
	const keywords = readList(jsonIn(value ?? ''), KEYWORD_SEPARATOR)?.map(foldKeyword);
	const wanted = new Set(keywords?.filter((keyword) => keyword !== ''));
	if (wanted.size > 0) return wanted;
	throw new UserError(
		keywords ? `'${label}' is empty` : `'${label}' contains something that is not a keyword`,
		`Enter keywords, or remove '${label}' from 'Options'. If it uses an expression, check that it returns text or a list.`,
	);
}
