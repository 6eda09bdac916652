import type { IDataObject } from 'n8n-workflow';

import type { Memory } from '../../nodes/VoiceAssistantCallsTrigger/memory';
import type { Call } from '../../nodes/service/call';

/**
 * How n8n keeps what a polling node stores.
 *
 * - `default`: in memory; saved at activation and along with an emission.
 * - `scheduler`: read from the database before each poll; saved at activation and along with an
 *   emission, so that a poll that emits nothing forgets what it stored.
 * - `durableCursors`: read before each poll; saved after each poll that does not throw, but what the
 *   poll of the activation stores is dropped.
 */
export type Engine = 'default' | 'scheduler' | 'durableCursors';

/** One poll of the node: the calls to emit. It may change the static data. */
export type PollNode = (staticData: IDataObject) => Promise<Call[]>;

/** What n8n does around a polling node. */
export class SimulatedN8n {
	/** The largest state that was saved, in characters of JSON. */
	largestState = 0;

	/** What the node remembers until n8n ends. */
	memoryOfProcess: Memory = { delivered: new Map() };

	private saved = '{}';

	private memory: IDataObject = {};

	constructor(
		readonly engine: Engine,
		private readonly emit: (calls: Call[]) => void,
	) {}

	/** What is stored now, as the next poll would find it. */
	get state(): IDataObject {
		return this.engine === 'default' ? this.memory : (JSON.parse(this.saved) as IDataObject);
	}

	/**
	 * The workflow is switched on, or n8n has started with it. The schedulers keep their jobs over a
	 * restart, so that n8n polls at the activation alone.
	 *
	 * @throws what the poll throws: the workflow is not active then
	 */
	async activate(poll: PollNode): Promise<void> {
		this.memory = JSON.parse(this.saved) as IDataObject;
		const calls = await poll(this.memory);
		if (calls.length > 0) this.emit(calls);
		if (this.engine !== 'durableCursors' || calls.length > 0) this.save(this.memory);
	}

	/** A poll at its time. */
	async poll(poll: PollNode): Promise<void> {
		const staticData = this.state;
		try {
			const calls = await poll(staticData);
			if (calls.length > 0) this.emit(calls);
			if (calls.length > 0 || this.engine === 'durableCursors') this.save(staticData);
		} catch {
			// n8n shows the error in an execution, and polls again next time.
		}
	}

	/** n8n dies in the middle of a poll: nothing of it was emitted or saved. */
	async pollAndDie(poll: PollNode): Promise<void> {
		await poll(this.state).catch(() => undefined);
	}

	/** n8n starts again: the memory is gone. */
	restart(): void {
		this.memoryOfProcess = { delivered: new Map() };
		this.memory = JSON.parse(this.saved) as IDataObject;
	}

	private save(staticData: IDataObject): void {
		this.saved = JSON.stringify(staticData);
		this.largestState = Math.max(this.largestState, this.saved.length);
	}
}
