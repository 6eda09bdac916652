import { join } from 'node:path';
import { readExample } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { openEditor, openWorkflow } from './browser.mjs';

const framePixels = 16;
/** A node's name may be wider than its box, and stands below it. */
const nameWidth = 56;

const nameHeight = 48;
const pictureSize = { width: 2000, height: 1250 };
/** What the editor draws over and behind the nodes. */
const furniture = [
	'.vue-flow__background',
	'.vue-flow__panel',
	'[data-test-id="execute-workflow-button"]',
	'[data-test-id="workflow-chat-button"]',
].join();

/**
 * Reads a template as n8n would get it from `npm start`, under an id of its own.
 * @param {object} rig
 * @param {string} name The file's name without its end.
 * @param {string} [id] For a copy that a test changes.
 */
export function readTemplate({ credentials }, name, id) {
	const example = readExample(join(root, 'examples', 'workflows', `${name}.json`), credentials);
	return id === undefined ? example : { ...example, id, name: `${example.name} (${id})` };
}

/** @param {object} template @param {string} name @returns {any} The parameters of a node. */
export function parametersOf(template, name) {
	const node = template.nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`"${template.name}" has no node "${name}".`);
	return node.parameters;
}

/** @param {object} template @param {string} type The end of the trigger's type. */
export const triggerOf = (template, type = 'manualTrigger') =>
	template.nodes.find((node) => node.type.endsWith(`.${type}`)).name;

/**
 * Takes the picture of a template for its page in docs/templates, when PICTURES=1 is set.
 * @param {object} rig
 * @param {string} id Of the workflow in n8n.
 * @param {string} name The template's.
 */
export async function pictureTemplate(rig, id, name) {
	if (process.env.PICTURES !== '1') return;
	const page = await openEditor(rig);
	const usualSize = page.viewportSize();
	await page.setViewportSize(pictureSize);
	await openWorkflow(rig, id);
	await page.addStyleTag({ content: `${furniture} { visibility: hidden !important; }` });
	const nodes = page.locator('.vue-flow__node');
	const boxes = await nodes.evaluateAll((all) =>
		all.map((node) => node.getBoundingClientRect().toJSON()),
	);
	const left = Math.min(...boxes.map((box) => box.left)) - framePixels;
	const top = Math.min(...boxes.map((box) => box.top)) - framePixels;
	const right = Math.max(...boxes.map((box) => box.right)) + nameWidth;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + nameHeight;
	await page.screenshot({
		path: join(root, '.github', 'images', `template-${name}.png`),
		clip: { x: left, y: top, width: right - left, height: bottom - top },
	});
	await page.setViewportSize(usualSize);
}
