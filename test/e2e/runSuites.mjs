import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { explain, CliError } from '../../scripts/process/cliError.mjs';
import { say } from '../../scripts/process/screen.mjs';
import { Undo } from '../../scripts/process/undo.mjs';
import { openArtifacts } from './rig.mjs';

const undo = new Undo();
const failures = [];

/** Not the timeout of `node:test`: that one gives up without letting anybody take a picture. */
async function inTime(stepMs, work) {
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

/**
 * Runs the suites of a folder, one after another: each exports `title` and `run(step, rig)`.
 * @param {object} options
 * @param {URL} options.folder
 * @param {string[]} options.wanted Words; only suites with one of them in their file name run.
 * @param {(undo: Undo, artifacts: ReturnType<typeof openArtifacts>) => Promise<object>} options.open
 * Opens what the suites share.
 * @param {number} options.stepMs How long a step may take.
 * @param {(rig: object, name: string) => Promise<unknown>} [options.onFailure] Looks at what failed.
 * @param {(rig: object) => Promise<unknown>} [options.afterSuite]
 */
export async function runSuites({
	folder,
	wanted,
	open,
	stepMs,
	onFailure = async () => {},
	afterSuite = async () => {},
}) {
	const files = readdirSync(folder)
		.filter((name) => name.endsWith('.mjs'))
		.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
		.sort();
	if (files.length === 0) {
		say(`There is no suite whose file name contains ${wanted.join(' or ')}.`);
		process.exit(1);
	}

	/** A named step of a suite. It does not keep the following ones from running. */
	const stepOf = (context, suite, rig) => async (name, work) => {
		if (undo.hasBegun) return;
		await context.test(name, async () => {
			try {
				await inTime(stepMs, async () => await work());
			} catch (error) {
				failures.push(`${suite} > ${name}`);
				await onFailure(rig, `failed ${suite} ${name}`).catch(() => {});
				throw error;
			}
		});
	};
	const runAll = async (rig) => {
		for (const file of files) {
			const { title, run } = await import(new URL(file, folder));
			await test(title, async (context) => {
				try {
					await run(stepOf(context, title, rig), rig);
				} catch (error) {
					failures.push(`${title}, outside of its steps`);
					throw error;
				} finally {
					await afterSuite(rig);
				}
			});
		}
	};

	undo.onSignals();
	const artifacts = openArtifacts(undo);
	let problem;
	try {
		await runAll(await open(undo, artifacts));
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
	if (artifacts.kept) say(`Logs, and pictures if there is a browser: ${artifacts.folder}`);
}
