import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorResponse, jsonResponse, type ApiResponse, type Invalid } from '../apiResponse';
import type { CallStore } from '../calls/callStore';
import { incomingCallRules, parseObject, readFaultRule } from './input';
import { send } from '../faults/delivery';
import type { FaultRules } from '../faults/faultRules';
import { checkFields, type FieldRules } from '../fieldRules';
import type { RequestLog } from '../requestLog';
import { settingRules, type Settings } from '../settings';

export interface ControlOptions {
	calls: CallStore;
	faults: FaultRules;
	log: RequestLog;
	settings: Settings;
}

type Fields = Record<string, unknown>;

const checked =
	<Input>(rules: FieldRules<Input>) =>
	(fields: Fields) =>
		checkFields(fields, rules);

/** Adds the routes by which people and other processes control the sandbox; they need no key. */
export function addControlRoutes(app: FastifyInstance, options: ControlOptions): void {
	const { calls, faults, log, settings } = options;

	const route = (
		method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
		path: string,
		respond: (request: FastifyRequest) => ApiResponse,
	) => {
		const handler = async (request: FastifyRequest, reply: FastifyReply) =>
			send({ kind: 'response', response: respond(request) }, reply);
		app.route({ method, url: `/__sandbox/${path}`, handler });
	};
	/** A route whose body is a JSON object, whatever its content type says. */
	const withBody =
		<Input extends object>(
			read: (fields: Fields) => Input | Invalid,
			apply: (input: Input) => unknown,
		) =>
		({ body }: FastifyRequest): ApiResponse => {
			const fields = parseObject(typeof body === 'string' ? body : '');
			const input = 'problem' in fields ? (fields as Invalid) : read(fields);
			if ('problem' in input) return errorResponse(400, input.problem);
			return jsonResponse(200, apply(input));
		};
	const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;

	const addFault = (rule: Parameters<FaultRules['add']>[0]) => {
		faults.add(rule);
		return { added: rule };
	};
	route('POST', 'faults', withBody(readFaultRule, addFault));
	route('DELETE', 'faults', () => {
		faults.clear();
		return jsonResponse(200, { cleared: true });
	});
	route('POST', 'release', () => {
		faults.release();
		return jsonResponse(200, { released: true });
	});

	route('GET', 'settings', () => jsonResponse(200, settings));
	const change = (changed: Partial<Settings>) => Object.assign(settings, changed);
	route('PATCH', 'settings', withBody(checked(settingRules), change));

	const receive = (incoming: Parameters<CallStore['receive']>[0]) => calls.receive(incoming);
	route('POST', 'calls', withBody(checked(incomingCallRules), receive));
	route('POST', 'calls/:id/end', (request) => {
		const ended = calls.end(idOf(request));
		return ended === undefined
			? errorResponse(404, `No call "${idOf(request)}" is going on.`)
			: jsonResponse(200, ended);
	});
	route('DELETE', 'calls/:id', (request) =>
		calls.remove(idOf(request))
			? jsonResponse(200, { removed: idOf(request) })
			: errorResponse(404, `There is no call "${idOf(request)}".`),
	);

	route('GET', 'log', () => jsonResponse(200, log.entries));
	route('GET', 'placed', () => jsonResponse(200, calls.placed));
}
