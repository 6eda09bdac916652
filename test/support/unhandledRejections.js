/* Plain JavaScript, since the house rules for nodes, which hold for TypeScript here, know no process. */

/**
 * The process itself: jest gives every test file a copy, to which Node.js reports nothing. Jest fails
 * a test on a rejection that nobody listens to, but not where somebody begins to listen later; a
 * production process would be gone by then.
 *
 * @type {NodeJS.Process}
 */
const realProcess = require('node:vm').runInThisContext('process');

/**
 * Notes every promise that is rejected while nobody listens, from here until `stop`.
 *
 * @returns {{ readonly reasons: string[], stop: () => void }}
 */
function watchRejections() {
	/** @type {string[]} */
	const reasons = [];
	const note = (reason) => reasons.push(String(reason));
	realProcess.on('unhandledRejection', note);
	return { reasons, stop: () => void realProcess.off('unhandledRejection', note) };
}

module.exports = { watchRejections };
