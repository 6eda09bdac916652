import { ApiError, rejected, type Operation } from '../api';
import { company } from '../calls/assistants';
import type { CallStore } from '../calls/callStore';
import { dialects } from '../dialects';
import type { Settings } from '../settings';
import { createCallOperation } from './createCall';
import { listOperation } from './list';
import { Pages } from './pages';
import { calendars, eventsUntil } from './undocumented';

export interface OperationsOptions {
	apiKey: string;
	calls: CallStore;
	cursorPrefix: string;
	settings: Settings;
	/** When the last of the events begins. */
	newest: Date;
}

/** An operation that takes no query parameters. */
const withoutQuery =
	(operation: Operation): Operation =>
	(request) => {
		const [name] = request.query.keys();
		if (name === undefined) return operation(request);
		throw rejected(`The query parameter "${name}" is not known.`);
	};

/** Call Read, and the reads of the operations that the API only names. */
const readOperation = (what: string, records: () => readonly unknown[]): Operation =>
	withoutQuery(({ id }) => {
		const found = records().find((record) => (record as { Id?: unknown } | null)?.Id === id);
		if (found === undefined) throw new ApiError(404, `There is no ${what} "${id}".`);
		return found;
	});

/** Every operation of the API, each behind the check of its key header. */
export function createOperations(options: OperationsOptions) {
	const { apiKey, calls, cursorPrefix, settings, newest } = options;
	const events = eventsUntil(newest);
	const lists = { pages: new Pages(cursorPrefix), settings };

	const withKey =
		(method: 'GET' | 'POST', operation: Operation): Operation =>
		(request, fault) => {
			const { keyHeader, keyPrefix } = dialects[settings.dialect];
			const wanted = keyHeader(method);
			const { authentication, authorization } = request.headers;
			const [given, other] =
				wanted === 'Authentication'
					? [authentication, authorization]
					: [authorization, authentication];
			if (given === undefined || other !== undefined) {
				throw new ApiError(401, `Send the API key in the header ${wanted}, and in no other.`);
			}
			if (given !== keyPrefix + apiKey) throw new ApiError(401, 'Invalid API key.');
			return operation(request, fault);
		};
	const get = (operation: Operation) => withKey('GET', operation);

	return {
		createCall: withKey('POST', createCallOperation(calls)),
		listCalls: get(listOperation('calls', () => calls.listed, lists)),
		readCall: get(readOperation('call', () => calls.calls)),
		listCalendars: get(listOperation('calendars', () => calendars, lists)),
		readCalendar: get(readOperation('calendar', () => calendars)),
		readCompany: get(withoutQuery(() => company)),
		listEvents: get(listOperation('events', () => events, lists)),
		readEvent: get(readOperation('event', () => events)),
	};
}
