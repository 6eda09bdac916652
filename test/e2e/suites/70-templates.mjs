import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exampleFiles, readExample } from '../../../scripts/n8n/examples.mjs';
import { root } from '../../../scripts/setup/paths.mjs';
import { byTestId, openWorkflow, smallScreen, takePicture, viewport } from '../browser.mjs';
import { publishTemplate } from '../pictures.mjs';
import { readTemplate } from '../templates.mjs';
import parameters from '../../shape/parameters.js';

export const title = 'The templates';

/** At which n8n shows the whole workflow, and the 14 pixels of its notes are 9.5 or more. */
const readable = 0.68;
/** Runs in the page. */
const zoomOf = (pane) => new DOMMatrix(getComputedStyle(pane).transform).a;
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

		await step(`${basename(file)}: shows all of itself on the canvas`, async () => {
			const name = basename(file, '.json');
			const template = readTemplate(rig, name, randomUUID().slice(0, 8));
			await api.createWorkflow(template);
			const page = await openWorkflow(rig, template.id);
			const drawn = page.locator('.vue-flow__node');
			await drawn.nth(template.nodes.length - 1).waitFor();
			assert.equal(await drawn.count(), template.nodes.length);
			assert.equal(await page.locator('text=Install this node').count(), 0);
			await page.setViewportSize(smallScreen);
			await page.click(byTestId('zoom-to-fit'));
			const zoom = await page.locator('.vue-flow__transformationpane').evaluate(zoomOf);
			await takePicture(rig, `canvas of ${name}`);
			await page.setViewportSize(viewport);
			assert.ok(zoom >= readable, `zoom ${zoom}`);
			assert.deepEqual(await page.locator(notesOnCanvas).evaluateAll(tooSmall), []);
			if (existsSync(join(root, 'docs', 'templates', `${name}.md`)))
				await publishTemplate(rig, name);
		});
	}
}
