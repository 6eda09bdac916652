/* Packs the package as `npm publish` would, and prints what is in the tarball, for tarball.test.ts. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack, unpack } from '../../scripts/setup/prepare.mjs';
import { root } from '../../scripts/setup/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-packed-'));
try {
	const { tarball, files } = await pack(root, folder);
	const unpacked = join(folder, 'unpacked');
	await unpack(tarball, unpacked);
	const contents = files.map((path) => [path, readFileSync(join(unpacked, path), 'utf8')]);
	console.log(JSON.stringify({ bytes: statSync(tarball).size, contents }));
} finally {
	rmSync(folder, { recursive: true, force: true });
}
