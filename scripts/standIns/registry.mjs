import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { npmScript } from '../setup/install.mjs';

const host = '127.0.0.1';

/** What npm asks a registry for about a package. */
const packumentOf = (url, versions) => ({
	name: versions[0].name,
	'dist-tags': { latest: versions.at(-1).version },
	versions: Object.fromEntries(
		versions.map(({ name, version, tarball, integrity, shasum }) => [
			version,
			{
				name,
				version,
				dist: { tarball: `${url}/-/${basename(tarball)}`, integrity, shasum },
			},
		]),
	),
});

/**
 * Starts a registry of npm that has nothing but the packages it is given, and writes an `npm` that asks
 * it. n8n installs community packages with the `npm` that comes first on its path, and asks any
 * registry but npm's own only with a license (`getNpmRegistry` in `community-packages.service.js`,
 * 2.41): with this `npm` in front, n8n's own installation can be tried with a package that is not
 * published. Not on Windows.
 * @param {string} folder Gets the `npm`; made if missing.
 * @returns {Promise<{ folder: string, publish: (packed: Awaited<ReturnType<
 * typeof import('../setup/tarball.mjs').pack>>) => void, close: () => Promise<void> }>} `publish`
 * makes a package the newest version of its name.
 */
export async function openRegistry(folder) {
	const published = [];
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url, url);
		const tarball = published.find((packed) => pathname === `/-/${basename(packed.tarball)}`);
		const versions = published.filter(({ name }) => pathname === `/${encodeURIComponent(name)}`);
		if (tarball) response.end(readFileSync(tarball.tarball));
		else if (versions.length > 0) response.end(JSON.stringify(packumentOf(url, versions)));
		else response.writeHead(404).end('{"error":"not found"}');
	});
	server.listen(0, host);
	await once(server, 'listening');
	const url = `http://${host}:${server.address().port}`;

	mkdirSync(folder, { recursive: true });
	const script = join(folder, 'npm');
	// The last of two registries counts.
	const line = `exec '${process.execPath}' '${npmScript()}' "$@" --registry=${url} --prefer-online`;
	writeFileSync(script, `#!/bin/sh\n${line}\n`);
	chmodSync(script, 0o755);
	return {
		folder,
		publish: (packed) => published.push(packed),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
