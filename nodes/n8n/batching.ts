import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from './itemContext';

/** n8n's Request Options > Batching: after so many items, wait so long. */
export interface Batching {
	size: number;
	/** Milliseconds; 0 = off. */
	intervalMs: number;
}

/** As n8n's RoutingNode reads it, from the first item: a size that is no positive number means 1. */
export function readBatching(item: ItemContext): Batching {
	let options: unknown;
	try {
		options = item.parameter('requestOptions', {});
	} catch {
		// Each item reports the error itself.
	}
	const { batch } = ((options ?? {}) as { batching?: { batch?: IDataObject } }).batching ?? {};
	const size = Math.floor(Number(batch?.batchSize));
	const intervalMs = Number(batch?.batchInterval);
	return { size: size > 0 ? size : 1, intervalMs: intervalMs > 0 ? intervalMs : 0 };
}
