/* Builds the package for the tests that look at what is built; jest runs it before the first of them. */
module.exports = async () => {
	const { ensureBuilt } = await import('../scripts/setup/build.mjs');
	await ensureBuilt();
};
