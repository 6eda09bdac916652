const { dest, src } = require('gulp');

/** Icons and the codex belong beside the compiled files that refer to them. */
function buildIcons() {
	return src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		// Read as text, a picture would be damaged.
		encoding: false,
	}).pipe(dest('dist'));
}

exports['build:icons'] = buildIcons;
