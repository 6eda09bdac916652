/*
 * What an administrator does, done by n8n itself: its own installation, update, removal and
 * re-installation, with a registry in the place of npm's that has this package alone.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as runCommand } from '../../../scripts/process/launch.mjs';
import { pack } from '../../../scripts/setup/tarball.mjs';
import { until } from '../../e2e/rig.mjs';
import { hasRun, post, publishCampaign } from '../rig.mjs';

export const title = 'A worker with a folder of its own';

const path = 'folders';
const manifestOf = (folder, name) => {
	const file = join(folder, '.n8n', 'nodes', 'node_modules', name, 'package.json');
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** Packs the same package once more, under a higher version. */
async function packNext({ packed, folder }) {
	const next = join(folder, 'next-version');
	mkdirSync(next, { recursive: true });
	await runCommand('tar', ['-xzf', packed.tarball, '--strip-components=1'], { cwd: next });
	const file = join(next, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	const [major, minor] = packed.version.split('.').map(Number);
	writeFileSync(file, JSON.stringify({ ...manifest, version: `${major}.${minor + 1}.0` }));
	return await pack(next, join(folder, 'package'));
}

export async function run(step, rig) {
	const { api, sandbox, queue, packed } = rig;
	let worker;
	let workflow;
	const call = async (phone) => {
		const before = new Set((await api.executions(workflow)).map(({ id }) => id));
		sandbox.clear();
		assert.equal((await post(rig, path, { leads: [{ phone }] })).status, 200);
		const { id } = await until('the execution has ended', async () => {
			const others = (await api.executions(workflow)).filter((each) => !before.has(each.id));
			return others.find(({ status }) => status !== 'new' && status !== 'running');
		});
		assert.ok(hasRun(worker, id), 'another process has run it');
		return await api.executionResult(id);
	};
	const callsOne = async (phone) => {
		const { status, error } = await call(phone);
		assert.equal(status, 'success', error?.message);
		assert.deepEqual(
			sandbox.placed.map(({ phone_number: number }) => number),
			[phone],
		);
	};
	const versionOf = (n8n) => manifestOf(n8n.userFolder, packed.name)?.version;
	/** The files are there before the nodes are loaded; the log tells of both. */
	const untilLogged = async (what, times) =>
		await until(`the worker has ${what} it`, () => {
			const line = `Community package ${what}: ${packed.name}`;
			return worker.log().split(line).length - 1 >= times;
		});
	const versions = () => [rig.n8n, worker].map(versionOf);

	await step('with an empty folder it knows no node of the package, and calls nobody', async () => {
		workflow = await publishCampaign(rig, 'Folders', path);
		worker = await queue.startWorker('empty');
		sandbox.clear();
		assert.equal((await post(rig, path, { leads: [{ phone: '+12025550101' }] })).status, 200);
		// For the main such an execution may go on for ever (n8n 2.41.1, seen on a busy machine).
		await until('the worker has refused it', () =>
			worker.log().includes('Unrecognized node type: n8n-nodes-voice-assistant-calls.'),
		);
		assert.deepEqual(sandbox.placed, []);
		await worker.stop();
	});

	await step('told to, n8n installs there at its start what its database lists', async () => {
		const env = { N8N_REINSTALL_MISSING_PACKAGES: 'true' };
		worker = await queue.startWorker('own', undefined, env);
		assert.equal(versionOf(worker), packed.version);
		await callsOne('+12025550102');
	});

	await step('an update in the settings of n8n reaches the worker while it runs', async () => {
		const next = await packNext(rig);
		queue.registry.publish(next);
		await api.updatePackage(packed.name);
		await untilLogged('installed', 2);
		assert.deepEqual(versions(), [next.version, next.version]);
		await callsOne('+12025550103');
	});

	await step('so does a removal', async () => {
		await api.uninstall(packed.name);
		await untilLogged('uninstalled', 1);
		assert.deepEqual(versions(), [undefined, undefined]);
		assert.deepEqual(await api.communityPackages(), []);
	});

	await step('and an installation', async () => {
		await api.install(packed.name);
		await untilLogged('installed', 3);
		assert.equal((await api.communityPackages()).length, 1);
		await callsOne('+12025550104');
	});

	await step('n8n has dropped what it provides itself', () => {
		const { peerDependencies, devDependencies } = manifestOf(worker.userFolder, packed.name);
		assert.deepEqual([peerDependencies, devDependencies], [undefined, undefined]);
	});

	await step('it ends by itself, and is not needed any more', async () => {
		await api.unpublish(workflow);
		assert.equal(await worker.stop(), true);
	});
}
