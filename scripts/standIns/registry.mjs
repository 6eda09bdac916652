import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { npmScript } from '../setup/install.mjs';
import { serve } from './serve.mjs';

/** What npm asks a registry for about a package. */
const packumentOf = (url, versions) => ({
	name: versions[0].name,
	'dist-tags': { latest: versions.at(-1).version },
	versions: Object.fromEntries(
		versions.map(({ name, version, tarball, integrity, shasum }) => [
			version,
			{ name, version, dist: { tarball: `${url}/-/${basename(tarball)}`, integrity, shasum } },
		]),
	),
});

/**
 * Writes an `npm` that asks this registry, whatever it is told: the last of two registries counts. On
 * Windows n8n looks for npm's script below npm's own prefix (`npm-utils.js`, 2.41), elsewhere on its path.
 * @returns {Record<string, string>} What n8n needs in its environment on Windows.
 */
function writeNpm(folder, url) {
	const flags = [`--registry=${url}`, '--prefer-online'];
	const script = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
	mkdirSync(dirname(script), { recursive: true });
	const lines = [
		`process.argv.push(...${JSON.stringify(flags)});`,
		`require(${JSON.stringify(npmScript())});`,
	];
	writeFileSync(script, lines.join('\n'));
	// Its own folder comes first on the path.
	const shell = `#!/bin/sh\nPATH="\${PATH#*:}" exec npm "$@" ${flags.join(' ')}\n`;
	writeFileSync(join(folder, 'npm'), shell, { mode: 0o755 });
	return process.platform === 'win32' ? { npm_config_prefix: folder } : {};
}

/**
 * Starts a registry of npm that has nothing but the packages it is given, and writes an `npm` that asks
 * it. n8n installs community packages with the `npm` that comes first on its path, and asks any
 * registry but npm's own only with a license (`getNpmRegistry` in `community-packages.service.js`,
 * 2.41): with this `npm` in front, n8n itself installs a package that is not published.
 * @param {string} folder Gets the `npm`; made if missing.
 * @param {Packed} packed
 * @returns {Promise<{ folder: string, env: Record<string, string>, publish: (packed: Packed) => void,
 * close: () => Promise<void> }>} `folder` belongs at the front of n8n's path, `env` into its
 * environment. `publish` makes a package the newest version of its name.
 * @typedef {Awaited<ReturnType<typeof import('../setup/prepare.mjs').pack>>} Packed
 */
export async function openRegistry(folder, packed) {
	const published = [packed];
	const { url, close } = await serve((request, response) => {
		const { pathname } = new URL(request.url, url);
		const tarball = published.find((each) => pathname === `/-/${basename(each.tarball)}`);
		const versions = published.filter(({ name }) => pathname === `/${encodeURIComponent(name)}`);
		if (tarball) response.end(readFileSync(tarball.tarball));
		else if (versions.length > 0) response.end(JSON.stringify(packumentOf(url, versions)));
		else response.writeHead(404).end('{"error":"not found"}');
	});
	const publish = (later) => published.push(later);
	return { folder, env: writeNpm(folder, url), publish, close };
}
