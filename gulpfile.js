const { existsSync } = require('node:fs');
const { dest, src } = require('gulp');

/** Icons and the codex belong beside the compiled files that refer to them. */
function buildIcons() {
	return src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		// Read as text, a picture would be damaged.
		encoding: false,
	}).pipe(dest('dist'));
}

/**
 * The official scan of community packages takes only published packages; its rules can be run on the
 * sources and on the packed files as well, without regard to any comment that switches a rule off.
 */
async function scan() {
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
		'@n8n/scan-community-package/scanner/scanner.mjs'
	);
	if (!existsSync('dist')) throw new Error('Nothing to scan: run `npm run build` first');
	for (const [leg, patterns] of [
		['sources', SOURCE_FILE_PATTERNS],
		['artifact', ['dist/**/*.js', 'index.js', 'package.json']],
	]) {
		const { passed, message, details } = await analyzePackage(__dirname, patterns);
		if (!passed) throw new Error(`${leg}: ${message}\n${details ?? ''}`);
		console.log(`Scan of the ${leg}: passed`);
	}
}

exports['build:icons'] = buildIcons;
exports.scan = scan;
