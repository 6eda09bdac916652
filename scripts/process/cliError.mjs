const MAX_SHOWN_LINES = 15;

/** Something that the person at the keyboard can put right: what happened, and what to do about it. */
export class CliError extends Error {
	/**
	 * @param {string} what One sentence: what happened.
	 * @param {string} [todo] What to do about it.
	 * @param {string} [detail] The output that shows it; its beginning and its end are shown.
	 */
	constructor(what, todo = '', detail = '') {
		super(what);
		this.name = 'CliError';
		this.todo = todo;
		this.detail = detail;
	}
}

/** The cause often stands first, and what came of it last. */
function shortened(detail) {
	const lines = detail.trim().split('\n');
	if (lines.length > 2 * MAX_SHOWN_LINES) {
		lines.splice(MAX_SHOWN_LINES, lines.length - 2 * MAX_SHOWN_LINES, '…');
	}
	return lines.join('\n').replace(/^(?=.)/gm, '    ');
}

/**
 * Words for the screen. A stack is shown only for what nobody foresaw.
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
	if (!(error instanceof CliError)) return String(error?.stack ?? error);
	return [error.message, shortened(error.detail), error.todo].filter(Boolean).join('\n');
}

/**
 * Does the work of a script. When it fails, the script says why and ends with code 1.
 * @param {() => unknown} work
 */
export async function main(work) {
	try {
		await work();
	} catch (error) {
		console.error(explain(error));
		process.exit(1);
	}
}
