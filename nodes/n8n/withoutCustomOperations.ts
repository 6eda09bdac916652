import type {
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
	NodeParameterValueType,
} from 'n8n-workflow';

import { asUserError, errorItem, nodeError, UserError } from './errors';
import { ItemContext, type DeclaredRequest, type NodeContext } from './itemContext';

/*
 * n8n ignores custom operations where it calls `execute` of a declarative node itself: for AI agents before
 * version 3 (n8n-core, get-input-connection-data.js) and in the opt-in Engine 2.0
 * (@n8n/node-engine-compatibility, v1-step-executor.js). There RoutingNode calls the function in
 * `routing.operations.pagination` once for every input item, in place of its own request and without
 * waiting for any. When n8n does so no more, this file can go.
 *
 * Seen with n8n-core 1.100.0, 2.0.2, 2.20.6 and 2.41.1.
 */

/**
 * The `routing` of an operation.
 *
 * @param needsWholeList whether a list is refused, since RoutingNode hands it over item by item
 * @param carryOut the operation for a list, here of one item
 */
export function routingWithHook(
	request: DeclaredRequest,
	needsWholeList: boolean,
	carryOut: (context: NodeContext, items: ItemContext[]) => Promise<INodeExecutionData[]>,
): INodePropertyRouting {
	const { method, path } = request;
	return {
		request: { method, url: path.replace(/^\{(\w+Path)\}/, '={{ $credentials.$1 }}') },
		send: { paginate: true },
		operations: {
			async pagination() {
				const index = this.getItemIndex();
				const { json } = this.getInputData() ?? {};
				const item = new ItemContext(this, index, {}, request, json, (name, fallback, options) =>
					this.getNodeParameter(name, fallback as NodeParameterValueType, options),
				);
				try {
					if (needsWholeList) assertSingle(this);
					return await carryOut(this, [item]);
				} catch (thrown) {
					const error = asUserError(thrown);
					if (this.continueOnFail() || returnsErrorsToAgent(this, error)) {
						return [errorItem(error, index)];
					}
					throw nodeError(this.getNode(), error, index);
				}
			},
		},
	};
}

/** @throws UserError if n8n works on several items */
function assertSingle(context: IExecutePaginationFunctions): void {
	if (context.getNode().executeOnce || toolInput(context)) return;
	const count = context.getExecuteData().data.main?.[0]?.length ?? 1;
	if (count <= 1) return;
	throw new UserError(
		`This n8n runs the ${count} items separately, so this operation cannot process them in order. Nobody was called`,
		"Put a Loop Over Items node with a batch size of 1 before this node, or run the workflow with n8n's standard engine.",
	);
}

/**
 * What stands for a run of the node. An AI agent before version 3 hands over its own `executeData` for every
 * call of the tool, so there the arguments of the tool do.
 */
export function runKey(context: NodeContext): object {
	return toolInput(context)?.json ?? context.getExecuteData();
}

/** How often n8n has tried to run the tool. */
const attempts = new WeakMap<object, number>();

/**
 * Whether a failure is to be returned as an item: an AI agent before version 3 runs the node, and n8n
 * will not try again. Such an agent reads an empty text in place of an error (n8n 2.41.1), and would not
 * learn that a call may have been placed.
 */
function returnsErrorsToAgent(context: NodeContext, { isFinal }: UserError): boolean {
	if (!toolInput(context)) return false;
	const key = runKey(context);
	const attempt = (attempts.get(key) ?? 0) + 1;
	attempts.set(key, attempt);
	// As n8n's engine reads the settings of the node.
	const { retryOnFail, maxTries = 3 } = context.getNode();
	const mostAttempts = retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
	return attempt >= mostAttempts || isFinal === true;
}

/** The arguments of the tool where an AI agent before version 3 runs the node. */
function toolInput(context: NodeContext): INodeExecutionData | undefined {
	const input = context.getInputData(0, 'ai_tool');
	// For a connection that does not exist, n8n makes a new empty item each time it is asked.
	const isThere = input === context.getInputData(0, 'ai_tool');
	return isThere && !Array.isArray(input) ? input : undefined;
}
