import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import lockfile from 'proper-lockfile';

/** The holder of a lock renews it more often than this. */
const staleMs = 5000;
const pollMs = 500;

/**
 * Takes a lock, which this process holds until it releases it or ends. What a killed process left
 * behind is taken over after five seconds.
 * @param {string} file The lock's name; its folder is made.
 * @param {() => void} whenTaken Called every half second while another process holds it; gives up
 * by throwing.
 * @returns {Promise<() => Promise<void>>} Releases it.
 */
export async function takeLock(file, whenTaken) {
	mkdirSync(dirname(file), { recursive: true });
	const options = {
		stale: staleMs,
		realpath: false,
		lockfilePath: file,
		// Somebody deleted the folder. There is nothing left to protect, or to release.
		onCompromised: () => {},
	};
	for (;;) {
		try {
			const release = await lockfile.lock(file, options);
			return async () => await release().catch(() => {});
		} catch (error) {
			if (error.code !== 'ELOCKED') throw error;
			whenTaken();
			await wait(pollMs);
		}
	}
}
