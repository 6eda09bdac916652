import type { FastifyReply } from 'fastify';

import { ApiError, type ApiRequest, type Operation } from '../api';
import { isListFault } from './faultRules';
import type { FaultAfterWaits, ResponseFault } from './faults';

/** Sends what was worked out for a request. */
export type Delivery = (reply: FastifyReply) => FastifyReply;

interface Substitute {
	status: number;
	/** Text, or what becomes JSON: of an error its status code and message. */
	body?: unknown;
	headers?: Record<string, string>;
}

const loginPage =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';
const json = { 'content-type': 'application/json; charset=utf-8' };

/** The response that stands in the place of the usual one. */
function substituteFor(
	fault: Exclude<ResponseFault, { kind: 'never' }>,
	{ headers }: ApiRequest,
): Substitute {
	switch (fault.kind) {
		case 'status': {
			const words = `The sandbox was told to answer with ${fault.status}.`;
			const usual = fault.status < 400 ? {} : new ApiError(fault.status, words);
			return { status: fault.status, body: fault.body ?? usual, headers: fault.headers };
		}
		case 'json':
			return { status: 200, body: JSON.stringify(fault.body), headers: json };
		case 'html':
			return {
				status: fault.status ?? 200,
				body: loginPage,
				headers: { 'content-type': 'text/html; charset=utf-8' },
			};
		case 'invalidJson':
			return { status: 200, body: '{"data": [{"Id": "call-', headers: json };
		case 'empty':
			return { status: fault.status ?? 200 };
		case 'redirect':
			return { status: fault.status, headers: { location: fault.location } };
		case 'echoKey': {
			const key = String(headers.authorization ?? headers.authentication ?? '');
			const status = fault.status ?? 401;
			return { status, body: new ApiError(status, `The key ${key} is not known here.`) };
		}
	}
}

/** Drops the connection. */
export const drop: Delivery = (reply) => {
	reply.hijack().raw.destroy();
	return reply;
};

/** Sends a part of a body, and drops the connection. */
const cutOff =
	(body: Buffer, { bytes = Math.floor(body.length / 2), chunked = false }): Delivery =>
	(reply) => {
		const length = chunked ? {} : { 'content-length': body.length };
		reply.hijack().raw.writeHead(200, { ...json, ...length });
		// Dropped only when the part has left: otherwise the client may see none of it.
		reply.raw.write(body.subarray(0, bytes), () => reply.raw.destroy());
		return reply;
	};

/** Carries out a request, as far as its fault lets it come, and works out what is sent for it. */
export function deliveryOf(
	fault: FaultAfterWaits | undefined,
	operation: Operation,
	request: ApiRequest,
): Delivery {
	const listFault = fault && isListFault(fault) ? fault : undefined;
	const execute = () => {
		try {
			return operation(request, listFault);
		} catch (error) {
			// Fastify sends an error with its status code.
			return error as ApiError;
		}
	};
	if (fault === undefined || isListFault(fault)) {
		const response = execute();
		return (reply) => reply.send(response);
	}
	switch (fault.kind) {
		case 'drop':
			if ((fault.at ?? 'answer') === 'answer') execute();
			return drop;
		case 'cutOff':
			return cutOff(Buffer.from(JSON.stringify(execute())), fault);
		case 'never':
			if (fault.accepted) execute();
			return (reply) => reply.hijack();
		default: {
			const { status, body, headers = {} } = substituteFor(fault, request);
			if (fault.accepted ?? (status >= 200 && status < 300)) execute();
			return (reply) => reply.code(status).headers(headers).send(body);
		}
	}
}
