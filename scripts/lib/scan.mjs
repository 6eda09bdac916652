import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { pack, unpack } from './communityPackage.mjs';
import { Problem } from './problem.mjs';
import { say } from './screen.mjs';

/** What the scanner reads of a published tarball (`analyzePackageByName`, version 0.32.0). */
const ARTIFACT_FILE_PATTERNS = ['**/*.js', 'package.json'];

async function scanLeg(name, folder, patterns) {
	const { passed, message = '', details } = await analyzePackage(folder, patterns);
	// Without a file to read the scanner lets a package pass, and says so in its message.
	if (passed && message === '') say(`Scan of the ${name}: passed`);
	else throw new Problem(`Scan of the ${name}: ${message}`, '', details);
}

/**
 * The official scan of community packages takes only published packages. This runs its rules on the
 * same two things, without regard to any comment that switches a rule off: on the sources, and on
 * what is in the tarball.
 * @param {string} folder The package, built.
 * @throws {Problem} With the rules that are broken.
 */
export async function scanPackage(folder) {
	await scanLeg('sources', folder, SOURCE_FILE_PATTERNS);
	const temporary = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-scan-'));
	try {
		const { tarball, files, name } = await pack(folder, temporary);
		if (!files.some((path) => path.startsWith('dist/'))) {
			throw new Problem('Nothing is built that could be scanned.', 'Run: npm run build');
		}
		const unpacked = join(temporary, 'unpacked', name);
		await unpack(tarball, unpacked);
		await scanLeg('tarball', unpacked, ARTIFACT_FILE_PATTERNS);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
