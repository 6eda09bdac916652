import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { run } from '../process/launch.mjs';
import { alone } from '../process/lock.mjs';
import { step } from '../process/screen.mjs';
import { npm } from './install.mjs';
import { ensureN8n } from './n8n.mjs';
import { cache, root } from './paths.mjs';

const sources = ['nodes', 'credentials', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const note = join(cache, 'built');

function filesBelow(path) {
	const stats = statSync(join(root, path), { throwIfNoEntry: false });
	if (!stats?.isDirectory()) return stats ? [path] : [];
	return readdirSync(join(root, path)).flatMap((name) => filesBelow(join(path, name)));
}

/**
 * One text for the content of what is built and of what it is built from. Times would not do: a clone,
 * a branch switch and a restored cache all set times that mean nothing.
 */
function state() {
	const hash = createHash('sha256');
	for (const file of [...sources, 'dist'].flatMap(filesBelow).sort()) {
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(root, file)))
			.update('\0');
	}
	return hash.digest('hex');
}

const isBuilt = () => existsSync(note) && readFileSync(note, 'utf8') === state();

/**
 * Builds the package into `dist`, unless what is there was built from these very sources.
 * @throws {import('../process/cliError.mjs').CliError} With the compiler's words.
 */
export async function ensureBuilt() {
	await alone(join(cache, 'build.lock'), async () => {
		if (isBuilt()) return;
		// With CI, n8n's tool draws no wheel into what is shown of its words.
		const options = { env: { CI: 'true' }, todo: 'Put that right, then start again.' };
		const build = async () => await npm(['run', 'build'], options);
		await step('Build the package', build, 'a few seconds');
		await writeFile(note, state());
	});
}

/**
 * Packs a package as `npm publish` would.
 * @param {string} folder The package.
 * @param {string} destination Where the tarball goes; made if missing.
 * @returns {Promise<{ tarball: string, name: string, version: string, integrity: string,
 * shasum: string, files: string[] }>} `integrity` is npm's checksum, `sha512-…`.
 */
export async function pack(folder, destination) {
	await mkdir(destination, { recursive: true });
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
	const [packed] = Object.values(JSON.parse(await npm(args, { cwd: folder })));
	const files = packed.files.map(({ path }) => path);
	return { ...packed, files, tarball: join(destination, basename(packed.filename)) };
}

/**
 * Unpacks a tarball of npm.
 * @param {string} tarball
 * @param {string} destination Gets what is in the package; made anew.
 */
export async function unpack(tarball, destination) {
	await rm(destination, { recursive: true, force: true });
	await mkdir(destination, { recursive: true });
	// Relative names: some tars on Windows take the colon of C:\ for the end of a host's name.
	await run('tar', ['-xzf', relative(destination, tarball), '--strip-components=1'], {
		cwd: destination,
		todo: 'Install tar: n8n needs it as well to install a community package.',
	});
}

/**
 * Builds the package and packs it, and installs n8n where it is missing. Needs the network only for
 * what is missing.
 * @param {string} destination Where the tarball goes: a folder of the run's own.
 * @returns {ReturnType<typeof pack>}
 * @throws {import('../process/cliError.mjs').CliError}
 */
export async function prepare(destination) {
	await ensureBuilt();
	const packed = await step('Pack the package', async () => await pack(root, destination));
	// It may be being installed meanwhile; see n8nAndTools.mjs.
	await ensureN8n();
	return packed;
}
