import type { ApiResponse } from './apiResponse';
import type { ListFault } from './faults/faults';

/** A request as an operation sees it. */
export interface ApiRequest {
	headers: Readonly<Record<string, string | string[] | undefined>>;
	/** Decoded, in the order in which they arrived. */
	query: ReadonlyArray<[string, string]>;
	/** `{id}` of the path, decoded. */
	id: string;
	rawBody: string;
}

/** Carries out a request; a list heeds the fault that is meant for it. */
export type Operation = (request: ApiRequest, fault?: ListFault) => ApiResponse;
