import type { Fault as SandboxFault } from '../../../sandbox';

/**
 * What a person reads when something goes wrong, in every operation, and whether a request is sent
 * again. `faults.ts` has all of them, and `faultMatrix.test.ts` holds the node to each line of it.
 */
export interface FaultCase {
	name: string;
	fault: (addresses: Addresses) => Fault;
	/** The status that comes with the error, where the service answered. */
	status?: number;

	/** What becomes of a Create; `null` where the answer means that the call was placed. */
	create: Reads | null;
	get: Reads;
	getMany: Reads;

	/** Whether a GET is sent up to four times, since the fault may pass. */
	getIsRepeated?: boolean;
	/** Whether Retry On Fail sends a call again: only where it is certain that nothing happened. */
	callIsSentAgain?: boolean;
	/** Whether the service placed the call of a Create that failed. */
	callIsPlaced?: boolean;
	/** How much of the request reaches the service. Default: all of it. */
	reaches?: 'nothing' | 'headers';
	/** Milliseconds that the item waits for an answer (Request Options > Timeout). */
	timeout?: number;
	/** A fault that cannot be over after one request. */
	alwaysLasts?: boolean;
}

/**
 * The title, and the advice below it. In both, `{host}` stands for the host of the service, `{same}`
 * for an address at the service, `{other}` for one elsewhere, `{id}` for the call that was asked for,
 * and `{…}` for any text.
 */
export type Reads = readonly [title: string, advice: string];

/** The two addresses that a fault may name. */
export interface Addresses {
	/** At the service itself, but not what was asked for. */
	same: string;
	/** At another host, which must never be asked for anything. */
	other: string;
}

/** How a request is made to fail. */
export type Fault =
	/** By an answer of the sandbox, or the lack of one. */
	| { by: 'sandbox'; fault: SandboxFault }
	/** By a TCP reset: before the request reaches the sandbox, or in the place of its answer. */
	| { by: 'reset'; at: 'unread' | 'answer' }
	/** By a port on which nobody listens. */
	| { by: 'refusal' };

/** The key of the matrix, with characters that are spelled in another way in an address. */
export const SECRET = 'tok/en+7Qx9==';
export const KEY = `Bearer ${SECRET}`;
