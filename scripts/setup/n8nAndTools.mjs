/*
 * As tools.mjs, for the commands that start n8n: n8n is installed beside the tools, because one npm keeps
 * little more than one core busy. `prepare` waits for n8n; what needs only the tools goes on before.
 */
import { main } from '../process/cliError.mjs';
import { beginN8n } from './n8n.mjs';

await main(beginN8n);
await import('./tools.mjs');
