import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IN8nRequestOperations,
	INodeExecutionData,
} from 'n8n-workflow';

import { errorItem, nodeError } from '../../shared/nodeError';
import { asUserError, UserError } from '../../shared/userError';
import { ItemContext } from './itemContext';
import { failItem } from './operation';
import {
	itemCount,
	joinAttempt,
	recallRun,
	returnsErrorsToAgent,
	type NodeContext,
	type Run,
} from './run';

/** A list of input items, as an operation sees it. */
export interface ItemList {
	items: ItemContext[];
	run: Run;
	/** Whether the first failure ends the run. */
	stopsOnError: boolean;
	/** Says whether the execution was cancelled. */
	signal?: AbortSignal;
	/** Shows a sentence above the output in the editor. */
	hint: (message: string) => void;
}

/** What an operation gives for one item: records, or a failure with what is known of the item. */
export type ItemResult = { records: IDataObject[] } | { error: UserError; known?: IDataObject };

/**
 * Carries out an operation for a whole list, and gives one result for each item.
 *
 * @throws UserError that ends the node, where it stops on errors
 */
export type ListExecutor = (list: ItemList) => Promise<ItemResult[]>;

/** An operation that must see its whole list, in the two forms in which n8n calls it. */
export interface ListOperation {
	/** To be set in `customOperations` of the node. */
	custom: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
	/** To be set as `routing.operations` beside `send: { paginate: true }`. */
	hook: IN8nRequestOperations;
}

/**
 * Makes a function the executor of an operation that must see its whole list.
 *
 * n8n calls `customOperations` with the whole list. It ignores them where it calls `execute` of a
 * declarative node by itself: for AI agents before version 3 (n8n-core, get-input-connection-data.js)
 * and in the opt-in Engine 2.0 (@n8n/node-engine-compatibility, v1-step-executor.js). There RoutingNode
 * calls the hook, item by item and all at once, so the hook takes one item and refuses a list.
 */
export function listOperation(execute: ListExecutor): ListOperation {
	return {
		async custom() {
			const run = recallRun(this);
			const items = this.getInputData().map((item, index) =>
				ItemContext.ofList(this, index, item?.json, run),
			);
			return [await carryOut(this, items, run, execute)];
		},
		hook: {
			async pagination(this: IExecutePaginationFunctions) {
				if (itemCount(this) > 1) return await refuseList(this);
				const run = recallRun(this);
				return await carryOut(this, [ItemContext.ofSingle(this, run)], run, execute);
			},
		},
	};
}

async function carryOut(
	context: NodeContext,
	items: ItemContext[],
	run: Run,
	execute: ListExecutor,
): Promise<INodeExecutionData[]> {
	run.beginAttempt();
	const node = context.getNode();
	const isErrorOutput = node.onError === 'continueErrorOutput';
	const stopsOnError = !context.continueOnFail();
	const signal = context.getExecutionCancelSignal();
	try {
		const results = await execute({ items, run, stopsOnError, signal, hint: hintIn(context) });
		return results.flatMap((result, index): INodeExecutionData[] => {
			const pairedItem = { item: items[index].index };
			if ('records' in result) return result.records.map((json) => ({ json, pairedItem }));
			return isErrorOutput || !result.known
				? [errorItem(result.error, pairedItem.item)]
				: [{ json: result.known, pairedItem }];
		});
	} catch (thrown) {
		const error = asUserError(thrown);
		const index = error.itemIndex ?? 0;
		if (returnsErrorsToAgent(context, run)) return [errorItem(error, index)];
		throw nodeError(node, error, { index, total: items.length });
	}
}

/** Where n8n calls the hook there are no hints. */
function hintIn(context: NodeContext): ItemList['hint'] {
	return (message) => {
		if ('addExecutionHints' in context) {
			context.addExecutionHints({ message, location: 'outputPane' });
		}
	};
}

async function refuseList(item: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
	const joined = joinAttempt(item);
	joined.attempt.itemDone(true);
	const error = new UserError(
		`This n8n passes ${itemCount(item)} items at once, so this operation cannot process them in order. Nobody was called`,
		"Put a Loop Over Items node with a batch size of 1 before this node, or run the workflow with n8n's standard engine.",
	);
	return await failItem(item, joined, error);
}
