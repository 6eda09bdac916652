/*
 * n8n's database library, in a folder of its own: it can be compiled, which takes half a minute, while
 * npm still installs n8n, on the core that npm leaves free. Needs nothing but Node.js and npm.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginInstall, ensureInstalled } from './install.mjs';
import { readManifest, writeManifest } from './manifest.mjs';
import { cache, n8nManifest } from './paths.mjs';

const folder = join(cache, 'sqlite3');

/** Where the compiled library stands in a folder with sqlite3. */
export const sqliteLibrary = join('node_modules/sqlite3/build/Release/node_sqlite3.node');

/** For an n8n to try things with: half the time to compile, on all cores. */
export const compilerFlags = { CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' };

/** Where Node.js finds a package that another one loads: beside it, or beside one it stands in. */
function nearest(packages, place, name) {
	for (let at = `/${place}`; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
		const candidate = `${at}/node_modules/${name}`.slice(1);
		if (candidate in packages || at === '') return candidate;
	}
}

/** A package and all that it needs, as places in a lock file. */
function placesOf(packages, place, found = new Set()) {
	if (found.has(place)) return found;
	found.add(place);
	const { dependencies, optionalDependencies } = packages[place];
	for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
		placesOf(packages, nearest(packages, place, name), found);
	}
	return found;
}

function sqliteInstallation() {
	const { packages, ...lock } = readManifest(n8nManifest).lock;
	const place = 'node_modules/sqlite3';
	const dependencies = { sqlite3: packages[place].version };
	const manifest = { private: true, dependencies, allowScripts: { sqlite3: true } };
	const places = [...placesOf(packages, place)];
	const needed = Object.fromEntries(places.map((path) => [path, packages[path]]));
	writeManifest(folder, { manifest, lock: { ...lock, packages: { '': manifest, ...needed } } });
	return {
		folder,
		what: 'sqlite3, n8n’s database',
		usually: 'half a minute, once',
		flags: ['--legacy-peer-deps', '--ignore-scripts=false'],
		env: compilerFlags,
		// The headers of Node.js may come with n8n, and ensureSqlite says what else is missing.
		isQuiet: true,
	};
}

/** Begins to install and compile the sqlite3 of n8n's lock file. */
export function beginSqlite() {
	beginInstall(sqliteInstallation());
}

/**
 * Waits for it.
 * @returns {Promise<string | undefined>} The compiled library, if it could be compiled.
 */
export async function sqliteAhead() {
	try {
		await ensureInstalled(sqliteInstallation());
	} catch {
		return undefined;
	}
	const library = join(folder, sqliteLibrary);
	return existsSync(library) ? library : undefined;
}
