const isTerminal = Boolean(process.stdout.isTTY);
const secondMs = 1000;
/** Without a terminal to rewrite a line on, a sign of life this often is enough. */
const quietTickMs = 15 * secondMs;

// A terminal that was closed must not keep anybody from stopping what runs.
process.stdout.on('error', () => {});

/** @param {string} [text] */
export function say(text = '') {
	process.stdout.write(`${text}\n`);
}

const seconds = (since) => `${((Date.now() - since) / secondMs).toFixed(1)} s`;

function show(text) {
	const width = (process.stdout.columns || 80) - 1;
	process.stdout.write(`\r\x1b[2K${text.slice(0, width)}`);
}

/**
 * Runs one step and shows how long it takes: a line that counts, or now and then a line of its own
 * where the output is no terminal.
 * @template Result
 * @param {string} title What is done, as an order: "Build the package".
 * @param {() => Promise<Result>} work
 * @param {string} [usually] How long that usually takes, and why it is done.
 * @returns {Promise<Result>} What `work` gives; what it rejects with is passed on.
 */
export async function step(title, work, usually = '') {
	const began = Date.now();
	const hint = usually === '' ? '' : ` (${usually})`;
	const draw = () => show(`  … ${title}${hint}  ${Math.floor((Date.now() - began) / secondMs)} s`);
	if (isTerminal) draw();
	else if (hint !== '') say(`  … ${title}${hint}`);
	const ticking = isTerminal
		? setInterval(draw, secondMs)
		: setInterval(() => say(`  … ${title}: ${seconds(began)} so far`), quietTickMs);
	const close = (mark) => {
		clearInterval(ticking);
		const line = `  ${mark} ${title}  ${seconds(began)}`;
		if (isTerminal) show('');
		say(line);
	};
	try {
		const result = await work();
		close('✓');
		return result;
	} catch (error) {
		close('✗');
		throw error;
	}
}
