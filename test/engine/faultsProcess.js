/*
 * What only the process can do. Plain JavaScript, since the house rules for nodes, which hold for
 * TypeScript here, know neither a process nor a console.
 */

/**
 * The process itself: jest gives every test file a copy, to which Node.js reports nothing. Jest fails
 * a test on a rejection that nobody listens to, but not where somebody begins to listen later; a
 * production process would be gone by then.
 */
const realProcess = require('node:vm').runInThisContext('process');

/** Notes every promise that is rejected while nobody listens, from here until `stop`. */
function watchRejections() {
	const reasons = [];
	const note = (reason) => reasons.push(String(reason));
	realProcess.on('unhandledRejection', note);
	return { reasons, stop: () => realProcess.off('unhandledRejection', note) };
}

/** Prints a summary as a table. */
function printTable(rows) {
	console.table(rows);
}

module.exports = { watchRejections, printTable };
