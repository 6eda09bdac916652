/*
 * `npm run bench`: what this node costs, beside a bare loop and beside what people would build with
 * n8n's own nodes, on the same sandbox. Prints tables, and writes bench/README.md when everything
 * was run.
 *
 * `npm run bench -- word` runs the cases with that word in their name, `--runs 9` more rounds than 5.
 * Fails where somebody makes another number of requests than it must; never because of a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/setup/prepare.mjs';
import { ensureN8n } from '../scripts/setup/n8n.mjs';
import { explain, CliError } from '../scripts/process/cliError.mjs';
import { say } from '../scripts/process/screen.mjs';
import { cases } from './cases.mjs';
import { compiledEngine } from './compiledEngine.mjs';
import { mediansOf } from './results.mjs';
import { play } from './rounds.mjs';
import { tableFor, writeDocument } from './report.mjs';

function readArguments() {
	const { values, positionals } = parseArgs({
		options: { runs: { type: 'string', default: '5' } },
		allowPositionals: true,
	});
	const rounds = Number(values.runs);
	if (!Number.isInteger(rounds) || rounds < 1) {
		throw new CliError('--runs must be a whole number from 1.');
	}
	const wanted = cases.filter(({ name }) => positionals.every((word) => name.includes(word)));
	if (wanted.length > 0) return { rounds, wanted };
	throw new CliError(
		`No case has "${positionals.join(' ')}" in its name.`,
		`There are: ${cases.map(({ name }) => name).join(', ')}.`,
	);
}

const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-bench-'));
try {
	const { rounds, wanted } = readArguments();
	await ensureN8n();
	await ensureBuilt();
	const env = { N8N_USER_FOLDER: folder, COMPILED_ENGINE: await compiledEngine(folder) };

	const results = new Map();
	for (const oneCase of wanted) {
		say(`\n${oneCase.title}`);
		results.set(oneCase.name, mediansOf(await play(oneCase, rounds, env)));
		say(`\n${tableFor(results.get(oneCase.name))}`);
	}
	if (wanted.length === cases.length) {
		await writeDocument(cases, results, rounds);
		say('\nWritten to bench/README.md');
	}
} catch (error) {
	say(explain(error));
	process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
