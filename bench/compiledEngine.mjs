import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/setup/paths.mjs';

/**
 * Compiles what runs a workflow in the engine tests. Beforehand, and not by tsx in the measured
 * process, where the compiler and the source maps of n8n, which it loads, take 40 MB.
 * @param {string} folder Where the compiled file goes.
 * @returns {Promise<string>} Its path.
 */
export async function compiledEngine(folder) {
	const { default: typescript } = await import('typescript');
	const source = readFileSync(join(root, 'test', 'support', 'engine.ts'), 'utf8');
	const { outputText } = typescript.transpileModule(source, {
		compilerOptions: {
			module: typescript.ModuleKind.CommonJS,
			target: typescript.ScriptTarget.ES2022,
		},
	});
	const file = join(folder, 'engine.js');
	writeFileSync(file, outputText);
	return file;
}
