/*
 * As tools.mjs, for the commands that start n8n: n8n and its database are installed beside the tools,
 * because one npm keeps little more than one core busy. `prepare` waits for n8n; what needs only the
 * tools goes on before.
 */
import { main } from '../process/cliError.mjs';
import { beginN8n } from './n8n.mjs';
import { beginSqlite } from './sqliteAhead.mjs';

await main(() => {
	if (beginN8n()) beginSqlite();
});
await import('./tools.mjs');
