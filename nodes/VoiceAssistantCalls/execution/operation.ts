import type {
	IDataObject,
	IExecutePaginationFunctions,
	IN8nRequestOperations,
	INodeExecutionData,
} from 'n8n-workflow';

import { errorItem, nodeError } from '../../shared/nodeError';
import { asUserError, type UserError } from '../../shared/userError';
import { ItemContext } from './itemContext';
import { itemCount, joinAttempt, returnsErrorsToAgent } from './run';

/** How many items read from the service at once; n8n starts all of them, and sockets run out. */
const READS_AT_ONCE = 10;

/** Carries out an operation for one input item, and returns what the node puts out for it. */
export type ItemExecutor = (item: ItemContext) => Promise<IDataObject[]>;

/**
 * Makes a function the executor of an operation that works item by item, to be set as
 * `routing.operations` beside `send: { paginate: true }`.
 *
 * n8n's RoutingNode calls a pagination function once for every input item in the place of its own
 * request. It is the only hook that sees failures and knows the item, so everything that all these
 * operations have in common is here: item pairing, error items, and errors that name the item.
 */
export function operation(execute: ItemExecutor): IN8nRequestOperations {
	return {
		async pagination(this: IExecutePaginationFunctions) {
			const { run, attempt } = joinAttempt(this);
			const item = ItemContext.ofSingle(this, run);
			const { index } = item;
			const read = async () => {
				await run.reads.acquire(READS_AT_ONCE);
				try {
					if (attempt.isStopped) return [];
					item.assertHasFields();
					return await execute(item);
				} finally {
					run.reads.release();
				}
			};
			const result = await read().catch(asUserError);
			attempt.itemDone(result instanceof Error);
			if (!(result instanceof Error)) {
				return result.map((json) => ({ json, pairedItem: { item: index } }));
			}
			return await failItem(this, { run, attempt }, result);
		},
	};
}

/**
 * Tells the failure of an item that RoutingNode handed over, once its attempt has heard of it.
 *
 * @returns the item of the failure, where the node does not stop on errors
 * @throws NodeApiError where it does
 */
export async function failItem(
	context: IExecutePaginationFunctions,
	{ run, attempt }: ReturnType<typeof joinAttempt>,
	error: UserError,
): Promise<INodeExecutionData[]> {
	const index = context.getItemIndex();
	if (!attempt.stopsOnError) return [errorItem(error, index)];
	// n8n waits for every item anyhow. With Batching it listens to a rejection only when the last
	// batch has begun; before that it would be an unhandled one.
	await attempt.end;
	if (returnsErrorsToAgent(context, run)) return [errorItem(error, index)];
	throw nodeError(context.getNode(), error, { index, total: itemCount(context) });
}
