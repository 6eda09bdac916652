import { sleep } from 'n8n-workflow';

/** Much less than what a person notices, and long enough that the turns of the event loop cost little. */
const MAX_TURN_MS = 30;

/**
 * Keeps n8n responsive while a long list is worked on: the function that is returned gives the event
 * loop a turn whenever one has taken long enough.
 */
export function yieldToEventLoop(): () => Promise<void> {
	let turnBegan = Date.now();
	return async () => {
		if (Date.now() - turnBegan < MAX_TURN_MS) return;
		await sleep(0);
		turnBegan = Date.now();
	};
}
