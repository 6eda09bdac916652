/* Builds the package for the tests that look at what is built; jest runs it before the first of them. */
/** Whether all tests of a layer run, and not only some after a change. */
const isWhole = process.env.WHOLE_BUILD === 'yes';

module.exports = async () => {
	const { ensureBuilt } = await import('../scripts/setup/build.mjs');
	const { explain } = await import('../scripts/process/cliError.mjs');
	try {
		await ensureBuilt({ isQuick: !isWhole });
	} catch (error) {
		// What jest shows of an error: here, the compiler's words.
		error.stack = explain(error);
		throw error;
	}
};
