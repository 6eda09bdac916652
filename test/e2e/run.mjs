/*
 * `npm run test:e2e`: the packed package in a real n8n, against the sandbox. What only this can
 * prove: that n8n installs, loads, shows and runs it. `npm run test:e2e -- editor` runs the suites
 * whose file names contain "editor". Each suite exports `title` and `run(step, rig)`. With `--pictures`
 * the suites also write the pictures of README.md and docs/.
 */
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { explain, CliError } from '../../scripts/process/cliError.mjs';
import { say } from '../../scripts/process/screen.mjs';
import { Undo } from '../../scripts/process/undo.mjs';
import { takePicture } from './browser.mjs';
import { openArtifacts, openRig } from './rig.mjs';

const stepMs = 180_000;
const pictures = process.argv.includes('--pictures');
const wanted = process.argv.slice(2).filter((word) => word !== '--pictures');
const folder = new URL('suites/', import.meta.url);
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.mjs'))
	.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
	.sort();

const undo = new Undo();
undo.onSignals();
const failures = [];

/** Not the timeout of `node:test`: that one gives up without letting anybody take a picture. */
async function inTime(work) {
	let timer;
	const tooLate = new Promise((_resolve, reject) => {
		const problem = new CliError(`This takes longer than ${stepMs / 1000} seconds.`);
		timer = setTimeout(() => reject(problem), stepMs);
	});
	try {
		await Promise.race([work(), tooLate]);
	} finally {
		clearTimeout(timer);
	}
}

/** A named step of a suite. It does not keep the following ones from running. */
const stepOf = (context, suite, rig) => async (name, work) => {
	if (undo.hasBegun) return;
	await context.test(name, async () => {
		try {
			await inTime(async () => await work());
		} catch (error) {
			failures.push(`${suite} > ${name}`);
			await takePicture(rig, `failed ${suite} ${name}`).catch(() => {});
			throw error;
		}
	});
};

async function runSuites(rig) {
	for (const file of files) {
		const { title, run } = await import(new URL(file, folder));
		await test(title, async (context) => {
			try {
				await run(stepOf(context, title, rig), rig);
			} catch (error) {
				failures.push(`${title}, outside of its steps`);
				throw error;
			}
		});
	}
}

if (files.length === 0) {
	say(`There is no suite whose file name contains ${wanted.join(' or ')}.`);
	process.exit(1);
}
const artifacts = openArtifacts(undo);
let problem;
try {
	await runSuites(await openRig(undo, artifacts, { pictures }));
} catch (error) {
	problem = error;
}
// On a signal, what fails now fails because it is being stopped; the signal ends this process.
if (undo.hasBegun) await new Promise(() => {});
if (problem !== undefined) {
	failures.push('The start of the sandbox and n8n');
	say(`\n${explain(problem)}`);
	process.exitCode = 1;
}
artifacts.kept ||= failures.length > 0;
await undo.all();
if (failures.length > 0) say(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
if (artifacts.kept) say(`Pictures and n8n's log: ${artifacts.folder}`);
