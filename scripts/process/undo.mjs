import { explain } from './cliError.mjs';
import { killAll } from './launch.mjs';
import { say } from './screen.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const interrupted = 130;

/** What has to be undone at the end, the last thing first, however the end comes. */
export class Undo {
	#steps = [];
	#ending;

	/** @param {() => unknown} work May be asynchronous; when it fails, the others still run. */
	add(work) {
		this.#steps.unshift(work);
	}

	get hasBegun() {
		return this.#ending !== undefined;
	}

	/** Undoes everything; a second call waits for the first. Afterwards no process is left. */
	async all() {
		this.#ending ??= (async () => {
			for (const work of this.#steps) {
				try {
					await work();
				} catch (error) {
					say(explain(error));
				}
			}
			killAll();
		})();
		await this.#ending;
	}

	/**
	 * Ends this process in order on Ctrl-C, a kill or a closed terminal; at once on a second Ctrl-C.
	 * @param {() => boolean} [isWanted] Whether that is how it ends: with code 0 and not 130.
	 */
	onSignals(isWanted = () => false) {
		const stop = (signal) => {
			if (this.hasBegun && signal === 'SIGINT') process.exit(interrupted);
			if (this.hasBegun) return;
			say('\nStopping … (Ctrl-C again: at once)');
			const code = isWanted() ? 0 : interrupted;
			void this.all().then(() => process.exit(code));
		};
		for (const signal of signals) process.on(signal, stop);
	}
}
