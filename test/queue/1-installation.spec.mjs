/*
 * What an administrator does, done by n8n itself: its own installation, update, removal and
 * re-installation, on workers of both layouts of docs/install.md, with a registry in the place of
 * npm's that has this package alone.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/process/launch.mjs';
import { pack } from '../../scripts/setup/prepare.mjs';
import { dialled, until } from '../e2e/rig.mjs';
import { executionAfter, outputOf, publishCampaign, sendList } from '../e2e/workflows.mjs';
import { expect, test } from './fixtures.mjs';
import { hasRun, haveWorkers, stopWorkers } from './rig.mjs';

const path = 'folders';

/** Publishes the same package once more, under a later version, which the log tells that is loaded. */
async function publishLater({ packed, folder, queue }, later) {
	const [major, minor] = packed.version.split('.').map(Number);
	const version = `${major}.${minor + later}.0`;
	const content = join(folder, `package-${version}`);
	mkdirSync(content, { recursive: true });
	await run('tar', ['-xzf', packed.tarball, '--strip-components=1'], { cwd: content });
	const file = join(content, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, JSON.stringify({ ...manifest, version }));
	appendFileSync(join(content, manifest.n8n.nodes[0]), `\nconsole.log('Loaded ${version}.');\n`);
	queue.registry.publish(await pack(content, join(folder, 'package')));
	return version;
}

test('installation, update and removal', async ({ api, rig, sandbox }) => {
	const { packed, queue, workers } = rig;
	const workflow = await publishCampaign(rig, 'Folders', path);
	let version;

	const manifestOf = ({ userFolder }) => {
		const file = join(userFolder, '.n8n', 'nodes', 'node_modules', packed.name, 'package.json');
		try {
			return JSON.parse(readFileSync(file, 'utf8'));
		} catch {
			// It is missing, or n8n is writing it.
			return undefined;
		}
	};
	/** The version in the memory of a process. A later version tells which it is; the tested one does not. */
	const loadedIn = (n8n) => [...n8n.log().matchAll(/^Loaded (\S+)\.$/gm)].at(-1)?.[1];
	const everyProcess = () => [rig.n8n, ...workers.values()];
	const isUpToDate = (n8n) => manifestOf(n8n)?.version === version && loadedIn(n8n) === version;

	/** Expects that every process has the version, and sends leads until every worker has called one. */
	const everyProcessCalls = async (prefix) => {
		await until(`every process has ${version}`, () => everyProcess().every(isUpToDate));
		sandbox.clear();
		const ran = new Set();
		const numbers = [];
		await until('every worker has run an execution', async () => {
			numbers.push(`${prefix}${String(numbers.length).padStart(3, '0')}`);
			const send = async () => await sendList(rig, path, numbers.slice(-1));
			const result = await executionAfter(rig, workflow, send);
			outputOf(result, 'Place');
			for (const [name, worker] of workers) if (hasRun(worker, result.id)) ran.add(name);
			return ran.size === workers.size;
		});
		expect(dialled(sandbox)).toEqual(numbers);
	};

	await test.step('without N8N_REINSTALL_MISSING_PACKAGES a new worker calls nobody', async () => {
		const env = { N8N_REINSTALL_MISSING_PACKAGES: 'false' };
		const worker = await queue.startWorker('empty', env);
		await sendList(rig, path, ['+12025550101']);
		// For the main such an execution may go on for ever (n8n 2.41.1, seen on a busy machine).
		await until('the worker has refused it', () =>
			worker.log().includes('Unrecognized node type: n8n-nodes-voice-assistant-calls.'),
		);
		expect(dialled(sandbox)).toEqual([]);
		await worker.stop();
	});

	await test.step('with one folder for all: updated while the worker is stopped', async () => {
		version = await publishLater(rig, 1);
		await api.updatePackage(packed.name);
		workers.set('shared', await queue.startWorker('shared', {}, rig.userFolder));
		await everyProcessCalls('+12025551');
		await stopWorkers(rig);
	});

	await test.step('with it two workers that start at once install what is listed', async () => {
		await haveWorkers(rig, ['worker-1', 'worker-2']);
		await everyProcessCalls('+12025552');
	});

	await test.step('a removal in the settings of n8n reaches both while they run', async () => {
		await api.uninstall(packed.name);
		const line = `Community package uninstalled: ${packed.name}`;
		await until('every worker has uninstalled it', () =>
			[...workers.values()].every((worker) => worker.log().includes(line)),
		);
		expect(everyProcess().map(manifestOf)).toEqual([undefined, undefined, undefined]);
		expect(await api.communityPackages()).toEqual([]);
	});

	await test.step('so does an installation', async () => {
		version = await publishLater(rig, 2);
		await api.install(packed.name);
		await everyProcessCalls('+12025553');
	});

	await test.step('and so does an update', async () => {
		version = await publishLater(rig, 3);
		await api.updatePackage(packed.name);
		await everyProcessCalls('+12025554');
	});
	await api.unpublish(workflow);
});
