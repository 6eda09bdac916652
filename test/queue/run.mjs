/*
 * `npm run test:queue`: the package in n8n's queue mode, that is a main, workers, Redis and PostgreSQL.
 * What only this can prove: that workers have the package and run it, and that nobody is called twice
 * when one of them ends in the middle. `npm run test:queue -- crash` runs the suites whose file names
 * contain "crash".
 */
import { runSuites } from '../e2e/runSuites.mjs';
import { openRig } from './rig.mjs';

await runSuites({
	folder: new URL('suites/', import.meta.url),
	wanted: process.argv.slice(2),
	open: openRig,
	stepMs: 300_000,
});
