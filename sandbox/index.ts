import type { Call, PlacedCall } from './api';
import { CallStore, type IncomingCalls } from './calls/callStore';
import { generateCalls } from './calls/history';
import { addControlRoutes, controlPrefix } from './control';
import { FaultRules } from './faults/faultRules';
import type { FaultRule } from './faults/faults';
import { createOperations } from './operations';
import { RequestLog, type InFlight, type LoggedRequest } from './requestLog';
import { createServer } from './server';
import { settingsOf, type Settings } from './settings';

export type { Call, Page } from './api';
export { assistants } from './calls/assistants';
export { dialects, type DialectName } from './dialects';
export type { Fault, FaultRule } from './faults/faults';

/** How a sandbox begins. The settings among the options can be changed while it runs. */
export interface SandboxOptions extends Partial<Settings> {
	/** Default `sandbox-key`. */
	apiKey?: string;
	/** How many call records are generated. Default 250. */
	calls?: number;
	/** Equal seeds (and equal `newest`) give equal records. Default 1. */
	seed?: number;
	/** `StartedAt` of the newest generated record. Default: five minutes ago. */
	newest?: Date;
	/**
	 * Minutes between the starts of two generated records, going back in time: for tests that count.
	 * Default: the records follow the office hours of a company.
	 */
	everyMinutes?: number;
	/** IANA name of the time zone of the office hours. Default `Europe/Berlin`. */
	timeZone?: string;
	/** Records in place of the generated ones, in this order, of whatever shape. */
	records?: readonly unknown[];
	/** What every cursor begins with. Default `c/+=`: lost by a client that does not encode it. */
	cursorPrefix?: string;
	/** Default 0: any free port. A port that is taken rejects with `EADDRINUSE`. */
	port?: number;
}

export interface Sandbox {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	readonly apiKey: string;
	/** The live records in the order of an unsorted list: the newest first, or as handed in. */
	readonly calls: Call[];
	/** Every request that arrived, in order; those to `/__sandbox/` are not logged. */
	readonly log: LoggedRequest[];
	/** Every `POST /calls` that was accepted. */
	readonly placed: PlacedCall[];
	readonly inFlight: InFlight;
	/** How the service behaves; a change counts from the next request on. */
	readonly settings: Settings;
	/** Switches a fault on. */
	fault(rule: FaultRule): void;
	/** Lets go of the requests that faults of kind `hold` hold, for good. */
	release(): void;
	/** Takes calls that people make to the company; returns their records. */
	receive(incoming?: IncomingCalls): Call[];
	/** Ends a call that goes on; returns its record, or undefined if no such call goes on. */
	end(id: string): Call | undefined;
	/** Deletes a record; returns whether it was there. */
	remove(id: string): boolean;
	/** Empties log, placed calls and faults, and resets `inFlight.max`. Records and settings stay. */
	clear(): void;
	/** Stops the server, whatever is still connected or waiting. */
	close(): Promise<void>;
}

const msBeforeNow = 5 * 60_000;

/** Starts the Voice Assistant Calls API on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { apiKey = 'sandbox-key', seed = 1, timeZone = 'Europe/Berlin' } = options;
	const { records, calls: count = 250, everyMinutes, cursorPrefix = 'c/+=' } = options;
	const settings = settingsOf(options);
	// The service has a clock of its own: a test that moves that of n8n does not move this one.
	const trueTime = Date.now;
	const now = () => trueTime() + settings.clockSkewSeconds * 1000;
	const { newest = new Date(now() - msBeforeNow) } = options;

	const history = records ?? generateCalls({ count, seed, newest, everyMinutes, timeZone });
	const calls = new CallStore({ calls: [...history] as Call[], seed, settings, now });
	const operations = createOperations({ apiKey, calls, cursorPrefix, settings, newest });
	const faults = new FaultRules();
	const log = new RequestLog(apiKey);
	const closing = new AbortController();
	const app = createServer({ operations, faults, log, settings, now, closing: closing.signal });
	const control = { calls, faults, log, settings };
	await app.register(async (routes) => addControlRoutes(routes, control), {
		prefix: controlPrefix,
	});
	const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

	return {
		url,
		apiKey,
		get calls() {
			return calls.calls;
		},
		log: log.entries,
		placed: calls.placed,
		inFlight: log.inFlight,
		settings,
		fault: (rule) => faults.add(rule),
		release: () => faults.release(),
		receive: (incoming = {}) => calls.receive(incoming),
		end: (id) => calls.end(id),
		remove: (id) => calls.remove(id),
		clear: () => {
			log.clear();
			calls.placed.length = 0;
			faults.clear();
		},
		close: async () => {
			closing.abort();
			await app.close();
		},
	};
}
