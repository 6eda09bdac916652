/* Builds the package for the tests that look at what is built; jest runs it before the first of them. */
module.exports = async () => {
	const { ensureBuilt } = await import('../scripts/setup/prepare.mjs');
	const { explain } = await import('../scripts/process/cliError.mjs');
	try {
		await ensureBuilt();
	} catch (error) {
		// What jest shows of an error: here, the compiler's words.
		error.stack = explain(error);
		throw error;
	}
};
