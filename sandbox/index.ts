import type { Call, PlacedCall } from './api';
import { CallStore, type IncomingCalls } from './calls/callStore';
import { defaultTimeZone } from './calls/company';
import { addControlRoutes } from './control/routes';
import { FaultRules } from './faults/faultRules';
import type { FaultRule } from './faults/faults';
import { generateCalls } from './history';
import { createOperations } from './operations';
import { Pages } from './operations/pages';
import {
	assumedPaths,
	generateUndocumented,
	type UndocumentedPaths,
} from './operations/undocumented';
import { RequestLog, type LoggedRequest } from './requestLog';
import { createServer, type InFlight } from './server';
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
	/** Other paths for the operations that the API only names. */
	paths?: Partial<UndocumentedPaths>;
	/** The true time in milliseconds since 1970. Default: the clock of the machine. */
	now?: () => number;
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
	const {
		apiKey = 'sandbox-key',
		seed = 1,
		timeZone = defaultTimeZone,
		now: trueTime = Date.now,
	} = options;
	const settings = settingsOf(options);
	const now = () => trueTime() + settings.clockSkewSeconds * 1000;
	const { calls: count = 250, newest = new Date(now() - msBeforeNow), everyMinutes } = options;

	const calls = new CallStore({
		calls: options.records
			? ([...options.records] as Call[])
			: generateCalls({ count, seed, newest, everyMinutes, timeZone }),
		seed,
		settings,
		now,
	});
	const operations = createOperations({
		apiKey,
		calls,
		undocumented: generateUndocumented(seed, newest, timeZone),
		pages: new Pages(options.cursorPrefix ?? 'c/+=', settings, now),
		settings,
		seed,
	});
	const faults = new FaultRules();
	const log = new RequestLog(apiKey);
	const inFlight: InFlight = { now: 0, max: 0 };
	const closing = new AbortController();
	const app = createServer({
		operations,
		faults,
		log,
		inFlight,
		settings,
		paths: { ...assumedPaths, ...options.paths },
		now,
		closing: closing.signal,
	});
	addControlRoutes(app, { calls, faults, log, settings });
	const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

	return {
		url,
		apiKey,
		get calls() {
			return calls.calls;
		},
		log: log.entries,
		placed: calls.placed,
		inFlight,
		settings,
		fault: (rule) => faults.add(rule),
		release: () => faults.release(),
		receive: (incoming = {}) => calls.receive(incoming),
		end: (id) => calls.end(id),
		remove: (id) => calls.remove(id),
		clear: () => {
			log.entries.length = 0;
			calls.placed.length = 0;
			faults.clear();
			inFlight.max = inFlight.now;
		},
		close: async () => {
			closing.abort();
			await app.close();
		},
	};
}
