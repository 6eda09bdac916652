import type { IDataObject } from 'n8n-workflow';

import { UserError } from './errors';
import type { ItemContext } from './itemContext';
import { asNumber, ifPossible } from './values';

/** n8n's Request Options > Batching: after so many items, wait so long. */
export interface Batching {
	size: number;
	/** Milliseconds; 0 = off. */
	intervalMs: number;
}

/**
 * As n8n's RoutingNode reads it, from the first item: a size of -1 or 0 means 1. What is wrong with it is
 * the error of each item.
 */
export function readBatching(item: ItemContext): Batching {
	const batching = ifPossible(() => parseBatching(item.parameter('requestOptions', {})));
	return batching ?? { size: 1, intervalMs: 0 };
}

/**
 * @param options the collection Request Options
 * @throws UserError if a field of Batching is no number
 */
export function parseBatching(options: unknown): Batching {
	const { batch } = ((options ?? {}) as { batching?: { batch?: IDataObject } }).batching ?? {};
	const size = asNumber(batch?.batchSize ?? 1);
	const intervalMs = asNumber(batch?.batchInterval ?? 0);
	if (Number.isFinite(size) && Number.isFinite(intervalMs)) {
		return { size: Math.max(1, Math.floor(size)), intervalMs: Math.max(0, intervalMs) };
	}
	throw new UserError(
		"'Items per Batch' or 'Batch Interval' is not a number",
		"Correct it under 'Request Options' > 'Batching', or remove 'Batching'. Nothing was sent.",
	);
}
