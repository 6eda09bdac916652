import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';

/** Debian keeps the programs of each PostgreSQL in a folder of their own, off the path. */
const debianFolder = '/usr/lib/postgresql';

function debianFolders() {
	if (!existsSync(debianFolder)) return [];
	return readdirSync(debianFolder)
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(debianFolder, version, 'bin'));
}

/**
 * @param {string} name Of a program of Redis or PostgreSQL.
 * @returns {string} Its path.
 * @throws {CliError} When it is not installed.
 */
export function findProgram(name) {
	const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found) return found;
	throw new CliError(
		`${name} was not found.`,
		'Queue mode needs Redis and PostgreSQL. Install both, then start again (Debian: apt-get install ' +
			'redis-server postgresql; macOS: brew install redis postgresql). Their own services need not run.',
	);
}
