import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { exampleFiles, readExample } from '../../../scripts/lib/examples.mjs';
import parameters from '../../shape/parameters.js';

export const title = 'The templates';

export async function run(step, { api, credentials }) {
	const known = await api.allNodeTypes();

	for (const file of exampleFiles()) {
		await step(`${basename(file)}: n8n knows every node, its version and its parameters`, () => {
			const { nodes } = readExample(file, credentials);
			for (const { name, type, typeVersion, parameters: saved } of nodes) {
				const description = known.find(
					(entry) => entry.name === type && [entry.version].flat().includes(typeVersion),
				);
				assert.ok(description, `${name}: ${type} ${typeVersion}`);
				const problems = parameters.problemsOfParameters(description, saved);
				assert.deepEqual(problems, [], name);
			}
		});

		await step(`${basename(file)}: every node that needs a credential gets one`, () => {
			const { nodes } = readExample(file, credentials);
			for (const { name, type, typeVersion, credentials: given = {} } of nodes) {
				const { credentials: needed = [] } = known.find(
					(entry) => entry.name === type && [entry.version].flat().includes(typeVersion),
				);
				const always = needed.filter((entry) => entry.required && !entry.displayOptions);
				assert.deepEqual(
					always.map((entry) => entry.name).filter((wanted) => !(wanted in given)),
					[],
					name,
				);
			}
		});
	}
}
