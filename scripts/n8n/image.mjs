import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { launch, run } from '../process/launch.mjs';

/**
 * Starts n8n from its official image, for Linux: on the network of the machine, as the user who runs
 * this, and with the folder at the same path, so that all else is as with an installed n8n. The
 * container outlives this process if that is killed.
 * @param {string} image
 * @param {string} userFolder
 * @param {Record<string, string>} settings Of n8n.
 * @param {number} output The file that takes what n8n writes.
 * @param {number} graceMs How long it may take to end by itself.
 */
export function startImage(image, userFolder, settings, output, graceMs) {
	const name = `voice-assistant-calls-${randomUUID()}`;
	const { uid, gid } = userInfo();
	const variables = Object.entries({ ...settings, HOME: userFolder });
	const child = launch(
		'docker',
		[
			...['run', '--rm', '--name', name, '--network', 'host', '--user', `${uid}:${gid}`],
			...['--volume', `${userFolder}:${userFolder}`, '--workdir', userFolder],
			...variables.flatMap(([key, value]) => ['--env', `${key}=${value}`]),
			image,
		],
		{ stdio: ['ignore', output, output] },
	);
	const docker = async (...args) => {
		// Fails where the container has ended by itself.
		await run('docker', [...args, name]).catch(() => {});
		await child;
		return true;
	};
	return {
		child,
		stop: async () => await docker('stop', '--time', String(graceMs / 1000)),
		kill: async () => await docker('kill'),
	};
}
