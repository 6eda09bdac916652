/** Faults of a list's response. They leave every other operation alone. */
export type ListFault =
	/** `nextCursor` is the cursor that was sent: the same page again and again. */
	| { kind: 'repeatCursor' }
	/** The cursor is ignored: always the first page. */
	| { kind: 'ignoreCursor' }
	/** An empty page with `hasMore: true`, whose new cursor leads to the page that was due. */
	| { kind: 'emptyPage' }
	/** The records come in another order than the sort asks for. */
	| { kind: 'ignoreSort' }
	/** The sort is rejected with 400. */
	| { kind: 'refuseSort' };

/** Faults that put another response, or none, in the place of the usual one. */
export type ResponseFault = (
	| {
			kind: 'status';
			status: number;
			/** Text is sent as it is, everything else as JSON; default: an error, or `{}` below 400. */
			body?: unknown;
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
	path?: string;
	/** How many matching requests pass before the first fault. Default 0. */
	skip?: number;
	/** How many matching requests meet the fault. Default: every one. */
	times?: number;
	/** Only lists asked for without a cursor, or only lists asked for with one. */
	when?: 'first-page' | 'later-page';
	fault: Fault;
}

/** The fields that each kind of fault needs. */
const needed: Readonly<Record<Fault['kind'], string[]>> = {
	status: ['status'],
	json: ['body'],
	html: [],
	invalidJson: [],
	empty: [],
	redirect: ['status', 'location'],
	echoKey: [],
	never: [],
	delay: ['ms'],
	hold: [],
	drop: [],
	cutOff: [],
	repeatCursor: [],
	ignoreCursor: [],
	emptyPage: [],
	ignoreSort: [],
	refuseSort: [],
};

const count = { type: 'integer', minimum: 0 };
const faultFields = {
	kind: { enum: Object.keys(needed) },
	status: { type: 'integer', minimum: 200, maximum: 599 },
	location: { type: 'string' },
	headers: { type: 'object' },
	ms: count,
	count: { type: 'integer', minimum: 1 },
	bytes: count,
	at: { enum: ['arrival', 'read', 'answer'] },
};

/** A fault rule that somebody sends, as JSON Schema. */
export const faultRuleSchema = {
	type: 'object',
	required: ['fault'],
	additionalProperties: false,
	properties: {
		method: { enum: ['GET', 'POST'] },
		path: { type: 'string', pattern: '^[/^]', format: 'regex' },
		skip: count,
		times: count,
		when: { enum: ['first-page', 'later-page'] },
		fault: { $ref: '#/definitions/fault' },
	},
	definitions: {
		fault: {
			type: 'object',
			required: ['kind'],
			properties: { ...faultFields, then: { $ref: '#/definitions/fault' } },
			allOf: Object.entries(needed).map(([kind, required]) => ({
				if: { properties: { kind: { const: kind } } },
				then: { required },
			})),
		},
	},
};
