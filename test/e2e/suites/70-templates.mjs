import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exampleFiles, readExample } from '../../../scripts/n8n/examples.mjs';
import { root } from '../../../scripts/setup/paths.mjs';
import { openWorkflow, takePicture } from '../browser.mjs';
import { publishTemplate } from '../../../scripts/pictures.mjs';
import { readTemplate } from '../templates.mjs';
import parameters from '../../shape/parameters.js';

export const title = 'The templates';

/** More than any template takes on the canvas, which a shape test sees to. */
const apart = { x: 1600, y: 1000 };
/** So many of them side by side; on one canvas they take 15 seconds, one by one 60. */
const inARow = 4;
/** Runs in the page. The notes that hide the end of their texts: n8n cuts it off, or lets one scroll. */
const tooSmall = (notes) =>
	notes
		.filter((note) =>
			[...note.querySelectorAll('*')]
				.filter((part) => ['auto', 'scroll', 'hidden'].includes(getComputedStyle(part).overflowY))
				.some((part) => part.scrollHeight > part.clientHeight + 1),
		)
		.map((note) => note.dataset.nodeName);
const notesOnCanvas = '[data-node-type="n8n-nodes-base.stickyNote"]';

export async function run(step, rig) {
	const { api, credentials } = rig;
	const known = await api.allNodeTypes();

	for (const file of exampleFiles()) {
		await step(`${basename(file)}: n8n knows every node, its version and its parameters`, () => {
			const { nodes } = readExample(file, credentials);
			for (const node of nodes) {
				const { name, type, typeVersion } = node;
				const description = known.find(
					(entry) => entry.name === type && [entry.version].flat().includes(typeVersion),
				);
				assert.ok(description, `${name}: ${type} ${typeVersion}`);
				const problems = parameters.problemsOfParameters(description, node);
				assert.deepEqual(problems, [], name);
			}
		});
	}

	await step(
		'on the canvas every node is known, and every note shows all of its text',
		async () => {
			const nodes = exampleFiles().flatMap((file, nth) =>
				readExample(file, credentials).nodes.map((node) => ({
					...node,
					id: randomUUID(),
					name: `${node.name} (${basename(file, '.json')})`,
					position: [
						node.position[0] + (nth % inARow) * apart.x,
						node.position[1] + Math.floor(nth / inARow) * apart.y,
					],
				})),
			);
			const id = randomUUID().slice(0, 8);
			await api.createWorkflow({ id, name: 'All templates', nodes, connections: {} });
			const page = await openWorkflow(rig, id);
			const drawn = page.locator('.vue-flow__node');
			await drawn.nth(nodes.length - 1).waitFor();
			assert.equal(await drawn.count(), nodes.length);
			assert.equal(await page.locator('text=Install this node').count(), 0);
			await takePicture(rig, 'all templates');
			assert.deepEqual(await page.locator(notesOnCanvas).evaluateAll(tooSmall), []);
		},
	);

	for (const file of rig.pictures ? exampleFiles() : []) {
		const name = basename(file, '.json');
		if (!existsSync(join(root, 'docs', 'templates', `${name}.md`))) continue;
		await step(`a picture of ${name}`, async () => {
			const template = readTemplate(rig, name, randomUUID().slice(0, 8));
			await api.createWorkflow(template);
			await openWorkflow(rig, template.id);
			await publishTemplate(rig, name);
		});
	}
}
