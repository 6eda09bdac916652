import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sleep } from 'n8n-workflow';
import { jsonType, refuse, type Answer } from './answer';
import { FaultBook, splitDelay, type Fault } from './faults';
import { RequestLog, splitUrl, type LoggedRequest } from './log';
import type { createOperations, Operation } from './operations';
import { deliver, outcomeOf } from './outcome';

/** How many requests are being answered. */
export interface InFlight {
	now: number;
	/** The most at once since it was last reset. */
	max: number;
}

/** The paths of the operations that the API description only names (4.4). */
export type NamedPaths = Record<'calendars' | 'calendar' | 'company' | 'events' | 'event', string>;

export const namedPaths: NamedPaths = {
	calendars: '/public/calendars',
	calendar: '/public/calendars/:id',
	company: '/public/company',
	events: '/public/events',
	event: '/public/events/:id',
};

export interface ServiceParts {
	operations: ReturnType<typeof createOperations>;
	faults: FaultBook;
	log: RequestLog;
	inFlight: InFlight;
	paths: NamedPaths;
	cursorParameter: string;
	/** Milliseconds before every answer. */
	delayMs: number;
	/** Ends every wait when the sandbox closes. */
	closing: AbortSignal;
}

/** What is known of a request between its arrival and its answer. */
interface Visit {
	entry: LoggedRequest;
	fault?: Fault;
	/** Takes the request out of the count of those in flight, once. */
	leave: () => void;
}

const controlPrefix = '/__sandbox/';
const bodyLimitBytes = 16 * 1024 * 1024;
const longestId = 10_000;

function unknownRoute({ method, url }: FastifyRequest): Answer {
	return refuse(404, `There is no ${method} ${splitUrl(url).path} here.`);
}

function count(inFlight: InFlight): () => void {
	let here = true;
	inFlight.now += 1;
	inFlight.max = Math.max(inFlight.max, inFlight.now);
	return () => {
		if (here) inFlight.now -= 1;
		here = false;
	};
}

/** Builds the service: a route for every operation of API description 4. */
export function createService(parts: ServiceParts): FastifyInstance {
	const { operations, faults, log, inFlight, closing } = parts;
	const visits = new WeakMap<FastifyRequest['raw'], Visit>();
	const listPaths = new Set<string>();

	const arrive = (request: FastifyRequest, reply: FastifyReply): Visit => {
		const leave = count(inFlight);
		reply.raw.once('close', leave);
		const visit: Visit = { entry: log.arrive(request.method, request.url, request.headers), leave };
		visits.set(request.raw, visit);
		return visit;
	};

	const app = fastify({
		bodyLimit: bodyLimitBytes,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: longestId },
		// A URL that cannot be decoded reaches no hook, but it belongs in the log.
		frameworkErrors: (error, request, reply) => {
			const visit = arrive(request as FastifyRequest, reply as FastifyReply);
			visit.entry.status = 400;
			visit.leave();
			const { body } = refuse(400, error.message);
			void (reply as FastifyReply).code(400).type(jsonType).send(body);
		},
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.addHook('onRequest', async (request, reply) => {
		if (request.url.startsWith(controlPrefix)) return;
		const visit = arrive(request, reply);
		const { path, query } = splitUrl(request.url);
		const has = (name: string) => query.some(([given]) => given === name);
		visit.fault = faults.take({
			method: request.method,
			path,
			list: listPaths.has(request.routeOptions.url ?? '')
				? { hasCursor: has(parts.cursorParameter), hasSort: has('sort') }
				: undefined,
		});
		if (visit.fault?.kind === 'drop' && visit.fault.at === 'arrival') {
			visit.leave();
			deliver({ kind: 'drop' }, reply);
		}
	});

	app.addHook('onSend', async (request, reply) => {
		const visit = visits.get(request.raw);
		if (visit === undefined) return;
		visit.entry.status = reply.statusCode;
		// Before the bytes go out: a client that has its answer is never counted beside its next request.
		visit.leave();
	});

	const serve = async (
		operation: Operation,
		visit: Visit,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const rawBody = typeof request.body === 'string' ? request.body : '';
		log.read(visit.entry, rawBody);
		const received = {
			headers: request.headers,
			query: splitUrl(request.url).query,
			id: (request.params as { id?: string }).id ?? '',
			rawBody,
		};
		const key = String(request.headers.authorization ?? request.headers.authentication ?? '');
		const { ms, fault } = splitDelay(visit.fault);
		const outcome = outcomeOf(fault, (listFault) => operation(received, listFault), key);

		const wait = ms + parts.delayMs;
		if (wait > 0) await sleep(wait, closing).catch(() => undefined);
		// A client that gave up meanwhile gets nothing, nor does anyone once the sandbox closes.
		if (reply.raw.destroyed || closing.aborted) return reply.hijack();

		if (outcome.kind === 'cutOff') visit.entry.status = outcome.answer.status;
		return deliver(outcome, reply);
	};

	const handle = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
		const visit = visits.get(request.raw);
		if (visit !== undefined) return await serve(operation, visit, request, reply);
		// Only a control route that does not exist comes here without having been noted.
		return deliver({ kind: 'answer', answer: unknownRoute(request) }, reply);
	};

	const route = (method: 'GET' | 'POST', path: string, operation: Operation, isList = false) => {
		const url = path.replaceAll('{id}', ':id');
		if (isList) listPaths.add(url);
		app.route({ method, url, handler: handle(operation) });
	};
	route('POST', '/calls', operations.createCall);
	route('GET', '/public/calls', operations.listCalls, true);
	route('GET', '/public/calls/:id', operations.readCall);
	route('GET', parts.paths.calendars, operations.listCalendars, true);
	route('GET', parts.paths.calendar, operations.readCalendar);
	route('GET', parts.paths.company, operations.readCompany);
	route('GET', parts.paths.events, operations.listEvents, true);
	route('GET', parts.paths.event, operations.readEvent);
	app.setNotFoundHandler(
		async (request, reply) => await handle(() => unknownRoute(request))(request, reply),
	);
	app.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) => {
		const answer =
			error.statusCode === 415
				? refuse(400, 'The content type must be application/json.')
				: refuse(error.statusCode ?? 500, error.message);
		return deliver({ kind: 'answer', answer }, reply);
	});
	return app;
}
