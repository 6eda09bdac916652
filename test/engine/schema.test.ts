import Ajv from 'ajv';
import type { INodeParameters } from 'n8n-workflow';

import { read } from '../shape/files';
import { againstSandbox, createParameters } from '../support/againstSandbox';

/*
 * n8n shows the fields of an output schema before the first run, so a schema that does not fit the
 * output would send people to fields that are not there.
 */
const { sandbox, run } = againstSandbox({ calls: 30, turnSeconds: 0 });

const OPERATIONS: Array<[string, string, () => INodeParameters]> = [
	[
		'call',
		'create',
		() => createParameters({ variables: { variable: [{ name: 'a', value: 'b' }] } }),
	],
	['call', 'get', () => ({ callId: { __rl: true, mode: 'id', value: sandbox().calls[0].Id } })],
	['call', 'getAll', () => ({ returnAll: true })],
	[
		'call',
		'getReport',
		() => ({
			dateRange: 'custom',
			startedAfter: sandbox().calls[15].StartedAt,
			startedBefore: sandbox().calls[0].StartedAt,
		}),
	],
	[
		'calendar',
		'get',
		() => ({ recordId: 'calendar-main', endpointPath: '/public/calendars/{id}' }),
	],
	['calendar', 'getAll', () => ({ returnAll: true, endpointPath: '/public/calendars' })],
	['company', 'get', () => ({ endpointPath: '/public/company' })],
	['event', 'get', () => ({ recordId: '', endpointPath: '/public/events/{id}' })],
	['event', 'getAll', () => ({ returnAll: true, endpointPath: '/public/events' })],
];

test.each(OPERATIONS)(
	'the output of %s: %s is what its schema shows',
	async (resource, operation, parameters) => {
		const schema = JSON.parse(
			read(`nodes/VoiceAssistantCalls/__schema__/v1.0.0/${resource}/${operation}.json`),
		) as { properties: object; version: number };
		const { version, ...jsonSchema } = schema;
		const validate = new Ajv().compile({ ...jsonSchema, required: [] });
		const names = Object.keys(schema.properties);
		const given = parameters();
		if (given.recordId !== undefined) {
			const list = await run({
				resource,
				operation: 'getAll',
				endpointPath: String(given.endpointPath).replace('/{id}', ''),
			});
			given.recordId = String(list.items[0].json.Id);
		}
		const { items, error } = await run({ resource, operation, ...given });

		expect(error).toBeUndefined();
		expect(version).toBe(1);
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) {
			// A schema tells what n8n shows; any field may have no value.
			validate(Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)));
			expect(validate.errors).toBeNull();
			expect(Object.keys(json)).toEqual(expect.arrayContaining(names));
		}
	},
);
