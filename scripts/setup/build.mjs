import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../process/cliError.mjs';
import { step } from '../process/screen.mjs';
import { filesOf, fingerprint } from './fingerprint.mjs';
import { npm } from './npm.mjs';
import { cache, root } from './paths.mjs';

const sources = ['nodes', 'credentials', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const shipped = ['nodes', 'credentials', 'package.json'];
const note = join(cache, 'built.json');

/** What was built from what. Sources alone would not do: `dist` may come from another branch. */
const state = () => ({ from: fingerprint(root, sources), to: fingerprint(root, ['dist']) });

function lastState() {
	try {
		return JSON.parse(readFileSync(note, 'utf8'));
	} catch {
		return {};
	}
}

function writeNote(extra) {
	mkdirSync(dirname(note), { recursive: true });
	writeFileSync(note, JSON.stringify({ ...state(), ...extra }));
}

/** The fingerprint of each source. */
const sourceFiles = () =>
	Object.fromEntries(filesOf(root, sources).map((file) => [file, fingerprint(root, [file])]));

/**
 * Compiles the sources that changed since the last build, each by itself, which takes a tenth of the
 * time: types are left to `npm run typecheck`.
 * @returns {Promise<boolean>} Whether that was enough: files that came or went need a whole build.
 */
async function compileChanged({ files = {} }) {
	const now = sourceFiles();
	const changed = [...new Set([...Object.keys(files), ...Object.keys(now)])].filter(
		(file) => files[file] !== now[file],
	);
	if (!changed.every((file) => file in files && file in now && file.endsWith('.ts'))) return false;
	const { default: ts } = await import('typescript');
	const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
	const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
	for (const file of changed) {
		const source = readFileSync(join(root, file), 'utf8');
		const { outputText, diagnostics } = ts.transpileModule(source, {
			fileName: join(root, file),
			compilerOptions: { ...options, declaration: false },
			reportDiagnostics: true,
		});
		// The whole build says it in the compiler's words.
		if (diagnostics.length > 0) return false;
		writeFileSync(join(root, 'dist', file.replace(/\.ts$/, '.js')), outputText);
	}
	return true;
}

/**
 * Builds the package into `dist`, unless what is there was built from these very sources.
 * @param {object} [options]
 * @param {boolean} [options.isQuick] Whether it will do to compile what changed, without types.
 * @throws {CliError} With the compiler's words; or when the build picked up files that are not ours.
 */
export async function ensureBuilt({ isQuick = false } = {}) {
	const last = lastState();
	const { from, to } = state();
	if (last.to === to && (isQuick || !last.isQuick)) {
		if (last.from === from) return;
		if (isQuick && (await compileChanged(last))) {
			writeNote({ files: sourceFiles(), isQuick });
			return;
		}
	}
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
	writeNote({ files: sourceFiles() });
}
