/*
 * `npm start`: a real n8n with this package installed, the sandbox to call instead of real people,
 * and example workflows that are ready to run. `--queue` does so in n8n's queue mode, with two workers,
 * Redis and PostgreSQL, and keeps nothing. `npm run setup` only installs and builds what it needs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { putExamples } from './n8n/examples.mjs';
import { openStage, owner } from './n8n/stage.mjs';
import { CliError, explain } from './process/cliError.mjs';
import { takeLock } from './process/lock.mjs';
import { say, step } from './process/screen.mjs';
import { Undo } from './process/undo.mjs';
import { openQueue } from './queue/queue.mjs';
import { cache, startFolder } from './setup/paths.mjs';
import { prepare } from './setup/prepare.mjs';

const isQueue = process.argv.includes('--queue');
const workers = ['worker-1', 'worker-2'];
const firstExample = 'place-a-call-and-read-it-back.json';
const ports = { n8n: 5678, sandbox: 4010, mailbox: 8025 };
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
undo.onSignals(() => isUp);

/** A folder that no other run uses. */
async function openFolder() {
	if (isQueue) {
		const folder = mkdtempSync(join(tmpdir(), 'voice-assistant-calls-'));
		undo.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
		return folder;
	}
	const release = await takeLock(join(startFolder, 'running.lock'), () => {
		throw new CliError(
			'npm start is already running.',
			'Use that one, or stop it with Ctrl-C where it runs. If it was killed, try again in ten seconds.',
		);
	});
	undo.add(release);
	return startFolder;
}

function tellWhereToGo({ n8n, sandbox, mailbox }, examples) {
	const { id, name } = examples.find(({ file }) => basename(file) === firstExample);
	say(`
  n8n       ${n8n.url}
  Login     ${owner.email}
  Password  ${owner.password}
  Sandbox   ${sandbox.url}   API key: ${sandbox.apiKey}
  Mailbox   ${mailbox.url}   shows the mails that workflows send

  Open "${name}":
  ${n8n.url}/workflow/${id}
  and press "Execute workflow". It calls the sandbox: no phone rings.
  ${examples.length} workflows are ready to run: ${n8n.url}/home/workflows`);
	for (const each of examples.filter(({ isChanged }) => isChanged)) {
		say(`  Left as you changed it: "${each.name}"`);
	}
	if (isQueue) {
		say(`\n  Executions run on ${workers.join(' and ')}; ${dirname(n8n.logFile)} has the logs.`);
	}
	say(`\n  Ctrl-C stops everything${isQueue ? ', and deletes what you made' : ''}.`);
}

async function start() {
	if (process.argv.includes('--install')) {
		await prepare(join(cache, 'package'));
		process.exit(0);
	}
	say('Voice Assistant Calls in a real n8n');
	const folder = await openFolder();
	const packed = await prepare(join(folder, 'package'));
	const userFolder = isQueue ? join(folder, 'n8n') : folder;
	const queue = isQueue ? await openQueue({ undo, packed, folder }) : undefined;
	const stage = await openStage({ undo, packed, userFolder, queue, ports, sandbox: company });
	if (queue) {
		const startAll = async () =>
			await Promise.all(workers.map(async (name) => await queue.startWorker(name)));
		await step(`Start ${workers.join(' and ')}`, startAll, 'about 10 seconds');
	}
	const put = async () => await putExamples(stage.api, folder, stage.credentials);
	tellWhereToGo(stage, await step('Put the example workflows in', put));
	isUp = true;
	await stage.n8n.exited;
	throw new CliError('n8n has ended.', `Its log: ${stage.n8n.logFile}`);
}

try {
	await start();
} catch (error) {
	// On a signal, what fails now fails because it is being stopped; the exit code is decided there.
	if (undo.hasBegun) await new Promise(() => {});
	say(`\n${explain(error)}`);
	await undo.all();
	process.exit(1);
}
