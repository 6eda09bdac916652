import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

function filesBelow(path) {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}

/**
 * The files in files and folders, named relative to a base.
 * @param {string} base
 * @param {string[]} names Files and folders; those that are missing count as empty.
 */
export const filesOf = (base, names) =>
	names.flatMap((name) => filesBelow(join(base, name))).map((file) => relative(base, file));

/**
 * One text for the content of files and folders, whatever their times say: a clone, a branch switch
 * and a restored cache all set times that mean nothing.
 * @param {string} base Names are taken relative to it.
 * @param {string[]} names Files and folders; those that are missing count as empty.
 */
export function fingerprint(base, names) {
	const hash = createHash('sha256');
	for (const file of names.flatMap((name) => filesBelow(join(base, name)))) {
		hash
			.update(`${relative(base, file)}\0`)
			.update(readFileSync(file))
			.update('\0');
	}
	return hash.digest('hex');
}
