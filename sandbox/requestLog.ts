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
	/** The status code that was sent; null if the connection ended before. */
	status: number | null;
}

const keyHeaders = ['authentication', 'authorization'];

/** Splits a raw URL into its path and its decoded query. */
export function splitUrl(url: string): { path: string; query: Array<[string, string]> } {
	const mark = url.indexOf('?');
	if (mark < 0) return { path: url, query: [] };
	return { path: url.slice(0, mark), query: [...new URLSearchParams(url.slice(mark + 1))] };
}

/** Keeps the log, and keeps the API key out of it. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];
	private readonly spellings: string[];

	constructor(apiKey: string) {
		const encoded = encodeURIComponent(apiKey);
		this.spellings = [
			...new Set([
				apiKey,
				JSON.stringify(apiKey).slice(1, -1),
				encoded,
				encoded.replace(/%20/g, '+'),
			]),
		].filter((spelling) => spelling !== '');
	}

	/** Adds a request when it arrives. */
	add(
		method: string,
		rawUrl: string,
		headers: Readonly<Record<string, string | string[] | undefined>>,
	): LoggedRequest {
		const { path, query } = splitUrl(rawUrl);
		const entry: LoggedRequest = {
			method,
			path: this.redact(path),
			url: this.redact(rawUrl),
			query: query.map(([name, value]) => [this.redact(name), this.redact(value)]),
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [
					name,
					keyHeaders.includes(name) ? 'present' : this.redact([value ?? ''].flat().join(', ')),
				]),
			),
			rawBody: '',
			body: undefined,
			status: null,
		};
		this.entries.push(entry);
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

	private redact(text: string): string {
		return this.spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[key]'), text);
	}
}
