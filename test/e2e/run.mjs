/*
 * `npm run test:e2e`: the packed package in a real n8n, against the sandbox. What only this can
 * prove: that n8n installs, loads, shows and runs it. `npm run test:e2e -- editor` runs the suites
 * whose file names contain "editor". Each suite exports `title` and `run(step, rig)`.
 */
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { explain } from '../../scripts/lib/problem.mjs';
import { say } from '../../scripts/lib/screen.mjs';
import { Undo } from '../../scripts/lib/undo.mjs';
import { takePicture } from './browser.mjs';
import { openRig } from './rig.mjs';

const stepMs = 180_000;
const wanted = process.argv.slice(2);
const folder = new URL('suites/', import.meta.url);
const files = readdirSync(folder)
	.filter((name) => name.endsWith('.mjs'))
	.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
	.sort();

const undo = new Undo();
undo.onSignals();
const failures = [];

/** A named step of a suite. It does not keep the following ones from running. */
const stepOf = (context, suite, rig) => async (name, work) => {
	if (undo.hasBegun) return;
	await context.test(name, { timeout: stepMs }, async () => {
		try {
			await work();
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
		await test(title, async (context) => await run(stepOf(context, title, rig), rig));
	}
}

if (files.length === 0) {
	say(`There is no suite whose file name contains ${wanted.join(' or ')}.`);
	process.exit(1);
}
try {
	const rig = await openRig(undo);
	await runSuites(rig);
	rig.kept.artifacts ||= failures.length > 0 && !undo.hasBegun;
	await undo.all();
	if (failures.length > 0) {
		say(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
	}
	if (rig.kept.artifacts) say(`Pictures and n8n's log: ${rig.artifacts}`);
} catch (error) {
	if (undo.hasBegun) await new Promise(() => {});
	say(`\n${explain(error)}`);
	await undo.all();
	process.exit(1);
}
