import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';

import { ApiError, parseJson } from './api';
import type { CallStore, IncomingCalls } from './calls/callStore';
import { keywords } from './calls/outcomes';
import type { FaultRules } from './faults/faultRules';
import { faultRuleSchema, type FaultRule } from './faults/faults';
import type { RequestLog } from './requestLog';
import { settingSchemas, type Settings } from './settings';

export interface ControlOptions {
	calls: CallStore;
	faults: FaultRules;
	log: RequestLog;
	settings: Settings;
}

/** What the paths of all control routes begin with. */
export const controlPrefix = '/__sandbox';

const objectOf = (properties: object) => ({
	type: 'object',
	additionalProperties: false,
	properties,
});
const settingsSchema = objectOf(settingSchemas);
const incomingSchemas: Record<keyof IncomingCalls, object> = {
	count: { type: 'integer', minimum: 1, maximum: 10_000 },
	assistantId: { type: 'string' },
	phoneNumber: { type: 'string', minLength: 1 },
	keyword: { enum: keywords },
	durationSeconds: { type: 'number', minimum: 0 },
};
const incomingSchema = objectOf(incomingSchemas);

const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
const notFound = (message: string) => new ApiError(404, message);

/** Adds the routes by which people and other processes control the sandbox; they need no key. */
export function addControlRoutes(
	app: FastifyInstance,
	{ calls, faults, log, settings }: ControlOptions,
): void {
	// A body is JSON, whatever its content type says: curl calls it a form.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) =>
		body === '' ? undefined : parseJson(body),
	);
	const route = (
		method: HTTPMethods,
		url: string,
		respond: (request: FastifyRequest) => unknown,
		body?: object,
	) =>
		app.route({
			method,
			url,
			schema: body && { body },
			handler: async (request) => respond(request),
		});

	const addFault = ({ body }: FastifyRequest) => {
		faults.add(body as FaultRule);
		return { added: body };
	};
	route('POST', '/faults', addFault, faultRuleSchema);
	route('DELETE', '/faults', () => {
		faults.clear();
		return { cleared: true };
	});
	route('POST', '/release', () => {
		faults.release();
		return { released: true };
	});

	route('GET', '/settings', () => settings);
	route('PATCH', '/settings', ({ body }) => Object.assign(settings, body), settingsSchema);

	route('POST', '/calls', ({ body }) => calls.receive(body as IncomingCalls), incomingSchema);
	route('POST', '/calls/:id/end', (request) => {
		const id = idOf(request);
		return calls.end(id) ?? notFound(`No call "${id}" is going on.`);
	});
	route('DELETE', '/calls/:id', (request) => {
		const id = idOf(request);
		return calls.remove(id) ? { removed: id } : notFound(`There is no call "${id}".`);
	});

	route('GET', '/log', () => log.entries);
	route('GET', '/placed', () => calls.placed);
}
