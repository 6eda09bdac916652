/** The entries of a table, which are apart from each other by a bar or a line break. */
export const entries = (table: string): string[] => table.trim().split(/\s*[|\n]\s*/);

/** The same for pairs: what stands on the two sides of an arrow. */
export const pairs = (table: string): Array<[string, string]> =>
	entries(table).map((entry) => entry.split(/ *→ */) as [string, string]);
