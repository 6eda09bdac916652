/* Plain JavaScript, since the house rules for nodes, which hold for TypeScript here, know no process. */

/** A connection that is being made or closed shows up within far fewer turns of the event loop. */
const QUIET_TURNS = 100;

/** Timers that somebody waits for, and connections; what n8n keeps for later is not counted. */
const WORK = /^(Timeout|TCPSocketWrap|TCPConnectWrap|GetAddrInfoReqWrap)$/;

const workCount = () => process.getActiveResourcesInfo().filter((name) => WORK.test(name)).length;

/**
 * Notes what this process is working on: timers and connections.
 *
 * @returns {() => Promise<void>} waits until it works on nothing else any more. What a run of n8n left
 * behind, such as a call that is to be placed later, has happened then.
 */
function watchWork() {
	const before = workCount();
	return async () => {
		for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
			await new Promise((resolve) => setImmediate(resolve));
			if (workCount() > before) quiet = 0;
		}
	};
}

/**
 * Waits until something has happened.
 *
 * @param {() => boolean} condition
 */
async function until(condition) {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Waits until a number has not changed for many turns of the event loop.
 *
 * @param {() => number} count
 */
async function untilStill(count) {
	let last = count();
	for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
		await new Promise((resolve) => setImmediate(resolve));
		if (count() === last) continue;
		last = count();
		quiet = 0;
	}
}

/**
 * Notes every promise that is rejected while nobody listens, from here until `stop`. Jest fails a test
 * on one that nobody listens to, but not where somebody begins to listen later; a production process
 * would be gone by then.
 *
 * @returns {{ readonly reasons: string[], stop: () => void }}
 */
function watchRejections() {
	/** @type {string[]} */
	const reasons = [];
	const note = (reason) => reasons.push(String(reason));
	process.on('unhandledRejection', note);
	return { reasons, stop: () => void process.off('unhandledRejection', note) };
}

module.exports = { watchRejections, watchWork, until, untilStill };
