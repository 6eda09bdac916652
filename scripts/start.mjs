/*
 * `npm start`: a real n8n with this package installed, the sandbox to call instead of real people,
 * and example workflows that are ready to run. `--queue` does so in n8n's queue mode, with two workers,
 * Redis and PostgreSQL, and keeps nothing. `--check` starts all of that in a folder of its own, looks
 * whether it is there, stops it, and tells by its exit code.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exampleFiles, putExamples } from './n8n/examples.mjs';
import { nodeType, openStage, owner } from './n8n/stage.mjs';
import { CliError, explain } from './process/cliError.mjs';
import { takeLock } from './process/lock.mjs';
import { say, step } from './process/screen.mjs';
import { Undo } from './process/undo.mjs';
import { openQueue } from './queue/queue.mjs';
import { startFolder } from './setup/paths.mjs';
import { prepare } from './setup/prepare.mjs';

const isCheck = process.argv.includes('--check');
const isQueue = process.argv.includes('--queue');
const workers = ['worker-1', 'worker-2'];
const firstExample = 'place-a-call-and-read-it-back.json';
const interrupted = 130;
const preferredPorts = { n8n: 5678, sandbox: 4010, mailbox: 8025 };
/**
 * The examples wait for the end of a call, so turns are short. Some weeks of calls, in the office
 * hours of the time zone that n8n has here, so that a report over yesterday shows a day at work.
 */
const company = {
	turnSeconds: 1,
	calls: 2000,
	timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

const undo = new Undo();
let isUp = false;
undo.onSignals(() => (isUp && !isCheck ? 0 : interrupted));

/** Who holds the folder of `npm start`, as far as is known. */
const holderFile = join(startFolder, 'running.json');

function holder() {
	try {
		const { pid, url } = JSON.parse(readFileSync(holderFile, 'utf8'));
		process.kill(pid, 0);
		return ` (process ${pid})${url === undefined ? '' : `, at ${url}`}`;
	} catch {
		return undefined;
	}
}

/** A folder that no other run uses. */
async function openFolder() {
	if (isCheck || isQueue) {
		const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-'));
		undo.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
		return { folder, note: () => {} };
	}
	const release = await takeLock(join(startFolder, 'running.lock'), () => {
		const other = holder();
		// One that was killed still seems to hold the lock for a moment.
		if (other === undefined) return;
		throw new CliError(
			`npm start is already running${other}.`,
			'Use that one, or stop it with Ctrl-C where it runs.',
		);
	});
	undo.add(release);
	const note = (url) => writeFileSync(holderFile, JSON.stringify({ pid: process.pid, url }));
	note();
	return { folder: startFolder, note };
}

function tellWhereToGo({ n8n, sandbox, mailbox, credentials }, examples) {
	const first = examples.find((example) => basename(example.file) === firstExample);
	const changed = examples.filter((example) => example.state === 'changed by you');
	say('');
	say(`  n8n       ${n8n.url}`);
	if (credentials !== undefined) {
		say(`  Login     ${owner.email}`);
		say(`  Password  ${owner.password}`);
	}
	say(`  Sandbox   ${sandbox.url}   API key: ${sandbox.apiKey}`);
	say(`  Mailbox   ${mailbox.url}   shows the mails that workflows send`);
	say('');
	if (first !== undefined) {
		say(`  Open "${first.name}":`);
		say(`  ${n8n.url}/workflow/${first.id}`);
		say('  and press "Execute workflow". It calls the sandbox: no phone rings.');
	}
	say(`  ${examples.length} workflows are ready to run: ${n8n.url}/home/workflows`);
	for (const { name } of changed) say(`  Left as you changed it: "${name}"`);
	if (credentials === undefined) {
		say(
			'  The owner’s password was changed, so the examples and the credential of the sandbox were',
		);
		say(`  not renewed. Log in with your own, or delete ${startFolder} to begin anew.`);
	}
	say('');
	if (isQueue)
		say(`  Executions run on ${workers.join(' and ')}; ${dirname(n8n.logFile)} has the logs.`);
	say(`  Ctrl-C stops everything${isQueue ? ', and deletes what you made' : ''}.`);
}

/** @throws {CliError} When something is not there that a user would look for. */
async function check({ api, installed }, examples) {
	if ((await api.nodeType(nodeType)) === undefined)
		throw new CliError('n8n does not know the node.');
	const listed = await api.communityPackages();
	if (!listed.some((entry) => entry.packageName === installed.name && !entry.failedLoading)) {
		throw new CliError('Settings > Community Nodes does not list the package.');
	}
	if (examples.length === 0 || examples.length !== exampleFiles().length) {
		throw new CliError(`${examples.length} of ${exampleFiles().length} examples were imported.`);
	}
	for (const { id, name } of examples) {
		if ((await api.workflow(id))?.name !== name) throw new CliError(`"${name}" is not in n8n.`);
	}
}

async function startWorkers(queue) {
	const open = async () =>
		await Promise.all(workers.map(async (name) => await queue.startWorker(name)));
	await step(`Start ${workers.join(' and ')}`, open, 'about 10 seconds');
}

async function start() {
	say('Voice Assistant Calls in a real n8n');
	const { folder, note } = await openFolder();
	const packed = await prepare(join(folder, 'package'));
	const userFolder = isQueue ? join(folder, 'n8n') : folder;
	const queue = isQueue ? await openQueue({ undo, packed, folder }) : undefined;
	const stage = await openStage({
		...{ undo, packed, userFolder, queue },
		ports: isCheck ? {} : preferredPorts,
		sandbox: company,
	});
	if (queue) await startWorkers(queue);
	const put = async () => await putExamples(stage.api, folder, stage.credentials);
	const examples = stage.credentials ? await step('Put the example workflows in', put) : [];
	if (isCheck) {
		await step('Look whether everything is there', async () => await check(stage, examples));
		return;
	}
	note(stage.n8n.url);
	tellWhereToGo(stage, examples);
	isUp = true;
	await stage.n8n.exited;
	throw new CliError('n8n has ended.', `Its log: ${stage.n8n.logFile}`);
}

try {
	await start();
	await undo.all();
	process.exit(0);
} catch (error) {
	// On a signal, what fails now fails because it is being stopped; the exit code is decided there.
	if (undo.hasBegun) await new Promise(() => {});
	say(`\n${explain(error)}`);
	await undo.all();
	process.exit(1);
}
