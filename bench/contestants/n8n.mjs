/*
 * n8n's real engine, with the nodes that n8n brings along: everything comes out of the n8n that is
 * installed in `.cache/n8n`, so that the nodes and the engine share one copy of n8n-workflow, as in
 * production. How a workflow is run in it is what the engine tests do.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { n8nHome } from '../../scripts/setup/paths.mjs';

const fromN8n = createRequire(join(n8nHome, 'index.js'));
const n8nWorkflow = fromN8n.resolve('n8n-workflow');

process.env.N8N_CORE_FOLDER = n8nHome;
createRequire(import.meta.url)('../../test/setup.js');
// With "silent" n8n builds every message for debugging and throws it away; production does not.
process.env.N8N_LOG_LEVEL = 'error';
registerHooks({
	resolve: (name, context, next) => next(name === 'n8n-workflow' ? n8nWorkflow : name, context),
});
const engineFile = fileURLToPath(new URL('../../test/support/engine.ts', import.meta.url));
const engine = {};
compileFunction(readFileSync(process.env.COMPILED_ENGINE, 'utf8'), ['exports', 'require'])(
	engine,
	createRequire(engineFile),
);
const core = fromN8n('n8n-core');
const { Expression, Workflow } = fromN8n('n8n-workflow');

const credentialType = 'voiceAssistantCallsApi';
const start = { name: 'Start', type: 'start', parameters: {} };

export const thisNode = { type: engine.NODE_TYPE, nodeType: engine.loadedNode() };

/** A node that comes with n8n, in its newest version. */
export function nodeOfN8n(path, className) {
	const nodeType = new (fromN8n(`n8n-nodes-base/dist/nodes/${path}.node.js`)[className])();
	const { name, version, defaultVersion } = nodeType.description;
	const typeVersion = defaultVersion ?? [version].flat().at(-1);
	return { type: `n8n-nodes-base.${name}`, typeVersion, nodeType };
}

/** Lets n8n evaluate expressions as production does (`vm`) or as it did before (`legacy`). */
export async function useExpressions(expressionEngine) {
	if (expressionEngine === 'legacy') return;
	// The settings are the defaults of n8n's configuration, but for the number of isolates: here only
	// one workflow runs at a time.
	await Expression.initExpressionEngine({
		engine: expressionEngine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

/**
 * Runs nodes one after another.
 * @param {{ url: string, apiKey: string }} connection
 * @param {Array<{ type: string, typeVersion?: number, nodeType: object, parameters: object }>} chain
 * @param {object[]} items The `json` of each input item.
 * @returns {Promise<number>} How many items the last node put out.
 */
export async function runChain({ url, apiKey }, chain, items = [{}]) {
	const nodes = [
		start,
		...chain.map((node, index) => ({ name: `Node ${index + 1}`, ...node })),
	].map(({ name, type, typeVersion = 1, parameters }, index) => ({
		...{ id: name, name, type, typeVersion, parameters, position: [200 * index, 0] },
		credentials: { [credentialType]: { id: '1', name: 'Sandbox' } },
	}));
	const names = nodes.map(({ name }) => name);
	const workflow = new Workflow({
		id: '1',
		nodes,
		connections: Object.fromEntries(
			names
				.slice(1)
				.map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
		),
		active: false,
		nodeTypes: engine.nodeTypesOf(
			Object.fromEntries(chain.map(({ type, nodeType }) => [type, nodeType])),
		),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const additionalData = engine.additionalDataOf({ apiKey, baseUrl: url }, workflow);
	const input = items.map((json, item) => ({ json, pairedItem: { item } }));
	const { data } = await new core.WorkflowExecute(additionalData, 'manual').run({
		workflow,
		startNode: workflow.getNode('Start'),
		triggerToStartFrom: { name: 'Start', data: { data: { main: [input] } } },
	});
	const { error, runData } = data.resultData;
	if (error) throw new Error(`${error.message}: ${error.description}`);
	return runData[names.at(-1)][0].data.main[0].length;
}
