import ora from 'ora';

const secondMs = 1000;
/** Without a terminal to rewrite a line on, a sign of life this often is enough. */
const quietTickMs = 15 * secondMs;

// A terminal that was closed must not keep anybody from stopping what runs.
process.stdout.on('error', () => {});

/** @param {string} [text] */
export function say(text = '') {
	process.stdout.write(`${text}\n`);
}

/**
 * Runs one step and shows how long it takes: a line that counts, or now and then a line of its own
 * where the output is no terminal.
 * @template Result
 * @param {string} title What is done, as an order: "Build the package".
 * @param {() => Promise<Result>} work
 * @param {string} [usually] How long that usually takes.
 * @returns {Promise<Result>} What `work` gives; what it rejects with is passed on.
 */
export async function step(title, work, usually = '') {
	const began = Date.now();
	const timed = (text) => `${text}  ${Math.round((Date.now() - began) / secondMs)} s`;
	const text = usually === '' ? title : `${title} (${usually})`;
	const { stdout: stream } = process;
	// A terminal that does not know its width keeps ora 9.0.0 busy for ever.
	const isEnabled = Boolean(stream.isTTY && stream.columns);
	// Ctrl-C is for `Undo`, and must reach it as a signal.
	const discardStdin = false;
	const spinner = ora({ text, stream, isEnabled, discardStdin, prefixText: ' ' }).start();
	const ticking = isEnabled
		? setInterval(() => (spinner.text = timed(text)), secondMs)
		: setInterval(() => say(timed(`  … ${title}`)), quietTickMs);
	try {
		const result = await work();
		spinner.stopAndPersist({ symbol: '✔', text: timed(title) });
		return result;
	} catch (error) {
		spinner.stopAndPersist({ symbol: '✖', text: timed(title) });
		throw error;
	} finally {
		clearInterval(ticking);
	}
}
