import type { Batching } from '../n8n/batching';

/** The requests of a run that placed calls, attempts under Retry On Fail included. */
export class Pace {
	private requests = 0;

	private lastRequestAt = 0;

	noteRequest(): void {
		this.requests++;
		this.lastRequestAt = Date.now();
	}

	/**
	 * @param pauseMs milliseconds that must have passed since the last request
	 * @returns when the next request may be sent, in milliseconds since 1970
	 */
	nextRequestAt(pauseMs: number, { size, intervalMs }: Batching): number {
		const isBatchEnd = this.requests > 0 && this.requests % size === 0;
		return this.lastRequestAt + Math.max(pauseMs, isBatchEnd ? intervalMs : 0);
	}
}
