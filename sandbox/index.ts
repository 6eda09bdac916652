import type { Call, PlacedCall } from './api';
import { addControl } from './control';
import { generateDirectory } from './directory';
import { FaultBook, type FaultRule } from './faults';
import { RequestLog, type LoggedRequest } from './log';
import { createOperations } from './operations';
import { Pages } from './pages';
import { generateCalls } from './records';
import { CallRegister } from './register';
import { createService, namedPaths, type InFlight, type NamedPaths } from './service';

export type { Call, Page, PlacedCall, TranscriptEntry } from './api';
export { assistants, type Assistant } from './assistants';
export type { AnswerFault, Fault, FaultRule, ListFault } from './faults';
export type { LoggedRequest } from './log';
export { generateCalls, type RecordPlan } from './records';
export type { InFlight, NamedPaths } from './service';

export interface SandboxOptions {
	/** Default `sandbox-key`. */
	apiKey?: string;
	/** How many call records are generated. Default 250. */
	calls?: number;
	/** Equal seeds (and equal `newest`) give equal records. Default 1. */
	seed?: number;
	/** `StartedAt` of the newest generated record. Default: five minutes ago. */
	newest?: Date;
	/** Minutes between the starts of two generated records, going back in time. Default 10. */
	everyMinutes?: number;
	/** Records in place of the generated ones, in this order, of whatever shape. */
	records?: readonly unknown[];
	/** Records on a page. Default 100. */
	pageSize?: number;
	/** The query parameter by which a client may ask for a page size. Default: none. */
	pageSizeParameter?: string;
	/** The query parameter that takes `nextCursor`. Default `cursor`. */
	cursorParameter?: string;
	/** What every cursor begins with. Default `c/+=`: lost by a client that does not encode it. */
	cursorPrefix?: string;
	/** Seconds between two spoken turns of a created call; 0 ends it at once. Default 2. */
	turnSeconds?: number;
	/** Milliseconds before every answer. Default 0. */
	delayMs?: number;
	/** Default 0: any free port. A port that is taken rejects with `EADDRINUSE`. */
	port?: number;
	/** Other paths for the operations that the API description only names (4.4). */
	paths?: Partial<NamedPaths>;
	/** The time in milliseconds since 1970. Default: the clock of the machine. */
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
	/** Switches a fault on. */
	fault(rule: FaultRule): void;
	/** Empties log, placed calls and faults, and resets `inFlight.max`. Records stay. */
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
		cursorParameter = 'cursor',
		now = Date.now,
		newest = new Date(now() - msBeforeNow),
	} = options;
	const { calls: count = 250, everyMinutes = 10 } = options;
	const register = new CallRegister({
		calls: options.records
			? ([...options.records] as Call[])
			: generateCalls({ count, seed, newest, everyMinutes }),
		seed,
		turnSeconds: options.turnSeconds ?? 2,
		now,
	});
	const pages = new Pages(options.cursorPrefix ?? 'c/+=');
	const operations = createOperations(register, generateDirectory(seed, newest), pages, {
		apiKey,
		seed,
		cursorParameter,
		pageSize: options.pageSize ?? 100,
		pageSizeParameter: options.pageSizeParameter,
	});
	const faults = new FaultBook();
	const log = new RequestLog(apiKey);
	const inFlight: InFlight = { now: 0, max: 0 };
	const closing = new AbortController();
	const app = createService({
		operations,
		faults,
		log,
		inFlight,
		cursorParameter,
		paths: { ...namedPaths, ...options.paths },
		delayMs: options.delayMs ?? 0,
		closing: closing.signal,
	});
	addControl(app, faults, log, register.placed);
	const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

	return {
		url,
		apiKey,
		get calls() {
			return register.calls;
		},
		log: log.entries,
		placed: register.placed,
		inFlight,
		fault: (rule) => faults.add(rule),
		clear: () => {
			log.entries.length = 0;
			register.placed.length = 0;
			faults.clear();
			inFlight.max = inFlight.now;
		},
		close: async () => {
			closing.abort();
			await app.close();
		},
	};
}
