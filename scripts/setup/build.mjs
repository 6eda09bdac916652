import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { step } from '../process/screen.mjs';
import { fingerprint } from './fingerprint.mjs';
import { npm } from './npm.mjs';
import { cache, root } from './paths.mjs';

const sources = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const shipped = ['nodes', 'credentials', 'icons', 'package.json'];
const note = join(cache, 'built.json');

/** What was built from what. Sources alone would not do: `dist` may come from another branch. */
const state = () =>
	JSON.stringify({ from: fingerprint(root, sources), to: fingerprint(root, ['dist']) });

function lastState() {
	try {
		return readFileSync(note, 'utf8');
	} catch {
		return '';
	}
}

/**
 * Builds the package into `dist`, unless what is there was built from these very sources.
 * @throws {Problem} With the compiler's words; or when the build picked up files that are not ours.
 */
export async function ensureBuilt() {
	if (lastState() === state()) return;
	const build = async () => {
		// With CI, n8n's tool draws no wheel into what is shown of its words.
		const options = { cwd: root, env: { CI: 'true' }, todo: 'Put that right, then start again.' };
		await npm(['run', 'build'], options);
	};
	await step('Build the package', build, 'a few seconds');
	const foreign = readdirSync(join(root, 'dist')).filter((name) => !shipped.includes(name));
	if (foreign.length > 0) {
		throw new CliError(
			`The build put ${foreign.join(', ')} into dist, which does not belong into the package.`,
			'Delete the node_modules folders below test, then start again: n8n-node build copies icons ' +
				'and schemas from there. npm start keeps n8n in .cache/n8n for that reason.',
		);
	}
	mkdirSync(dirname(note), { recursive: true });
	writeFileSync(note, state());
}
