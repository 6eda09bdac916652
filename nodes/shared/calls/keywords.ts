import { UserError } from '../userError';

/**
 * Reads an option that names keywords: a text with commas in between, or a list from an expression.
 *
 * @param label the label of the option
 * @returns the keywords in lower case, since capitals do not count here
 * @throws UserError if it has none, or something that is no text
 */
export function readKeywords(value: unknown, label: string): Set<string> {
	const entries: unknown[] = Array.isArray(value) ? value : [value ?? ''];
	const isOdd = !entries.every(isText);
	const wanted = new Set(splitKeywords(value).map((keyword) => keyword.toLowerCase()));
	if (!isOdd && wanted.size > 0) return wanted;
	throw new UserError(
		isOdd ? `'${label}' contains something that is not a keyword` : `'${label}' is empty`,
		`Enter keywords, or remove '${label}' from 'Options'. If it uses an expression, check that it returns text or a list.`,
	);
}

/** Keywords out of whatever stands for them. What is no text is no keyword. */
export function splitKeywords(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries
		.filter(isText)
		.flatMap((entry) => String(entry).split(/[,;\r\n]+/))
		.map((keyword) => keyword.trim())
		.filter((keyword) => keyword !== '');
}

function isText(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
