import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Everything that these scripts make and that may be deleted at any time; git ignores it. */
export const cache = join(root, '.cache');

/**
 * Where the n8n of `test/e2e/package.json` is installed. Not in `test/e2e/node_modules`: `n8n-node build`
 * copies every icon and schema below the repository into `dist`, except in the topmost `node_modules`
 * and in folders that begin with a dot; with n8n there, 1 874 foreign files end up in the package
 * (node-cli 0.48.3).
 */
export const n8nHome = join(cache, 'n8n');

/**
 * What `npm start` keeps between two starts: n8n's database, its settings, its log. Below n8n, so
 * that a package in it finds n8n's own n8n-workflow and not the copy of this repository, as it
 * would from anywhere else in here. And in a `node_modules`, because ESLint, whose settings n8n
 * prescribes to the letter, skips only those: n8n unpacks 695 scripts of its editor here.
 */
export const startFolder = join(n8nHome, 'user', 'node_modules');
