import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { runNode, type RunOptions, type RunResult } from './engine';

/** Where nobody listens. */
export const NOWHERE = 'http://127.0.0.1:9';

/** A run of the node against the sandbox of a test file. */
export type RunAgainst = (
	parameters: INodeParameters,
	options?: Partial<Omit<RunOptions, 'parameters'>>,
) => Promise<RunResult>;

/**
 * Starts a sandbox before each test of a file or block.
 *
 * @returns functions, since the sandbox is there only while a test runs
 */
export function againstSandbox(options: SandboxOptions = {}): {
	sandbox: () => Sandbox;
	run: RunAgainst;
} {
	// With the first run n8n loads what it needs for requests, and starts timers of its own (n8n-core
	// before 2.41).
	beforeAll(async () => {
		const credential = { apiKey: 'x', baseUrl: NOWHERE };
		await runNode({ credential, parameters: createParameters() });
	});
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox(options);
	});
	afterEach(async () => await sandbox.close());
	return {
		sandbox: () => sandbox,
		run: async (parameters, runOptions = {}) =>
			await runNode({
				parameters,
				credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
				...runOptions,
			}),
	};
}

/** The ID of a record that is chosen in a list, here of calls. */
export const byId = (value: unknown, field = 'callId'): INodeParameters => ({
	[field]: { __rl: true, mode: 'id', value } as INodeParameters,
});

/** The parameters of a Create with everything that it requires. */
export function createParameters(parameters: INodeParameters = {}): INodeParameters {
	return {
		resource: 'call',
		operation: 'create',
		...byId('assistant-mara', 'assistantId'),
		phoneNumber: '+12025550100',
		// What is in the simplified output is in this one as well.
		output: 'raw',
		...parameters,
	};
}

/** The values of one query parameter of a logged request. */
export function queryValues({ query }: { query: Array<[string, string]> }, name: string): string[] {
	return query.filter(([key]) => key === name).map(([, value]) => value);
}
