import { Expression } from 'n8n-workflow';

import { expressionEngine } from './built';

/** Lets every engine test evaluate expressions with the engine under test; run by jest before each file. */
beforeAll(async () => {
	if (expressionEngine === 'legacy') return;
	await Expression.initExpressionEngine({
		engine: expressionEngine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 60_000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => {
	if (expressionEngine !== 'legacy') await Expression.disposeExpressionEngine();
});
