import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeExecutionHint,
} from 'n8n-workflow';

import { readBatching } from './batching';
import { asUserError, errorItem, nodeError, type UserError } from './errors';
import { ItemContext, type DeclaredRequest, type NodeContext } from './itemContext';
import { pause } from './pause';
import { Semaphore } from './semaphore';
import { routingWithHook, runKey } from './withoutCustomOperations';
import { yieldToEventLoop } from './yieldToEventLoop';

/*
 * How n8n calls an operation: through `customOperations` of the node's class, with all input items at once
 * (n8n-core 1.100.0, 2.0.2, 2.20.6 and 2.41.1). Where n8n does not know them, `withoutCustomOperations.ts`
 * carries out the same code.
 */

/** Carries out an operation for one input item, and returns what the node puts out for it. */
export type ItemExecutor = (item: ItemContext, hint: Hint) => Promise<IDataObject[]>;

/** Shows a text above the output in the editor, once. Each line is a sentence. */
export type Hint = (message: string, type?: NodeExecutionHint['type']) => void;

/** A list of input items, as an operation sees it. */
export interface ItemList<State = unknown> {
	items: ItemContext[];
	/** What n8n's attempts at the same input (Retry On Fail) have in common. */
	state: State;
	/** Whether the first failure ends the run. */
	stopsOnError: boolean;
	/** Says whether the execution was canceled. */
	signal?: AbortSignal;
	hint: Hint;
}

/**
 * What an operation gives for one item: records, or a failure with what is known of the item. The first
 * failure ends the node, where it stops on errors.
 */
export type ItemResult = { records: IDataObject[] } | { error: UserError; known?: IDataObject };

/**
 * Carries out an operation for a whole list, and gives one result for each item.
 *
 * @throws UserError that ends the node
 */
export type ListExecutor<State> = (list: ItemList<State>) => Promise<ItemResult[]>;

/** An operation as the description of the node declares it, and as n8n calls it. */
export interface Operation {
	routing: INodePropertyRouting;
	custom: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

/**
 * The one place where the node remembers something between two calls from n8n. n8n hands over the same
 * `executeData` in all attempts at a run and a new one in every run, each round of a loop included. It is
 * kept weakly: what is remembered is dropped when n8n drops the run.
 */
const states = new WeakMap<object, unknown>();

/**
 * Declares an operation that works on its whole list.
 *
 * @param request what it sends
 * @param newState makes what the attempts at one input have in common
 * @param needsWholeList whether a list is refused where n8n hands it over item by item
 */
export function declare<State>(
	request: DeclaredRequest,
	newState: () => State,
	execute: ListExecutor<State>,
	needsWholeList = true,
): Operation {
	const carryOut = async (context: NodeContext, items: ItemContext[]) => {
		const key = runKey(context);
		if (!states.has(key)) states.set(key, newState());
		return await runList(context, items, states.get(key) as State, execute);
	};
	return {
		routing: routingWithHook(request, needsWholeList, carryOut),
		async custom() {
			const attempt = {};
			const items = this.getInputData().map(
				(item, index) =>
					new ItemContext(this, index, attempt, request, item?.json, (name, fallback, options) =>
						this.getNodeParameter(name, index, fallback, options),
					),
			);
			try {
				return [await carryOut(this, items)];
			} catch (thrown) {
				throw nodeError(this.getNode(), asUserError(thrown), 0);
			}
		},
	};
}

/** How many items of a run read from the service at once: sockets run out. */
const MAX_READS_AT_ONCE = 10;

/**
 * Declares an operation that works item by item.
 *
 * @param request what it sends
 */
export function perItem(request: DeclaredRequest, execute: ItemExecutor): Operation {
	return declare(request, () => new Semaphore(), readEach, false);

	async function readEach(list: ItemList<Semaphore>): Promise<ItemResult[]> {
		const { items, state: slots, stopsOnError, signal, hint } = list;
		const results: ItemResult[] = [];
		const yieldNow = yieldToEventLoop();
		const { size, intervalMs } = readBatching(items[0]);
		let isOver = false;
		const readOne = async (item: ItemContext, position: number) => {
			if (isOver) return;
			try {
				item.assertHasFields();
				results[position] = { records: await execute(item, hint) };
			} catch (thrown) {
				results[position] = { error: asUserError(thrown) };
				isOver = stopsOnError;
			}
		};
		const underWay: Array<Promise<void>> = [];
		for (const [position, item] of items.entries()) {
			const isBatchEnd = position > 0 && position % size === 0;
			if (isBatchEnd) await pause(intervalMs, () => isOver || (signal?.aborted ?? false));
			await slots.acquire(MAX_READS_AT_ONCE);
			await yieldNow();
			underWay.push(readOne(item, position).finally(() => slots.release()));
		}
		await Promise.all(underWay);
		return results;
	}
}

async function runList<State>(
	context: NodeContext,
	items: ItemContext[],
	state: State,
	execute: ListExecutor<State>,
): Promise<INodeExecutionData[]> {
	const isErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const stopsOnError = !context.continueOnFail();
	const signal = context.getExecutionCancelSignal();
	const results = await execute({ items, state, stopsOnError, signal, hint: hintIn(context) });
	const failed = stopsOnError ? results.findIndex((result) => result && 'error' in result) : -1;
	if (failed >= 0) {
		const { error } = results[failed] as { error: UserError };
		throw Object.assign(error, { itemIndex: items[failed].index });
	}
	return results.flatMap((result, position): INodeExecutionData[] => {
		const pairedItem = { item: items[position].index };
		if ('records' in result) return result.records.map((json) => ({ json, pairedItem }));
		return isErrorOutput || !result.known
			? [errorItem(result.error, pairedItem.item)]
			: [{ json: result.known, pairedItem }];
	});
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** RoutingNode offers no hints. The editor takes them for HTML, and they quote what callers wrote. */
function hintIn(context: NodeContext): Hint {
	const shown = new Set<string>();
	return (message, type) => {
		if ('addExecutionHints' in context && !shown.has(message)) {
			shown.add(message);
			const html = message.replace(/[&<>]/g, (sign) => ENTITIES[sign]).replaceAll('\n', '<br>');
			context.addExecutionHints({ message: html, type, location: 'outputPane' });
		}
	};
}
