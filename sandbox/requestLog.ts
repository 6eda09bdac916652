/** A request as it reached the sandbox. The API key is replaced by `[key]` wherever it stood. */
export interface LoggedRequest {
	method: string;
	/** Without the query. */
	path: string;
	/** Path and query as they arrived. */
	url: string;
	/** Decoded, in the order in which they arrived. */
	query: Array<[string, string]>;
	/** Names in lower case. Of the two headers for the key only that they were `present`. */
	headers: Record<string, string>;
	/** Empty if it was not read. */
	rawBody: string;
	/** The body as JSON; undefined if it is not valid JSON. */
	body: unknown;
	/** The status code that was sent; null if the connection ended before the whole response. */
	status: number | null;
}

/** How many requests wait for their response. */
export interface InFlight {
	now: number;
	/** The most at once since it was last reset. */
	max: number;
}

const keyHeaders = ['authentication', 'authorization'];

/** Splits a raw URL into its path and its decoded query. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
	const [path] = url.split('?', 1);
	return { path, query: new URLSearchParams(url.slice(path.length)) };
}

/** Keeps the log, and keeps the API key out of it. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];
	readonly inFlight: InFlight = { now: 0, max: 0 };
	private readonly waiting = new Set<LoggedRequest>();
	private readonly spellings: string[];

	constructor(apiKey: string) {
		const encoded = encodeURIComponent(apiKey);
		const inJson = JSON.stringify(apiKey).slice(1, -1);
		this.spellings = [apiKey, inJson, encoded, encoded.replaceAll('%20', '+')].filter(Boolean);
	}

	/** Adds a request when it arrives. */
	begin(
		method: string,
		rawUrl: string,
		headers: Readonly<Record<string, string | string[] | undefined>>,
	): LoggedRequest {
		const { path, query } = splitUrl(rawUrl);
		const written = Object.entries(headers).map(([name, value]) => [
			name,
			keyHeaders.includes(name) ? 'present' : this.redact(String(value)),
		]);
		const entry: LoggedRequest = {
			method,
			path: this.redact(path),
			url: this.redact(rawUrl),
			query: [...query].map(([name, value]) => [this.redact(name), this.redact(value)]),
			headers: Object.fromEntries(written) as Record<string, string>,
			rawBody: '',
			body: undefined,
			status: null,
		};
		this.entries.push(entry);
		this.waiting.add(entry);
		this.inFlight.now = this.waiting.size;
		this.inFlight.max = Math.max(this.inFlight.max, this.inFlight.now);
		return entry;
	}

	/** Adds the body of a request once it was read. */
	addBody(entry: LoggedRequest, rawBody: string): void {
		entry.rawBody = this.redact(rawBody);
		try {
			entry.body = JSON.parse(entry.rawBody);
		} catch {
			entry.body = undefined;
		}
	}

	/** Takes a request out of the count of those in flight. */
	end(entry: LoggedRequest): void {
		this.waiting.delete(entry);
		this.inFlight.now = this.waiting.size;
	}

	/** Forgets what has been so far. */
	clear(): void {
		this.entries.length = 0;
		this.inFlight.max = this.inFlight.now;
	}

	private redact(text: string): string {
		return this.spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[key]'), text);
	}
}
