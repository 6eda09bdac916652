/*
 * `npm run setup`: installs n8n and builds the package at once, as other commands do when they need it.
 * Where n8n's database cannot be built, for want of a compiler, the command that needs it says so.
 */
import { main } from '../process/cliError.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureN8n } from './n8n.mjs';
import { putSqlite } from './sqlite.mjs';

await main(async () => {
	await ensureBuilt();
	await ensureN8n();
	await putSqlite();
});
