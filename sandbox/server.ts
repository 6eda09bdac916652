import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sleep } from 'n8n-workflow';
import { dialects } from './dialects';
import { errorResponse, jsonType, type ApiResponse } from './apiResponse';
import { deliveryOf, send } from './faults/delivery';
import type { FaultRules, SplitFault } from './faults/faultRules';
import type { createOperations } from './operations';
import type { Operation } from './request';
import { splitUrl, type LoggedRequest, type RequestLog } from './requestLog';
import type { Settings } from './settings';
import type { UndocumentedPaths } from './operations/undocumented';

/** How many requests wait for their response. */
export interface InFlight {
	now: number;
	/** The most at once since it was last reset. */
	max: number;
}

export interface ServerOptions {
	operations: ReturnType<typeof createOperations>;
	faults: FaultRules;
	log: RequestLog;
	inFlight: InFlight;
	settings: Settings;
	paths: UndocumentedPaths;
	/** The clock of the service, in milliseconds since 1970. */
	now: () => number;
	/** Ends every delay when the sandbox closes. */
	closing: AbortSignal;
}

/** What is known of a request between its arrival and its response. */
interface Exchange {
	entry: LoggedRequest;
	fault?: SplitFault;
	/** Takes the request out of the count of those in flight, once. */
	leave: () => void;
}

const controlPrefix = '/__sandbox/';
const bodyLimitBytes = 16 * 1024 * 1024;
const longestId = 10_000;

function unknownRoute({ method, url }: FastifyRequest): ApiResponse {
	return errorResponse(404, `There is no ${method} ${splitUrl(url).path} here.`);
}

function countIn(inFlight: InFlight): () => void {
	let here = true;
	inFlight.now += 1;
	inFlight.max = Math.max(inFlight.max, inFlight.now);
	return () => {
		if (here) inFlight.now -= 1;
		here = false;
	};
}

/** Builds the server: a route for every operation of the API. */
export function createServer(options: ServerOptions): FastifyInstance {
	const { operations, faults, log, inFlight, settings, paths, now, closing } = options;
	const exchanges = new WeakMap<FastifyRequest['raw'], Exchange>();
	const listPaths = new Set<string>();

	const begin = (request: FastifyRequest, reply: FastifyReply): Exchange => {
		const leave = countIn(inFlight);
		reply.raw.once('close', leave);
		const exchange = { entry: log.add(request.method, request.url, request.headers), leave };
		exchanges.set(request.raw, exchange);
		return exchange;
	};

	const app = fastify({
		bodyLimit: bodyLimitBytes,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: longestId },
		// A URL that cannot be decoded reaches no hook, but it belongs in the log.
		frameworkErrors: (error, request, reply) => {
			const exchange = begin(request as FastifyRequest, reply as FastifyReply);
			exchange.entry.status = 400;
			exchange.leave();
			const { body } = errorResponse(400, error.message);
			void (reply as FastifyReply).code(400).type(jsonType).send(body);
		},
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.addHook('onRequest', async (request, reply) => {
		if (request.url.startsWith(controlPrefix)) return;
		const exchange = begin(request, reply);
		const { path, query } = splitUrl(request.url);
		const has = (name: string) => query.some(([given]) => given === name);
		exchange.fault = faults.take({
			method: request.method,
			path,
			list: listPaths.has(request.routeOptions.url ?? '')
				? { hasCursor: has(settings.cursorParameter), hasSort: has('sort') }
				: undefined,
		});
		const fault = exchange.fault?.fault;
		if (fault?.kind === 'drop' && fault.at === 'arrival') {
			exchange.leave();
			send({ kind: 'drop' }, reply);
		}
	});

	app.addHook('onSend', async (request, reply) => {
		reply.header('date', new Date(now()).toUTCString());
		const exchange = exchanges.get(request.raw);
		if (exchange === undefined) return;
		exchange.entry.status = reply.statusCode;
		// Before the bytes go out: a client that has its response is never counted beside its next request.
		exchange.leave();
	});

	const respond = async (
		operation: Operation,
		{ entry, fault: met }: Exchange,
		request: FastifyRequest,
		reply: FastifyReply,
	) => {
		const rawBody = typeof request.body === 'string' ? request.body : '';
		log.addBody(entry, rawBody);
		const apiRequest = {
			headers: request.headers,
			query: splitUrl(request.url).query,
			id: (request.params as { id?: string }).id ?? '',
			rawBody,
		};
		const key = String(request.headers.authorization ?? request.headers.authentication ?? '');
		const { delayMs = 0, gates = [], fault } = met ?? {};
		const delivery = deliveryOf(fault, (listFault) => operation(apiRequest, listFault), key);

		for (const gate of gates) await gate.pass();
		const wait = delayMs + settings.delayMs;
		if (wait > 0) await sleep(wait, closing).catch(() => undefined);
		// A client that gave up meanwhile gets nothing, nor does anyone once the sandbox closes.
		if (reply.raw.destroyed || closing.aborted) return reply.hijack();

		if (delivery.kind === 'cutOff') entry.status = delivery.response.status;
		return send(delivery, reply);
	};

	const handle = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
		const exchange = exchanges.get(request.raw);
		if (exchange !== undefined) return await respond(operation, exchange, request, reply);
		// Only a control route that does not exist comes here without having been logged.
		return send({ kind: 'response', response: unknownRoute(request) }, reply);
	};

	const route = (method: 'GET' | 'POST', path: string, operation: Operation, isList = false) => {
		const url = path.replaceAll('{id}', ':id');
		if (isList) listPaths.add(url);
		app.route({ method, url, handler: handle(operation) });
	};
	for (const path of ['/calls', '/public/calls']) {
		const isThere = () => dialects[settings.dialect].createPath === path;
		app.route({
			method: 'POST',
			url: path,
			handler: async (request, reply) =>
				await handle(isThere() ? operations.createCall : () => unknownRoute(request))(
					request,
					reply,
				),
		});
	}
	route('GET', '/public/calls', operations.listCalls, true);
	route('GET', '/public/calls/:id', operations.readCall);
	route('GET', paths.calendars, operations.listCalendars, true);
	route('GET', paths.calendar, operations.readCalendar);
	route('GET', paths.company, operations.readCompany);
	route('GET', paths.events, operations.listEvents, true);
	route('GET', paths.event, operations.readEvent);
	app.setNotFoundHandler(
		async (request, reply) => await handle(() => unknownRoute(request))(request, reply),
	);
	app.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) => {
		const response =
			error.statusCode === 415
				? errorResponse(400, 'The content type must be application/json.')
				: errorResponse(error.statusCode ?? 500, error.message);
		return send({ kind: 'response', response }, reply);
	});
	return app;
}
