/* Needs nothing but Node.js: it is used while the tools of this repository are installed. */
import { mkdirSync, rmSync, statSync, utimes } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Whoever holds a lock renews it more often than this. */
const staleMs = 10_000;
const renewMs = 1000;

/**
 * Takes a lock, which this process holds until it releases it or ends. What a killed process left
 * behind is taken over after ten seconds.
 * @param {string} lock A folder that exists while somebody holds the lock.
 * @param {() => void} whenTaken Called every second while another process holds it; gives up by
 * throwing.
 * @returns {Promise<() => void>} Releases it.
 */
export async function takeLock(lock, whenTaken) {
	mkdirSync(dirname(lock), { recursive: true });
	const isTaken = (error) => {
		if (error.code !== 'EEXIST') throw error;
		return true;
	};
	while (await mkdir(lock).catch(isTaken)) {
		const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) ?? {};
		if (Date.now() - mtimeMs > staleMs) {
			rmSync(lock, { recursive: true, force: true });
		} else {
			whenTaken();
			await wait(renewMs);
		}
	}
	// Fails where somebody has deleted the folder above; then there is nothing left to protect.
	const renew = () => utimes(lock, new Date(), new Date(), () => {});
	const renewing = setInterval(renew, renewMs);
	const release = () => {
		process.off('exit', release);
		clearInterval(renewing);
		rmSync(lock, { recursive: true, force: true });
	};
	process.once('exit', release);
	return release;
}

/**
 * Does something that two processes must not do at once; whoever is second waits, and says so.
 * @template Result
 * @param {string} lock
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function alone(lock, work) {
	let isTold = false;
	const release = await takeLock(lock, () => {
		if (!isTold) console.log('  … Another command installs or builds; waiting for it');
		isTold = true;
	});
	try {
		return await work();
	} finally {
		release();
	}
}
