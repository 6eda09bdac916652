import { sleep } from 'n8n-workflow';

const PIECE_MS = 100;

/** Waits, in short pieces: n8n < 2: `sleep` does not end when the execution is canceled. */
export async function pause(ms: number, isOver: () => boolean): Promise<void> {
	for (let left = ms; left > 0 && !isOver(); left -= PIECE_MS) {
		await sleep(Math.min(left, PIECE_MS));
	}
}
