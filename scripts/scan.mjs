/*
 * `npm run scan`: the rules of n8n's official scan of community packages, on the sources and on the
 * packed package. `node scripts/scan.mjs folder` scans another package.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, main } from './process/cliError.mjs';
import { say } from './process/screen.mjs';
import { root } from './setup/paths.mjs';
import { ensureBuilt, pack, unpack } from './setup/prepare.mjs';

/** What the scanner reads of a published tarball (`analyzePackageByName`, version 0.32.0). */
const ARTIFACT_FILE_PATTERNS = ['**/*.js', 'package.json'];

/**
 * The official scan of community packages takes only published packages. This runs its rules on the
 * same two things, without regard to any comment that switches a rule off: on the sources, and on
 * what is in the tarball.
 * @param {string} folder The package, built.
 * @throws {CliError} With the rules that are broken.
 */
async function scanPackage(folder) {
	const temporary = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-scan-'));
	// The scanner makes a folder for temporary files while it is loaded, and does not remove it.
	process.env.TMPDIR = process.env.TEMP = temporary;
	try {
		const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
			'@n8n/scan-community-package/scanner/scanner.mjs'
		);
		const scan = async (name, place, patterns) => {
			const { passed, message = '', details } = await analyzePackage(place, patterns);
			// Without a file to read the scanner lets a package pass, and says so in its message.
			if (!passed || message) throw new CliError(`Scan of the ${name}: ${message}`, '', details);
			say(`Scan of the ${name}: passed`);
		};
		await scan('sources', folder, SOURCE_FILE_PATTERNS);
		const { tarball, files, name } = await pack(folder, temporary);
		if (!files.some((path) => path.startsWith('dist/'))) {
			throw new CliError('Nothing is built that could be scanned.', 'Run: npm run build');
		}
		const unpacked = join(temporary, 'unpacked', name);
		await unpack(tarball, unpacked);
		await scan('tarball', unpacked, ARTIFACT_FILE_PATTERNS);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

await main(async () => {
	const [, , other] = process.argv;
	if (other === undefined) await ensureBuilt();
	await scanPackage(other ?? root);
});
