/*
 * `npm run scan`: the rules of n8n's official scan of community packages, on the sources and on the
 * packed package. `node scripts/scan.mjs folder` scans another package.
 */
import { root } from './lib/paths.mjs';
import { explain } from './lib/problem.mjs';
import { scanPackage } from './lib/scan.mjs';
import { say } from './lib/screen.mjs';

try {
	await scanPackage(process.argv[2] ?? root);
} catch (error) {
	say(explain(error));
	process.exit(1);
}
