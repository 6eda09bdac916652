import type { FastifyReply } from 'fastify';
import { htmlType, json, jsonType, nameOf, refuse, type Answer } from './answer';
import { isListFault, type AnswerFault, type Fault, type ListFault } from './faults';

/** What becomes of a request. */
export type Outcome =
	| { kind: 'answer'; answer: Answer }
	| { kind: 'cutOff'; answer: Answer; bytes: number; chunked: boolean }
	| { kind: 'drop' }
	| { kind: 'never' };

/** The usual way of a request: carrying it out changes the records and gives the answer. */
export type CarryOut = (fault?: ListFault) => Answer;

const loginPage =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

function answerOf(fault: Exclude<AnswerFault, { kind: 'never' }>, key: string): Answer {
	switch (fault.kind) {
		case 'status': {
			const { status, headers, contentType } = fault;
			const body = fault.body ?? {
				error: nameOf(status),
				message: `The sandbox was told to answer with ${status}.`,
			};
			if (typeof body === 'string') {
				return { status, headers, body, contentType: contentType ?? 'text/plain; charset=utf-8' };
			}
			return { status, headers, body: JSON.stringify(body), contentType: contentType ?? jsonType };
		}
		case 'json':
			return json(200, fault.body);
		case 'html':
			return { status: fault.status ?? 200, body: loginPage, contentType: htmlType };
		case 'invalidJson':
			return { status: 200, body: '{"data": [{"Id": "call-', contentType: jsonType };
		case 'empty':
			return { status: fault.status ?? 200, body: '' };
		case 'redirect':
			return { status: fault.status, body: '', headers: { Location: fault.location } };
		case 'echoKey':
			return refuse(fault.status ?? 401, `The key ${key} is not known here.`);
	}
}

/**
 * Works out what becomes of a request under a fault.
 *
 * @param key the key that the request carried, for the fault that echoes it
 */
export function outcomeOf(
	fault: Exclude<Fault, { kind: 'delay' }> | undefined,
	carryOut: CarryOut,
	key: string,
): Outcome {
	if (fault === undefined || isListFault(fault)) {
		return { kind: 'answer', answer: carryOut(fault) };
	}
	switch (fault.kind) {
		case 'drop':
			if ((fault.at ?? 'answer') === 'answer') carryOut();
			return { kind: 'drop' };
		case 'cutOff': {
			const answer = carryOut();
			const bytes = fault.bytes ?? Math.floor(Buffer.byteLength(answer.body) / 2);
			return { kind: 'cutOff', answer, bytes, chunked: fault.chunked === true };
		}
		case 'never':
			if (fault.accepted === true) carryOut();
			return { kind: 'never' };
		default: {
			const answer = answerOf(fault, key);
			if (fault.accepted ?? (answer.status >= 200 && answer.status < 300)) carryOut();
			return { kind: 'answer', answer };
		}
	}
}

/** Sends what becomes of a request. */
export function deliver(outcome: Outcome, reply: FastifyReply): FastifyReply {
	if (outcome.kind === 'answer') {
		const { status, headers = {}, contentType, body } = outcome.answer;
		reply.code(status).headers(headers);
		if (contentType !== undefined) reply.type(contentType);
		return reply.send(status === 204 ? undefined : body);
	}
	reply.hijack();
	if (outcome.kind === 'drop') reply.raw.destroy();
	if (outcome.kind === 'cutOff') {
		const { answer, bytes, chunked } = outcome;
		const whole = Buffer.from(answer.body);
		reply.raw.writeHead(answer.status, {
			'Content-Type': answer.contentType ?? jsonType,
			...(chunked ? {} : { 'Content-Length': whole.length }),
		});
		// Dropped only when the part has left: otherwise the client may see none of it.
		reply.raw.write(whole.subarray(0, bytes), () => reply.raw.destroy());
	}
	return reply;
}
