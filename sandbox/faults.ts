/** Faults of a list's answer. They leave every other operation alone. */
export type ListFault =
	/** `nextCursor` is the cursor that was sent: the same page again and again. */
	| { kind: 'repeatCursor' }
	/** The cursor is ignored: always the first page. */
	| { kind: 'ignoreCursor' }
	/** An empty page with `hasMore: true`, whose new cursor leads to the page that was due. */
	| { kind: 'emptyPage' }
	/**
	 * The sort is ignored: `mixed` (default) shuffles the records, `held` gives them in the order of
	 * `Sandbox.calls`. Matches only requests that ask for a sort.
	 */
	| { kind: 'ignoreSort'; order?: 'mixed' | 'held' }
	/** The sort is refused with 400. Matches only requests that ask for a sort. */
	| { kind: 'refuseSort' };

/** Faults that put another answer, or none, in the place of the usual one. */
export type AnswerFault = (
	| {
			kind: 'status';
			status: number;
			/** Text is sent as it is, everything else as JSON; default: `{ error, message }`. */
			body?: unknown;
			contentType?: string;
			/** For example `{ 'Retry-After': '2' }`. */
			headers?: Record<string, string>;
	  }
	/** Any JSON with 200, for example `{ data: null }`. */
	| { kind: 'json'; body: unknown }
	/** A page of a proxy or a login. Default 200. */
	| { kind: 'html'; status?: number }
	/** 200 with a text that only begins like JSON. */
	| { kind: 'invalidJson' }
	/** No body at all. Default 200. */
	| { kind: 'empty'; status?: 200 | 204 }
	| { kind: 'redirect'; status: number; location: string }
	/** An error whose body holds the key that the request carried. Default 401. */
	| { kind: 'echoKey'; status?: number }
	/** No answer until the client gives up. */
	| { kind: 'never' }
) & {
	/**
	 * For `POST /calls`: whether the call is placed before this answer.
	 * Default: yes where the status is 2xx, no otherwise.
	 */
	accepted?: boolean;
};

export type Fault =
	| ListFault
	| AnswerFault
	/** The request is carried out at once; its answer (or `then`) comes `ms` milliseconds later. */
	| { kind: 'delay'; ms: number; then?: Fault }
	/**
	 * The connection is dropped: on `arrival` (before the body is read), once the request was `read`
	 * (before it is carried out), or in place of the `answer` (after it was carried out; default).
	 */
	| { kind: 'drop'; at?: 'arrival' | 'read' | 'answer' }
	/**
	 * The request is carried out and the connection dropped after `bytes` of the answer's body
	 * (default: half of it), sent with its full Content-Length or `chunked` without the end.
	 */
	| { kind: 'cutOff'; bytes?: number; chunked?: boolean };

/** Which requests a fault befalls. Of several rules that match, the one set first is applied. */
export interface FaultRule {
	method?: 'GET' | 'POST';
	/** The path without the query: a text that begins with `^` is a pattern, any other is exact. */
	path?: string | RegExp;
	/** How many matching requests pass before the first fault. Default 0. */
	skip?: number;
	/** How many matching requests meet the fault. Default: every one. */
	times?: number;
	/** Only lists asked for without a cursor, or only lists asked for with one. */
	when?: 'first-page' | 'later-page';
	fault: Fault;
}

/** What the rules look at. */
export interface FaultTarget {
	method: string;
	path: string;
	/** Set for a request to one of the lists. */
	list?: { hasCursor: boolean; hasSort: boolean };
}

const listKinds = ['repeatCursor', 'ignoreCursor', 'emptyPage', 'ignoreSort', 'refuseSort'];

export function isListFault(fault: Fault): fault is ListFault {
	return listKinds.includes(fault.kind);
}

/** Splits the delays off a fault: their sum in milliseconds, and what comes after them. */
export function splitDelay(fault: Fault | undefined): {
	ms: number;
	fault?: Exclude<Fault, { kind: 'delay' }>;
} {
	if (fault?.kind !== 'delay') return { ms: 0, fault };
	const rest = splitDelay(fault.then);
	return { ms: fault.ms + rest.ms, fault: rest.fault };
}

function matches(rule: FaultRule, target: FaultTarget): boolean {
	const { method, path, when } = rule;
	if (method !== undefined && method !== target.method) return false;
	if (path !== undefined) {
		const pattern = typeof path === 'string' && path.startsWith('^') ? new RegExp(path) : path;
		const found =
			typeof pattern === 'string' ? pattern === target.path : target.path.search(pattern) >= 0;
		if (!found) return false;
	}
	if (when !== undefined && target.list?.hasCursor !== (when === 'later-page')) return false;
	const { fault } = splitDelay(rule.fault);
	if (fault === undefined || !isListFault(fault)) return true;
	const needsSort = fault.kind === 'ignoreSort' || fault.kind === 'refuseSort';
	return target.list !== undefined && (target.list.hasSort || !needsSort);
}

/** The faults that are switched on. */
export class FaultBook {
	private rules: Array<{ rule: FaultRule; skip: number; left: number }> = [];

	add(rule: FaultRule): void {
		this.rules.push({ rule, skip: rule.skip ?? 0, left: rule.times ?? Infinity });
	}

	clear(): void {
		this.rules = [];
	}

	/** The fault that befalls a request; it counts as having happened. */
	take(target: FaultTarget): Fault | undefined {
		for (const entry of this.rules) {
			if (entry.left === 0 || !matches(entry.rule, target)) continue;
			if (entry.skip > 0) {
				entry.skip -= 1;
				continue;
			}
			entry.left -= 1;
			return entry.rule.fault;
		}
		return undefined;
	}
}
