import type { ListFault } from './faults/faults';

/*
 * The shapes of the API, as docs/api.md describes them.
 */

/** One spoken turn of a call. */
export interface TranscriptEntry {
	/** Zero-based position of the turn in the conversation. */
	Sorting: number;
	Role: string;
	Text: string;
}

/** A call record. */
export interface Call {
	Id: string;
	Company: string;
	Status: string;
	Assistant: string;
	AssistantName: string;
	/** The number of the other party, or `Web` for a call from a web channel. */
	PhoneNumber: string;
	/** Empty while the call goes on. */
	Summary: string;
	/** ISO 8601, UTC. */
	StartedAt: string;
	/** ISO 8601, UTC; empty while the call goes on. */
	EndedAt: string;
	/** Calls with the same conversation share it. */
	Transcript: readonly TranscriptEntry[];
	/** Empty while the call goes on. */
	Keywords: readonly string[];
	/** One element that holds comma-separated words. */
	Flags: readonly string[];
}

/** A page of a list. */
export interface Page {
	data: unknown[];
	hasMore: boolean;
	/** Empty when there is no further page. */
	nextCursor: string;
}

/** A call that was accepted and placed. */
export interface PlacedCall {
	assistant_id: string;
	phone_number: string;
	/** Every further property of the request. */
	variables: Record<string, string>;
	/** When it was accepted: ISO 8601, UTC. */
	at: string;
}

/** A request as an operation sees it. */
export interface ApiRequest {
	headers: Readonly<Record<string, string | string[] | undefined>>;
	query: URLSearchParams;
	/** `{id}` of the path, decoded. */
	id: string;
	rawBody: string;
}

/**
 * Carries out a request, and returns what is sent with status 200. A list heeds the fault that is meant
 * for it.
 *
 * @throws {ApiError} where the service rejects the request
 */
export type Operation = (request: ApiRequest, fault?: ListFault) => unknown;

/**
 * A rejected request. Fastify sends it with its status code, as `{ statusCode, error, message }`: the
 * API reference does not show error bodies.
 */
export class ApiError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
	) {
		super(message);
	}
}

/** A request that is not valid. */
export const rejected = (message: string) => new ApiError(400, message);

/** @throws {ApiError} where the text is no JSON */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw rejected('The body is not valid JSON.');
	}
}
