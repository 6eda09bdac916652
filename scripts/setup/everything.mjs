/*
 * `npm run setup`: installs n8n and builds the package at once, as other commands do when they need it.
 * n8n's database is left to them: it may need a compiler.
 */
import { main } from '../process/cliError.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureN8n } from './n8n.mjs';

await main(async () => {
	await ensureBuilt();
	await ensureN8n();
});
