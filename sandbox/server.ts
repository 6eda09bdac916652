import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sleep } from 'n8n-workflow';

import { ApiError, type Operation } from './api';
import { controlPrefix } from './control';
import { dialects } from './dialects';
import { deliveryOf, drop } from './faults/delivery';
import type { FaultRules } from './faults/faultRules';
import type { createOperations } from './operations';
import { splitUrl, type LoggedRequest, type RequestLog } from './requestLog';
import type { Settings } from './settings';

export interface ServerOptions {
	operations: ReturnType<typeof createOperations>;
	faults: FaultRules;
	log: RequestLog;
	settings: Settings;
	/** The clock of the service, in milliseconds since 1970. */
	now: () => number;
	/** Ends every delay when the sandbox closes. */
	closing: AbortSignal;
}

/** What is known of a request between its arrival and its response. */
interface Exchange {
	entry: LoggedRequest;
	met: ReturnType<FaultRules['take']>;
}

const bodyLimitBytes = 16 * 1024 * 1024;
const longestId = 10_000;
const createPaths = ['/calls', '/public/calls'];
const listPaths = ['/public/calls', '/public/calendars', '/public/events'];

/** Builds the server: a route for every operation of the API. */
export function createServer(options: ServerOptions): FastifyInstance {
	const { operations, faults, log, settings, now, closing } = options;
	const exchanges = new WeakMap<FastifyRequest, Exchange>();

	const app = fastify({
		bodyLimit: bodyLimitBytes,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: longestId },
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
		schemaErrorFormatter: ([{ instancePath, message, params }], name) =>
			new ApiError(400, `${name}${instancePath} ${message}: ${JSON.stringify(params)}`),
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	app.addHook('onRequest', async (request, reply) => {
		if (request.routeOptions.url?.startsWith(controlPrefix)) return;
		const { method, url, headers } = request;
		const entry = log.begin(method, url, headers);
		reply.raw.once('close', () => log.end(entry));
		const { path, query } = splitUrl(url);
		const page = query.has(settings.cursorParameter) ? 'later-page' : 'first-page';
		const isList = method === 'GET' && listPaths.includes(path);
		const met = faults.take({ method, path, page: isList ? page : undefined });
		exchanges.set(request, { entry, met });
		if (met?.fault?.kind === 'drop' && met.fault.at === 'arrival') drop(reply);
	});

	app.addHook('onSend', async (request, reply) => {
		reply.header('date', new Date(now()).toUTCString());
		const entry = exchanges.get(request)?.entry;
		if (entry === undefined) return;
		entry.status = reply.statusCode;
		// Before the bytes go out: a client that has its response is never counted beside its next request.
		log.end(entry);
	});

	const answer = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
		const { entry, met } = exchanges.get(request) as Exchange;
		const rawBody = typeof request.body === 'string' ? request.body : '';
		log.addBody(entry, rawBody);
		const { query } = splitUrl(request.url);
		const { id = '' } = request.params as { id?: string };
		const deliver = deliveryOf(met?.fault, operation, {
			...{ headers: request.headers, query, id, rawBody },
		});

		for (const gate of met?.gates ?? []) await gate.pass();
		const delayMs = settings.delayMs + (met?.delayMs ?? 0);
		if (delayMs > 0) await sleep(delayMs, closing).catch(() => undefined);
		// A client that gave up meanwhile gets nothing, nor does anyone once the sandbox closes.
		return reply.raw.destroyed || closing.aborted ? reply.hijack() : deliver(reply);
	};

	const notHere = async (request: FastifyRequest, reply: FastifyReply) => {
		const { path } = splitUrl(request.url);
		const reject: Operation = () => {
			throw new ApiError(404, `There is no ${request.method} ${path} here.`);
		};
		return await answer(reject)(request, reply);
	};
	app.setNotFoundHandler(notHere);
	const create = answer(operations.createCall);
	for (const path of createPaths) {
		app.post(path, async (request, reply) => {
			const isHere = dialects[settings.dialect].createPath === path;
			return await (isHere ? create : notHere)(request, reply);
		});
	}
	app.get('/public/calls', answer(operations.listCalls));
	app.get('/public/calls/:id', answer(operations.readCall));
	app.get('/public/calendars', answer(operations.listCalendars));
	app.get('/public/calendars/:id', answer(operations.readCalendar));
	app.get('/public/company', answer(operations.readCompany));
	app.get('/public/events', answer(operations.listEvents));
	app.get('/public/events/:id', answer(operations.readEvent));
	return app;
}
