import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { exampleFiles, readExample } from '../../scripts/n8n/examples.mjs';
import { publishTemplate } from '../../scripts/pictures.mjs';
import { root } from '../../scripts/setup/paths.mjs';
import { expect, test } from './fixtures.mjs';
import { readTemplate } from './templates.mjs';

// Node.js 20 imports what this requires only where no loader such as Playwright's is in between.
const { problemsOfParameters } = createRequire(import.meta.url)('../shape/parameters.js');

/** More than any template takes on the canvas, which a shape test sees to. */
const apart = { x: 1600, y: 1000 };
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
const names = exampleFiles().map((file) => basename(file, '.json'));
const withPage = (name) => existsSync(join(root, 'docs', 'templates', `${name}.md`));

test('n8n knows every node, its version and its parameters', async ({ api, rig }) => {
	const known = await api.allNodeTypes();
	for (const file of exampleFiles()) {
		for (const node of readExample(file, rig.credentials).nodes) {
			const description = known.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			const where = `${file}: ${node.name}, ${node.type} ${node.typeVersion}`;
			expect(description, where).toBeDefined();
			expect(problemsOfParameters(description, node), where).toEqual([]);
		}
	}
});

test('on the canvas, every note shows all of its text', async ({ api, editor, page, rig }) => {
	// All side by side: one by one they take four times as long.
	const nodes = exampleFiles().flatMap((file, nth) =>
		readExample(file, rig.credentials).nodes.map(({ name, position: [x, y], ...node }) => ({
			...node,
			id: randomUUID(),
			name: `${name} (${names[nth]})`,
			position: [x + (nth % inARow) * apart.x, y + Math.floor(nth / inARow) * apart.y],
		})),
	);
	const id = randomUUID().slice(0, 8);
	await api.createWorkflow({ id, name: 'All templates', nodes, connections: {} });
	await editor.openWorkflow(id);
	await expect(page.locator('.vue-flow__node')).toHaveCount(nodes.length);
	await expect(page.getByText('Install this node')).toHaveCount(0);
	const notes = page.locator('[data-node-type="n8n-nodes-base.stickyNote"]');
	expect(await notes.evaluateAll(tooSmall)).toEqual([]);
});

for (const name of names.filter(withPage)) {
	test(`a picture of ${name}`, async ({ api, editor, page, rig }) => {
		const template = readTemplate(rig, name, randomUUID().slice(0, 8));
		await api.createWorkflow(template);
		await editor.openWorkflow(template.id);
		await publishTemplate(page, name);
	});
}
