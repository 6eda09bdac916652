import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { run } from '../process/launch.mjs';
import { step } from '../process/screen.mjs';
import { nodeForN8n, nodeHeaders } from './n8nNode.mjs';
import { npm } from './npm.mjs';
import { n8nHome } from './paths.mjs';
import { compilerFlags, sqliteAhead, sqliteLibrary } from './sqliteAhead.mjs';

async function whyUnusable() {
	try {
		await run(nodeForN8n(), ['-e', 'require("sqlite3")'], {
			cwd: n8nHome,
			name: 'Loading sqlite3',
		});
		return undefined;
	} catch (error) {
		return error;
	}
}

/**
 * Puts n8n's database library where n8n looks for it, as far as that works without what the machine lacks.
 * @returns {Promise<boolean>} Whether n8n can use it.
 */
export async function putSqlite() {
	if ((await whyUnusable()) === undefined) return true;
	const library = await sqliteAhead();
	if (library === undefined) return false;
	const place = join(n8nHome, sqliteLibrary);
	mkdirSync(dirname(place), { recursive: true });
	const half = `${place}.${process.pid}`;
	copyFileSync(library, half);
	renameSync(half, place);
	return (await whyUnusable()) === undefined;
}

/**
 * Makes n8n's database library usable: a ready-made one is downloaded, or else it is compiled.
 * @throws {CliError} When neither works on this machine.
 */
export async function ensureSqlite() {
	if (await putSqlite()) return;
	const todo =
		'Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: ' +
		'xcode-select --install; Windows: the Visual Studio Build Tools), then start again.';
	const headers = nodeHeaders();
	const env = {
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
		...compilerFlags,
	};
	const build = async () => {
		await npm(['rebuild', 'sqlite3'], { cwd: n8nHome, env, todo });
		const why = await whyUnusable();
		if (why) throw new CliError('sqlite3 was built, but cannot be loaded.', todo, why.detail);
	};
	await step('Build sqlite3, n8n’s database', build, 'half a minute, once');
}
