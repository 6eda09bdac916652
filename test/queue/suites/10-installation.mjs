/*
 * What an administrator does, done by n8n itself: its own installation, update, removal and
 * re-installation, on workers of both layouts of docs/install.md, with a registry in the place of
 * npm's that has this package alone.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as runCommand } from '../../../scripts/process/launch.mjs';
import { pack } from '../../../scripts/setup/tarball.mjs';
import { until } from '../../e2e/rig.mjs';
import { executionAfter } from '../../e2e/templates.mjs';
import { hasRun, haveNoWorkersBut, haveWorkers, post, publishCampaign } from '../rig.mjs';

export const title = 'Installation, update and removal';

const path = 'folders';

/** Packs the same package once more, under a later version, which the log tells that is loaded. */
async function packLater({ packed, folder }, later) {
	const [major, minor] = packed.version.split('.').map(Number);
	const version = `${major}.${minor + later}.0`;
	const content = join(folder, `package-${version}`);
	mkdirSync(content, { recursive: true });
	await runCommand('tar', ['-xzf', packed.tarball, '--strip-components=1'], { cwd: content });
	const file = join(content, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, JSON.stringify({ ...manifest, version }));
	appendFileSync(join(content, manifest.n8n.nodes[0]), `\nconsole.log('Loaded ${version}.');\n`);
	return await pack(content, join(folder, 'package'));
}

export async function run(step, rig) {
	const { api, sandbox, queue, packed, workers } = rig;
	let workflow;
	let later;

	const manifestOf = ({ userFolder }) => {
		const file = join(userFolder, '.n8n', 'nodes', 'node_modules', packed.name, 'package.json');
		try {
			return JSON.parse(readFileSync(file, 'utf8'));
		} catch {
			// It is missing, or n8n is writing it.
			return undefined;
		}
	};
	/** The version on the disk of a process, and the one that its memory has. */
	const versionsOf = (n8n) => [
		manifestOf(n8n)?.version,
		[...n8n.log().matchAll(/^Loaded (\S+)\.$/gm)].at(-1)?.[1],
	];
	const everyProcess = () => [rig.n8n, ...workers.values()];
	/** A later version tells which it is; the tested one itself does not. */
	const everyProcessHas = async (version) =>
		await until(`every process has ${version}`, () =>
			everyProcess().every((n8n) => versionsOf(n8n).every((found) => found === version)),
		);

	/** Sends leads until every worker has run an execution; nobody may be called by a wrong process. */
	const everyWorkerCalls = async (prefix) => {
		sandbox.clear();
		const ran = new Set();
		const numbers = [];
		await until('every worker has run an execution', async () => {
			const phone = `${prefix}${String(numbers.length).padStart(3, '0')}`;
			numbers.push(phone);
			const { id, status, error } = await executionAfter(rig, workflow, async () => {
				assert.equal((await post(rig, path, { leads: [{ phone }] })).status, 200);
			});
			assert.equal(status, 'success', error?.message);
			for (const [name, worker] of workers) if (hasRun(worker, id)) ran.add(name);
			return ran.size === workers.size;
		});
		assert.deepEqual(
			sandbox.placed.map(({ phone_number: number }) => number),
			numbers,
		);
	};

	await step('without N8N_REINSTALL_MISSING_PACKAGES a new worker calls nobody', async () => {
		workflow = await publishCampaign(rig, 'Folders', path);
		const env = { N8N_REINSTALL_MISSING_PACKAGES: 'false' };
		const worker = await queue.startWorker('empty', env);
		sandbox.clear();
		assert.equal((await post(rig, path, { leads: [{ phone: '+12025550101' }] })).status, 200);
		// For the main such an execution may go on for ever (n8n 2.41.1, seen on a busy machine).
		await until('the worker has refused it', () =>
			worker.log().includes('Unrecognized node type: n8n-nodes-voice-assistant-calls.'),
		);
		assert.deepEqual(sandbox.placed, []);
		await worker.stop();
	});

	await step('with one folder for all: updated while the worker is stopped', async () => {
		later = await packLater(rig, 1);
		queue.registry.publish(later);
		await api.updatePackage(packed.name);
		workers.set('shared', await queue.startWorkerIn(rig.userFolder, 'shared'));
		await everyProcessHas(later.version);
		await everyWorkerCalls('+12025551');
		await haveNoWorkersBut(rig, []);
	});

	await step(
		'with N8N_REINSTALL_MISSING_PACKAGES two workers that start at once install what is listed',
		async () => {
			await haveWorkers(rig, ['worker-1', 'worker-2']);
			await everyProcessHas(later.version);
			await everyWorkerCalls('+12025552');
		},
	);

	await step('a removal in the settings of n8n reaches both while they run', async () => {
		await api.uninstall(packed.name);
		const line = `Community package uninstalled: ${packed.name}`;
		await until('every worker has uninstalled it', () =>
			[...workers.values()].every((worker) => worker.log().includes(line)),
		);
		assert.deepEqual(everyProcess().map(manifestOf), [undefined, undefined, undefined]);
		assert.deepEqual(await api.communityPackages(), []);
	});

	await step('so does an installation', async () => {
		later = await packLater(rig, 2);
		queue.registry.publish(later);
		await api.install(packed.name);
		await everyProcessHas(later.version);
		await everyWorkerCalls('+12025553');
	});

	await step('and so does an update', async () => {
		later = await packLater(rig, 3);
		queue.registry.publish(later);
		await api.updatePackage(packed.name);
		await everyProcessHas(later.version);
		await everyWorkerCalls('+12025554');
		await api.unpublish(workflow);
	});
}
