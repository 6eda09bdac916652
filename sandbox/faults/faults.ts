/** Faults of a list's response. They leave every other operation alone. */
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
	/** The sort is rejected with 400. Matches only requests that ask for a sort. */
	| { kind: 'refuseSort' };

/** Faults that put another response, or none, in the place of the usual one. */
export type ResponseFault = (
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
	/** An error whose body contains the key that the request carried. Default 401. */
	| { kind: 'echoKey'; status?: number }
	/** No response until the client gives up. */
	| { kind: 'never' }
) & {
	/**
	 * For `POST /calls`: whether the call is placed before this response.
	 * Default: yes where the status is 2xx, no otherwise.
	 */
	accepted?: boolean;
};

/** Faults that make the client wait. The request is carried out at once. */
export type WaitFault =
	/** The usual response (or `then`) comes `ms` milliseconds later. */
	| { kind: 'delay'; ms: number; then?: Fault }
	/**
	 * The usual response (or `then`) comes when `count` requests of this rule are there, or when
	 * `Sandbox.release()` is called; from then on the rule holds nobody. Default: until released.
	 */
	| { kind: 'hold'; count?: number; then?: Fault };

export type Fault =
	| ListFault
	| ResponseFault
	| WaitFault
	/**
	 * The connection is dropped: on `arrival` (before the body is read), once the request was `read`
	 * (before it is carried out), or in place of the response, the `answer` (after it was carried
	 * out; default).
	 */
	| { kind: 'drop'; at?: 'arrival' | 'read' | 'answer' }
	/**
	 * The request is carried out and the connection dropped after `bytes` of the response's body
	 * (default: half of it), sent with its full Content-Length or `chunked` without the end.
	 */
	| { kind: 'cutOff'; bytes?: number; chunked?: boolean };

/** A fault without the waits before it. */
export type FaultAfterWaits = Exclude<Fault, WaitFault>;

/** Which requests meet a fault. Of several rules that match, the one set first is applied. */
export interface FaultRule {
	method?: 'GET' | 'POST';
	/** The path without the query. A text that begins with `^` is a pattern, any other is exact. */
	path?: string | RegExp;
	/** How many matching requests pass before the first fault. Default 0. */
	skip?: number;
	/** How many matching requests meet the fault. Default: every one. */
	times?: number;
	/** Only lists asked for without a cursor, or only lists asked for with one. */
	when?: 'first-page' | 'later-page';
	fault: Fault;
}
