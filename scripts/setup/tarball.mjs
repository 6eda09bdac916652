import { mkdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { run } from '../process/launch.mjs';
import { npm } from './npm.mjs';

/**
 * Packs a package as `npm publish` would.
 * @param {string} folder The package.
 * @param {string} destination Where the tarball goes; made if missing.
 * @returns {Promise<{ tarball: string, name: string, version: string, integrity: string,
 * shasum: string, files: string[] }>} `integrity` is npm's checksum, `sha512-…`.
 */
export async function pack(folder, destination) {
	mkdirSync(destination, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
	const [packed] = Object.values(JSON.parse(await npm(args, { cwd: folder })));
	return {
		tarball: join(destination, basename(packed.filename)),
		name: packed.name,
		version: packed.version,
		integrity: packed.integrity,
		shasum: packed.shasum,
		files: packed.files.map((file) => file.path),
	};
}

/**
 * Unpacks a tarball of npm.
 * @param {string} tarball
 * @param {string} destination Gets what is in the package; made anew.
 */
export async function unpack(tarball, destination) {
	rmSync(destination, { recursive: true, force: true });
	mkdirSync(destination, { recursive: true });
	// Relative names: some tars on Windows take the colon of C:\ for the end of a host's name.
	await run('tar', ['-xzf', relative(destination, tarball), '--strip-components=1'], {
		cwd: destination,
		todo: 'Install tar: n8n needs it as well to install a community package.',
	});
}
