/* Needs nothing but Node.js: it is used while the tools of this repository are installed. */

// A terminal that was closed must not keep anybody from stopping what runs.
process.stdout.on('error', () => {});

/** @param {string} [text] */
export function say(text = '') {
	process.stdout.write(`${text}\n`);
}

/**
 * Runs one step, and says when it begins and how long it took.
 * @template Result
 * @param {string} title What is done, as an order: "Build the package".
 * @param {() => Promise<Result>} work
 * @param {string} [usually] How long that usually takes.
 * @returns {Promise<Result>} What `work` gives; what it rejects with is passed on.
 */
export async function step(title, work, usually = '') {
	const began = Date.now();
	say(`  … ${title}${usually && ` (${usually})`}`);
	const result = await work();
	say(`  ✔ ${title}  ${Math.round((Date.now() - began) / 1000)} s`);
	return result;
}
