import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeExecutionHint,
	NodeParameterValueType,
} from 'n8n-workflow';

import { asUserError, errorItem, nodeError, UserError } from './errors';
import { ItemContext, type DeclaredRequest, type NodeContext } from './itemContext';
import { Run, type Attempt } from './run';

/*
 * How n8n calls an operation of a declarative node. This file alone knows the two ways.
 *
 * RoutingNode, n8n's engine for declarative nodes, calls the function in `routing.operations.pagination`
 * once for every input item in place of its own request. It starts all items without waiting for any,
 * and all of them again in the next attempt (Retry On Fail). The function is the only hook that sees
 * failures and knows the item. `perItem` is for operations that work item by item.
 *
 * `customOperations` of the node's class gets the whole list at once. `wholeList` is for operations that
 * must see it. n8n ignores custom operations where it calls `execute` of a declarative node itself: for
 * AI agents before version 3 (n8n-core, get-input-connection-data.js) and in the opt-in Engine 2.0
 * (@n8n/node-engine-compatibility, v1-step-executor.js). There RoutingNode calls the hook, so `wholeList`
 * also has one: it takes a single item and refuses a list.
 *
 * Seen with n8n-core 1.100.0, 2.0.2, 2.20.6 and 2.41.1.
 */

/** Carries out an operation for one input item, and returns what the node puts out for it. */
export type ItemExecutor = (item: ItemContext) => Promise<IDataObject[]>;

/** A list of input items, as an operation sees it. */
export interface ItemList {
	items: ItemContext[];
	/** Keeps what further attempts at this list must know. */
	run: Run;
	/** Whether the first failure ends the run. */
	stopsOnError: boolean;
	/** Says whether the execution was canceled. */
	signal?: AbortSignal;
	/** Shows a text above the output in the editor. Each line is a sentence. */
	hint: (message: string, type?: NodeExecutionHint['type']) => void;
}

/** What an operation gives for one item: records, or a failure with what is known of the item. */
export type ItemResult = { records: IDataObject[] } | { error: UserError; known?: IDataObject };

/**
 * Carries out an operation for a whole list, and gives one result for each item.
 *
 * @throws UserError that ends the node, where it stops on errors
 */
export type ListExecutor = (list: ItemList) => Promise<ItemResult[]>;

/** How many items read from the service at once: n8n starts all of them, and sockets run out. */
const READS_AT_ONCE = 10;

/**
 * Declares an operation that works item by item.
 *
 * @param request what it sends
 * @returns the `routing` of the operation
 */
export function perItem(request: DeclaredRequest, execute: ItemExecutor): INodePropertyRouting {
	return routingWithHook(request, async (context) => {
		const { run, attempt } = joinAttempt(context);
		const item = singleItem(context, attempt, request);
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
		if (result instanceof Error) return await failItem(context, run, attempt, result);
		return result.map((json) => ({ json, pairedItem: { item: item.index } }));
	});
}

/**
 * Declares an operation that must see its whole list.
 *
 * @param request what it sends
 * @returns the `routing` of the operation, and what stands for it in `customOperations` of the node
 */
export function wholeList(request: DeclaredRequest, execute: ListExecutor) {
	return {
		routing: routingWithHook(request, async (context) => {
			if (itemCount(context) > 1) return await refuseList(context);
			const run = recallRun(context);
			const attempt = run.beginAttempt(1, !context.continueOnFail());
			return await runList(context, [singleItem(context, attempt, request)], run, execute);
		}),
		async custom(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const run = recallRun(this);
			const input = this.getInputData();
			const attempt = run.beginAttempt(input.length, !this.continueOnFail());
			const items = input.map(
				(item, index) =>
					new ItemContext(this, index, attempt, request, item?.json, (name, fallback, options) =>
						this.getNodeParameter(name, index, fallback, options),
					),
			);
			return [await runList(this, items, run, execute)];
		},
	};
}

function routingWithHook(
	request: DeclaredRequest,
	hook: (context: IExecutePaginationFunctions) => Promise<INodeExecutionData[]>,
): INodePropertyRouting {
	return {
		request: { ...request },
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions) {
				return await hook(this);
			},
		},
	};
}

/** The item that RoutingNode hands over. */
function singleItem(
	context: IExecuteSingleFunctions,
	attempt: Attempt,
	request: DeclaredRequest,
): ItemContext {
	const json = context.getInputData()?.json;
	return new ItemContext(
		context,
		context.getItemIndex(),
		attempt,
		request,
		json,
		(name, fallback, options) =>
			context.getNodeParameter(name, fallback as NodeParameterValueType, options),
	);
}

async function runList(
	context: NodeContext,
	items: ItemContext[],
	run: Run,
	execute: ListExecutor,
): Promise<INodeExecutionData[]> {
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
		if (returnsErrorsToAgent(context, run, error)) return [errorItem(error, index)];
		throw nodeError(node, error, error.isAboutAll ? undefined : index);
	}
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** RoutingNode offers no hints. The editor takes them for HTML, and they quote what callers wrote. */
function hintIn(context: NodeContext): ItemList['hint'] {
	return (message, type) => {
		if ('addExecutionHints' in context) {
			const html = message.replace(/[&<>]/g, (sign) => ENTITIES[sign]).replaceAll('\n', '<br>');
			context.addExecutionHints({ message: html, type, location: 'outputPane' });
		}
	};
}

async function refuseList(context: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
	const { run, attempt } = joinAttempt(context);
	attempt.itemDone(true);
	const error = new UserError(
		`This n8n passes ${itemCount(context)} items at once, so this operation cannot process them in order. Nobody was called`,
		"Put a Loop Over Items node with a batch size of 1 before this node, or run the workflow with n8n's standard engine.",
	);
	return await failItem(context, run, attempt, error);
}

/**
 * Reports the failure of an item that RoutingNode handed over.
 *
 * @returns the item of the failure, where the node does not stop on errors
 * @throws NodeApiError where it does
 */
async function failItem(
	context: IExecutePaginationFunctions,
	run: Run,
	attempt: Attempt,
	error: UserError,
): Promise<INodeExecutionData[]> {
	const index = context.getItemIndex();
	if (!attempt.stopsOnError) return [errorItem(error, index)];
	// n8n waits for every item anyway. With Batching it handles a rejection only after the last batch has
	// begun; before that it would be an unhandled one.
	await attempt.end;
	if (returnsErrorsToAgent(context, run, error)) return [errorItem(error, index)];
	throw nodeError(context.getNode(), error, index);
}

/**
 * The one place where the node remembers something between two calls from n8n. It is kept weakly: what is
 * remembered is dropped when n8n drops the run.
 */
const runs = new WeakMap<object, Run>();

/**
 * Finds the run that n8n carries out or tries again.
 *
 * n8n hands over the same `executeData` in all attempts at a run and a new one in every run, each round
 * of a loop included. An AI agent before version 3 hands over its own `executeData` for every call of the
 * tool, so there the arguments of the tool stand for the run.
 */
function recallRun(context: NodeContext): Run {
	const key = toolInput(context)?.json ?? context.getExecuteData();
	const run = runs.get(key) ?? new Run();
	runs.set(key, run);
	return run;
}

/** Notes that RoutingNode has handed an item over, in this attempt or in a new one. */
function joinAttempt(context: IExecuteSingleFunctions): { run: Run; attempt: Attempt } {
	const run = recallRun(context);
	const index = context.getItemIndex();
	const attempt =
		run.attempt && !run.attempt.has(index)
			? run.attempt
			: run.beginAttempt(itemCount(context), !context.continueOnFail());
	attempt.join(index);
	return { run, attempt };
}

/** How many items the node has to work on. */
function itemCount(context: IExecuteSingleFunctions): number {
	if (context.getNode().executeOnce || toolInput(context)) return 1;
	return context.getExecuteData().data.main?.[0]?.length ?? 1;
}

/**
 * Whether a failure is to be returned as an item: an AI agent before version 3 runs the node, and n8n
 * will not try again. Such an agent reads an empty text in place of an error (n8n 2.41.1), and would not
 * learn that a call may have been placed.
 */
function returnsErrorsToAgent(context: NodeContext, run: Run, { isFinal }: UserError): boolean {
	if (!toolInput(context)) return false;
	// As n8n's engine reads the settings of the node.
	const { retryOnFail, maxTries = 3 } = context.getNode();
	const mostAttempts = retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
	return run.attempts >= mostAttempts || isFinal === true;
}

/** The arguments of the tool where an AI agent before version 3 runs the node. */
function toolInput(context: NodeContext): INodeExecutionData | undefined {
	const input = context.getInputData(0, 'ai_tool');
	// For a connection that does not exist, n8n makes a new empty item each time it is asked.
	const isThere = input === context.getInputData(0, 'ai_tool');
	return isThere && !Array.isArray(input) ? input : undefined;
}
