/* What the shape tests read of the repository; the lint rules for n8n packages keep `fs` out of TypeScript. */
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join, posix } = require('node:path');

const root = join(__dirname, '..', '..');

/**
 * All files below a folder of the repository, as paths from its root.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
	return readdirSync(join(root, folder)).flatMap((name) => {
		const path = posix.join(folder, name);
		return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
	});
}

module.exports = {
	filesBelow,
	/** @param {string} path */
	exists: (path) => existsSync(join(root, path)),
	/** @param {string} path */
	read: (path) => readFileSync(join(root, path), 'utf8'),
};
