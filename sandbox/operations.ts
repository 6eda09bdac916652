import { json, refuse, type Answer } from './answer';
import type { Directory } from './directory';
import type { ListFault } from './faults';
import type { Pages } from './pages';
import {
	parseFilter,
	parseSort,
	readParameters,
	type Compare,
	type Matches,
	type Refused,
} from './query';
import { Random } from './random';
import type { CallRegister } from './register';

/** A request as an operation sees it. */
export interface Received {
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Decoded, in the order in which they arrived. */
	query: ReadonlyArray<[string, string]>;
	/** `{id}` of the path, decoded. */
	id: string;
	rawBody: string;
}

/** Answers a request; a list heeds the fault that is meant for it. */
export type Operation = (received: Received, fault?: ListFault) => Answer;

export interface OperationOptions {
	apiKey: string;
	pageSize: number;
	pageSizeParameter?: string;
	cursorParameter: string;
	seed: number;
}

type KeyHeader = 'Authentication' | 'Authorization';

const largestPage = 1000;
const e164 = /^\+[1-9][0-9]{1,14}$/;

/** Refuses a request whose key is not in the one header that its operation takes (part 5.3). */
function checkKey(apiKey: string, wanted: KeyHeader, received: Received): Answer | undefined {
	const other = wanted === 'Authorization' ? 'Authentication' : 'Authorization';
	const given = received.headers[wanted.toLowerCase()];
	const inOther = received.headers[other.toLowerCase()] !== undefined;
	if (given === undefined) {
		const hint = inOther ? `, not in ${other}` : '';
		return refuse(401, `This operation takes the API key in the header ${wanted}${hint}.`);
	}
	if (inOther) {
		return refuse(401, `Send the API key in the header ${wanted} only, not in ${other} as well.`);
	}
	return given === apiKey ? undefined : refuse(401, 'Invalid API key.');
}

function readFields(received: Received): Map<string, unknown> | Refused {
	const type = String(received.headers['content-type'] ?? '');
	if (type.split(';')[0].trim().toLowerCase() !== 'application/json') {
		return { refused: 'The content type must be application/json.' };
	}
	let body: unknown;
	try {
		body = JSON.parse(received.rawBody);
	} catch {
		return { refused: 'The body is not valid JSON.' };
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { refused: 'The body must be a JSON object.' };
	}
	return new Map(Object.entries(body));
}

/** Call Create (API description 4.1). */
function createCall(register: CallRegister): Operation {
	return (received) => {
		const fields = readFields(received);
		if ('refused' in fields) return refuse(400, fields.refused);
		for (const [name, value] of fields) {
			if (typeof value !== 'string') return refuse(400, `The field "${name}" must be a string.`);
		}
		const texts = fields as Map<string, string>;
		const assistantId = texts.get('assistant_id') ?? '';
		const phoneNumber = texts.get('phone_number') ?? '';
		if (assistantId.trim() === '') {
			return refuse(400, 'The field "assistant_id" is required and must not be empty.');
		}
		if (!e164.test(phoneNumber)) {
			return refuse(400, 'The field "phone_number" is required in E.164 format: +4930123456.');
		}
		texts.delete('assistant_id');
		texts.delete('phone_number');
		register.place(assistantId, phoneNumber, texts);
		return json(200, {});
	};
}

interface ListSource {
	name: string;
	records: () => readonly unknown[];
	/** Whether the list takes `filter` and `sort`. */
	queryable: boolean;
}

/** Calls List (API description 4.2), and the lists of 4.4 in the same envelope. */
function list(source: ListSource, pages: Pages, options: OperationOptions): Operation {
	const names = {
		...(source.queryable ? { filter: 'filter', sort: 'sort' } : {}),
		cursor: options.cursorParameter,
		pageSize: options.pageSizeParameter,
	};
	return ({ query }, fault) => {
		const asked = readParameters(query, names);
		if ('refused' in asked) return refuse(400, asked.refused);

		const size = asked.pageSize === undefined ? options.pageSize : Number(asked.pageSize);
		if (!Number.isInteger(size) || size < 1 || size > largestPage) {
			return refuse(400, `The page size must be a whole number from 1 to ${largestPage}.`);
		}

		const conditions: Matches[] = [];
		for (const filter of asked.filters) {
			const matches = parseFilter(filter);
			if (typeof matches !== 'function') return refuse(400, matches.refused);
			conditions.push(matches);
		}
		let compare: Compare | undefined;
		if (asked.sort !== undefined) {
			if (fault?.kind === 'refuseSort')
				return refuse(400, `The sort "${asked.sort}" is not supported.`);
			const parsed = parseSort(asked.sort);
			if (typeof parsed !== 'function') return refuse(400, parsed.refused);
			compare = parsed;
		}

		const inOrder = (): readonly unknown[] => {
			const held = source.records();
			const found = held.filter((record) => conditions.every((matches) => matches(record)));
			if (fault?.kind === 'ignoreSort') {
				return fault.order === 'held' ? found : new Random(options.seed).shuffle(found);
			}
			return compare === undefined ? found : found.sort(compare);
		};

		const question = JSON.stringify([source.name, asked.filters, asked.sort]);
		const cursor = fault?.kind === 'ignoreCursor' ? undefined : asked.cursor;
		const place =
			cursor === undefined ? pages.begin(question, inOrder()) : pages.find(question, cursor);
		if (place === undefined) {
			return refuse(400, 'The cursor is unknown, or belongs to other filters or another sort.');
		}
		if (fault?.kind === 'emptyPage') return json(200, pages.emptyPage(place));
		const page = pages.page(place, size);
		if (fault?.kind === 'repeatCursor' && cursor !== undefined && page.hasMore) {
			page.nextCursor = cursor;
		}
		return json(200, page);
	};
}

/** Call Read (API description 4.3), and the reads of 4.4. */
function read(what: string, records: () => readonly unknown[]): Operation {
	return ({ id, query }) => {
		if (query.length > 0) {
			return refuse(400, `The query parameter "${query[0][0]}" is not known.`);
		}
		const found = records().find((record) => (record as { Id?: unknown } | null)?.Id === id);
		return found === undefined ? refuse(404, `There is no ${what} "${id}".`) : json(200, found);
	};
}

/** Every operation of the service, each behind the check of its key header. */
export function createOperations(
	register: CallRegister,
	directory: Directory,
	pages: Pages,
	options: OperationOptions,
) {
	const calls = () => register.calls;
	const calendars = () => directory.calendars;
	const events = () => directory.events;
	const behindKey =
		(header: KeyHeader, operation: Operation): Operation =>
		(received, fault) =>
			checkKey(options.apiKey, header, received) ?? operation(received, fault);
	const get = (operation: Operation) => behindKey('Authorization', operation);
	const getList = (name: string, records: () => readonly unknown[], queryable: boolean) =>
		get(list({ name, records, queryable }, pages, options));

	return {
		createCall: behindKey('Authentication', createCall(register)),
		listCalls: getList('calls', calls, true),
		readCall: get(read('call', calls)),
		listCalendars: getList('calendars', calendars, false),
		readCalendar: get(read('calendar', calendars)),
		readCompany: get(({ query }) =>
			query.length > 0
				? refuse(400, `The query parameter "${query[0][0]}" is not known.`)
				: json(200, directory.company),
		),
		listEvents: getList('events', events, false),
		readEvent: get(read('event', events)),
	};
}
