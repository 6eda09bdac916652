import Ajv from 'ajv';
import type { INodeParameters } from 'n8n-workflow';

import { read } from '../shape/files';
import { againstSandbox, byId, createParameters } from '../support/againstSandbox';
import { eachOperation, untouched } from '../support/undocumented';

/*
 * n8n shows the fields of an output schema before the first run, so a schema that does not fit the
 * output would send people to fields that are not there.
 */
const { sandbox, run } = againstSandbox({ calls: 30, turnSeconds: 0 });

const OPERATIONS: Array<[string, () => INodeParameters]> = [
	['create', () => createParameters({ variables: { variable: [{ name: 'a', value: 'b' }] } })],
	['get', () => byId(sandbox().calls[0].Id)],
	['getAll', () => ({ returnAll: true })],
	[
		'getReport',
		() => ({
			dateRange: 'custom',
			startedAfter: sandbox().calls[15].StartedAt,
			startedBefore: sandbox().calls[0].StartedAt,
		}),
	],
];

test.each([
	...OPERATIONS.map(([operation, parameters]) => {
		const all = () => ({ resource: 'call', operation, ...parameters() });
		return [`call/${operation}`, all] as const;
	}),
	...eachOperation.map(([, named]) => {
		return [`${named.resource}/${named.operation}`, () => untouched(named)] as const;
	}),
])('the output of %s is what its schema shows', async (name, parameters) => {
	const path = `nodes/VoiceAssistantCalls/__schema__/v1.0.0/${name}.json`;
	const { version, ...schema } = JSON.parse(read(path)) as { properties: object; version: number };
	const validate = new Ajv().compile({ ...schema, required: [] });
	const { items, error } = await run(parameters());

	expect(error).toBeUndefined();
	expect(version).toBe(1);
	expect(items.length).toBeGreaterThan(0);
	for (const { json } of items) {
		// A schema tells what n8n shows; any field may have no value.
		validate(Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)));
		expect(validate.errors).toBeNull();
		expect(Object.keys(json)).toEqual(expect.arrayContaining(Object.keys(schema.properties)));
	}
});
