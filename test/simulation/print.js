/* The lint rules for n8n packages keep the console out of TypeScript. */
module.exports = {
	/** Prints the figures of a run, one row for each line. */
	print: (rows) => console.table(rows),
};
