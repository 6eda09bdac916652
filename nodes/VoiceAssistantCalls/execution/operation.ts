import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IN8nRequestOperations,
	type INodeExecutionData,
} from 'n8n-workflow';

import { asUserError, type UserError } from '../../shared/userError';
import { Item } from './itemContext';
import { arrive } from './run';

/** Carries out an operation for one input item, and gives what the node puts out for it. */
export type CarryOut = (item: Item) => Promise<IDataObject[]>;

/** What an operation may add to the common way. */
export interface Extras {
	/** Completes what a failed item reports, once every item has come to an end. */
	account?: (item: Item, problem: UserError) => UserError;
}

/**
 * Makes a function the executor of an operation, to be set as `routing.operations` beside
 * `send: { paginate: true }`.
 *
 * n8n's RoutingNode calls a pagination function once for every input item in the place of its own
 * request. It is the only hook that sees failures and knows the item, so everything that all
 * operations have in common is here: item pairing, error items, and errors that name the item.
 */
export function operation(carryOut: CarryOut, { account }: Extras = {}): IN8nRequestOperations {
	return {
		async pagination(this: IExecutePaginationFunctions, requestData) {
			const run = arrive(this);
			const { attempt } = run;
			const item = new Item(this, requestData.options, run);
			try {
				const records = await carryOut(item);
				attempt.settle();
				return records.map((json) => ({ json, pairedItem: { item: item.index } }));
			} catch (thrown) {
				attempt.fail();
				attempt.settle();
				if (!attempt.stopsOnError) return [errorItem(asUserError(thrown), item.index)];
				// n8n waits for every item anyhow. With Batching it listens to a rejection only when the
				// last batch has begun; before that it would be an unhandled one.
				await attempt.end;
				const problem = asUserError(thrown);
				const complete = account?.(item, problem) ?? problem;
				if (run.failsToAgent) return [errorItem(complete, item.index)];
				throw errorOf(this, complete, item.index);
			}
		},
	};
}

/**
 * Exactly two texts: with a third key n8n before 2.41 sends the item to the success output (seen with
 * n8n-core 1.100.0, 2.0.2 and 2.20.6).
 */
function errorItem({ message, advice }: UserError, index: number): INodeExecutionData {
	return {
		json: { error: message, message: advice },
		pairedItem: { item: index },
	};
}

/**
 * n8n stores what its error class is given, so it is given texts only. The texts are set once more
 * after it is made, since it replaces a title that holds a network code by one of its own.
 */
function errorOf(
	context: IExecutePaginationFunctions,
	problem: UserError,
	itemIndex: number,
): NodeApiError {
	const message = `${problem.message} [item ${itemIndex}]`;
	const description = problem.advice;
	const error = new NodeApiError(
		context.getNode(),
		{ message },
		{ message, description, httpCode: problem.status?.toString(), itemIndex },
	);
	error.message = message;
	error.description = description;
	error.messages = [];
	return error;
}
