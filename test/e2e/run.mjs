/*
 * `npm run test:e2e`: the packed package in a real n8n, against the sandbox. What only this can
 * prove: that n8n installs, loads, shows and runs it. `npm run test:e2e -- editor` runs the suites
 * whose file names contain "editor". With `--pictures` the suites also write the pictures of README.md
 * and docs/.
 */
import { leaveEditor, takePicture } from './browser.mjs';
import { openRig } from './rig.mjs';
import { runSuites } from './runSuites.mjs';

const pictures = process.argv.includes('--pictures');
/** How the sandbox behaves where a suite wants nothing else. */
let usual;

await runSuites({
	folder: new URL('suites/', import.meta.url),
	wanted: process.argv.slice(2).filter((word) => word !== '--pictures'),
	open: async (undo, artifacts) => {
		const rig = await openRig(undo, artifacts, { pictures });
		usual = { ...rig.sandbox.settings };
		return rig;
	},
	stepMs: 180_000,
	onFailure: takePicture,
	afterSuite: async (rig) => {
		Object.assign(rig.sandbox.settings, usual);
		rig.sandbox.clear();
		await leaveEditor(rig);
	},
});
