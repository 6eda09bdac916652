import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../process/launch.mjs';
import { nodeForN8n } from '../setup/n8nNode.mjs';

const writer = fileURLToPath(new URL('packageRecord.mjs', import.meta.url));

/**
 * Has a package that was installed by `installPackage` listed under Settings > Community Nodes. n8n
 * must have been started once, since its database has to be there; it may be running.
 * @param {import('./api.mjs').N8nApi} api
 * @param {{ name: string, version: string, folder: string }} installed
 * @param {string} userFolder
 * @throws {import('../process/cliError.mjs').CliError} When the database cannot be written.
 */
export async function listInSettings(api, installed, userFolder) {
	const manifest = JSON.parse(readFileSync(join(installed.folder, 'package.json'), 'utf8'));
	const nodes = [];
	for (const path of manifest.n8n.nodes) {
		const className = path.split('/').at(-1).split('.')[0];
		const type = `${installed.name}.${className[0].toLowerCase()}${className.slice(1)}`;
		const description = await api.nodeType(type);
		if (description === undefined) continue;
		const version = [description.version].flat().at(-1);
		nodes.push({ type, displayName: description.displayName, version });
	}
	const record = {
		name: installed.name,
		version: installed.version,
		author: manifest.author,
		nodes,
	};
	const database = join(userFolder, '.n8n', 'database.sqlite');
	await run(nodeForN8n(), ['--no-warnings', writer, database, JSON.stringify(record)], {
		name: 'Noting the package in n8n’s database',
	});
}
