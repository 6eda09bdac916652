/*
 * What jest loads in place of a module of these packages: the module itself, loaded by Node and kept
 * from one test file to the next (see `environment.js`).
 */
module.exports = {
	process: (_source, path) => ({ code: `module.exports = requireOnce(${JSON.stringify(path)});` }),
	getCacheKey: (_source, path) => `load once: ${path}`,
};
