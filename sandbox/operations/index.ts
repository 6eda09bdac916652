import { errorResponse, jsonResponse, type ApiResponse } from '../apiResponse';
import { dialects } from '../dialects';
import type { CallStore } from '../calls/callStore';
import { createCallOperation } from './createCall';
import { listOperation, type ListOptions } from './list';
import type { ApiRequest, Operation } from '../request';
import type { UndocumentedRecords } from './undocumented';

/** Rejects a request whose key is not in the one header that its operation takes. */
function checkKey(key: string, wanted: string, { headers }: ApiRequest): ApiResponse | undefined {
	const other = wanted === 'Authorization' ? 'Authentication' : 'Authorization';
	const given = headers[wanted.toLowerCase()];
	const inOther = headers[other.toLowerCase()] !== undefined;
	if (given === undefined) {
		const hint = inOther ? `, not in ${other}` : '';
		return errorResponse(401, `This operation takes the API key in the header ${wanted}${hint}.`);
	}
	if (inOther) {
		return errorResponse(
			401,
			`Send the API key in the header ${wanted} only, not in ${other} as well.`,
		);
	}
	return given === key ? undefined : errorResponse(401, 'Invalid API key.');
}

/** An operation that takes no query parameters. */
function withoutQuery(operation: (request: ApiRequest) => ApiResponse): Operation {
	return (request) =>
		request.query.length > 0
			? errorResponse(400, `The query parameter "${request.query[0][0]}" is not known.`)
			: operation(request);
}

/** Call Read, and the reads of the operations that the API only names. */
function readOperation(what: string, records: () => readonly unknown[]): Operation {
	return withoutQuery(({ id }) => {
		const found = records().find((record) => (record as { Id?: unknown } | null)?.Id === id);
		return found === undefined
			? errorResponse(404, `There is no ${what} "${id}".`)
			: jsonResponse(200, found);
	});
}

export interface OperationsOptions extends ListOptions {
	apiKey: string;
	calls: CallStore;
	undocumented: UndocumentedRecords;
}

/** Every operation of the API, each behind the check of its key header. */
export function createOperations(options: OperationsOptions) {
	const { apiKey, calls, undocumented, settings } = options;
	const withKey =
		(method: 'GET' | 'POST', operation: Operation): Operation =>
		(request, fault) => {
			const { keyHeader, keyPrefix } = dialects[settings.dialect];
			const problem = checkKey(keyPrefix + apiKey, keyHeader(method), request);
			return problem ?? operation(request, fault);
		};
	const get = (operation: Operation) => withKey('GET', operation);
	const list = (name: string, records: () => readonly unknown[], queryable = false) =>
		get(listOperation({ name, records, queryable }, options));
	const calendars = () => undocumented.calendars;
	const events = () => undocumented.events;

	return {
		createCall: withKey('POST', createCallOperation(calls)),
		listCalls: list('calls', () => calls.listed, true),
		readCall: get(readOperation('call', () => calls.calls)),
		listCalendars: list('calendars', calendars),
		readCalendar: get(readOperation('calendar', calendars)),
		readCompany: get(withoutQuery(() => jsonResponse(200, undocumented.company))),
		listEvents: list('events', events),
		readEvent: get(readOperation('event', events)),
	};
}
