/*
 * As tools.mjs, for the commands that start n8n: n8n is installed beside the tools, because one npm
 * keeps little more than one core busy. `prepare` waits for it and tells what went wrong; what needs
 * only the tools goes on before.
 */
import { ensureN8n } from './n8n.mjs';

ensureN8n().catch(() => {});
await import('./tools.mjs');
