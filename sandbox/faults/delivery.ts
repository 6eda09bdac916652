import type { FastifyReply } from 'fastify';
import {
	errorResponse,
	htmlType,
	jsonResponse,
	jsonType,
	statusText,
	type ApiResponse,
} from '../apiResponse';
import { isListFault } from './faultRules';
import type { FaultAfterWaits, ListFault, ResponseFault } from './faults';

/** What is sent for a request. */
export type Delivery =
	| { kind: 'response'; response: ApiResponse }
	| { kind: 'cutOff'; response: ApiResponse; bytes: number; chunked: boolean }
	| { kind: 'drop' }
	| { kind: 'nothing' };

/** Carries out a request, which may change the records, and gives the usual response. */
export type Executor = (fault?: ListFault) => ApiResponse;

const loginPage =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

function responseOf(fault: Exclude<ResponseFault, { kind: 'never' }>, key: string): ApiResponse {
	switch (fault.kind) {
		case 'status': {
			const { status, headers, contentType } = fault;
			const body = fault.body ?? {
				error: statusText(status),
				message: `The sandbox was told to answer with ${status}.`,
			};
			if (typeof body === 'string') {
				return { status, headers, body, contentType: contentType ?? 'text/plain; charset=utf-8' };
			}
			return { status, headers, body: JSON.stringify(body), contentType: contentType ?? jsonType };
		}
		case 'json':
			return jsonResponse(200, fault.body);
		case 'html':
			return { status: fault.status ?? 200, body: loginPage, contentType: htmlType };
		case 'invalidJson':
			return { status: 200, body: '{"data": [{"Id": "call-', contentType: jsonType };
		case 'empty':
			return { status: fault.status ?? 200, body: '' };
		case 'redirect':
			return { status: fault.status, body: '', headers: { Location: fault.location } };
		case 'echoKey':
			return errorResponse(fault.status ?? 401, `The key ${key} is not known here.`);
	}
}

/**
 * Works out what is sent for a request under a fault.
 *
 * @param key the key that the request carried, for the fault that echoes it
 */
export function deliveryOf(
	fault: FaultAfterWaits | undefined,
	execute: Executor,
	key: string,
): Delivery {
	if (fault === undefined || isListFault(fault)) {
		return { kind: 'response', response: execute(fault) };
	}
	switch (fault.kind) {
		case 'drop':
			if ((fault.at ?? 'answer') === 'answer') execute();
			return { kind: 'drop' };
		case 'cutOff': {
			const response = execute();
			const bytes = fault.bytes ?? Math.floor(Buffer.byteLength(response.body) / 2);
			return { kind: 'cutOff', response, bytes, chunked: fault.chunked === true };
		}
		case 'never':
			if (fault.accepted === true) execute();
			return { kind: 'nothing' };
		default: {
			const response = responseOf(fault, key);
			if (fault.accepted ?? (response.status >= 200 && response.status < 300)) execute();
			return { kind: 'response', response };
		}
	}
}

/** Sends what is to be sent. */
export function send(delivery: Delivery, reply: FastifyReply): FastifyReply {
	if (delivery.kind === 'response') {
		const { status, headers = {}, contentType, body } = delivery.response;
		reply.code(status).headers(headers);
		if (contentType !== undefined) reply.type(contentType);
		return reply.send(status === 204 ? undefined : body);
	}
	reply.hijack();
	if (delivery.kind === 'drop') reply.raw.destroy();
	if (delivery.kind === 'cutOff') {
		const { response, bytes, chunked } = delivery;
		const whole = Buffer.from(response.body);
		reply.raw.writeHead(response.status, {
			'Content-Type': response.contentType ?? jsonType,
			...(chunked ? {} : { 'Content-Length': whole.length }),
		});
		// Dropped only when the part has left: otherwise the client may see none of it.
		reply.raw.write(whole.subarray(0, bytes), () => reply.raw.destroy());
	}
	return reply;
}
