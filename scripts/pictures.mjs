/*
 * The pictures of README.md and docs/. They are written in `npm run pictures` alone: a test run
 * leaves the repository as it is.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

const publishedFolder = join(root, '.github', 'images');
const gap = 16;
const byTestId = (id) => `[data-test-id="${id}"]`;
/** What comes and goes, and what belongs to n8n alone. */
const leftOut = [
	'.el-notification',
	byTestId('node-feature-request'),
	byTestId('panel-drag-button'),
	byTestId('node-error-view-instance-ai-button'),
	'.vue-flow__background',
];
/** A template's canvas is larger than the others. */
const templateViewport = { width: 2000, height: 1250 };
/** A node's name stands below its box; the sign to add a node after it, and its line, beside it. */
const lineWidth = 96;
const nameHeight = 48;
/** What the editor draws over the nodes of a template. */
const editorsOwn = [
	'.vue-flow__panel',
	byTestId('execute-workflow-button'),
	'[class*="executionButtons"]',
	byTestId('workflow-chat-button'),
];
const hidden = `${leftOut.join(', ')} { display: none !important; }`;

/** The lowest edge of the texts and boxes in a part of the page. */
async function bottomOf(part) {
	return await part.evaluate((top, exceptions) => {
		const hasText = ({ childNodes }) =>
			[...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
		return [...top.querySelectorAll('*')]
			.filter((element) => element.matches('input, textarea, button') || hasText(element))
			.filter((element) => !element.closest(exceptions) && element.checkVisibility())
			.reduce((lowest, element) => Math.max(lowest, element.getBoundingClientRect().bottom), 0);
	}, leftOut.join(', '));
}

/** The form and the output of the open node, without the empty space below them. */
async function formAndOutput(form, output) {
	const [{ x }, right] = [await form.boundingBox(), await output.boundingBox()];
	const lowest = Math.max(await bottomOf(form), await bottomOf(output));
	return { x, y: right.y, width: right.x + right.width - x, height: lowest + gap - right.y };
}

/** Puts other texts in the place of those that differ from run to run. */
async function replaceTexts(output, shownAs) {
	await output.evaluate((panel, texts) => {
		const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			for (const [real, shown] of Object.entries(texts)) {
				walker.currentNode.data = walker.currentNode.data.replaceAll(real, shown);
			}
		}
	}, shownAs);
}

/** Writes a part of the page in light and in dark. */
async function writePictures(page, name, measure) {
	mkdirSync(publishedFolder, { recursive: true });
	await page.mouse.move(0, 0);
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
		const path = join(publishedFolder, `${name}-${colorScheme}.png`);
		const clip = await measure();
		await page.screenshot({ path, clip, style: hidden, animations: 'disabled' });
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Writes pictures of the open node's form and output.
 * @param {import('../test/e2e/editor.mjs').Editor} editor
 * @param {string} name
 * @param {Record<string, string>} [shownAs] Texts that differ from run to run, and what is shown.
 */
export async function publishNode({ page, form, output }, name, shownAs = {}) {
	const usual = page.viewportSize();
	await replaceTexts(output, shownAs);
	// A form may be longer than the window.
	await page.setViewportSize({ ...usual, height: 2 * usual.height });
	await writePictures(page, name, async () => await formAndOutput(form, output));
	await page.setViewportSize(usual);
}

/** Writes the picture of the template that is open on the canvas. */
export async function publishTemplate(page, name) {
	await page.setViewportSize(templateViewport);
	await page.getByTestId('zoom-to-fit').click();
	const style = `${[...leftOut, ...editorsOwn].join(', ')} { visibility: hidden !important; }`;
	const boxes = await page
		.locator('.vue-flow__node')
		.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON()));
	const x = Math.min(...boxes.map(({ left }) => left)) - gap;
	const y = Math.min(...boxes.map(({ top }) => top)) - gap;
	const right = Math.max(...boxes.map((box) => box.right)) + lineWidth;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + nameHeight;
	await page.screenshot({
		path: join(publishedFolder, `template-${name}.png`),
		clip: { x, y, width: right - x, height: bottom - y },
		style,
		animations: 'disabled',
	});
}

/** Writes the beginning of a mail that is open as a page. */
export async function publishMail(page, name) {
	const { width } = page.viewportSize();
	const path = join(publishedFolder, `template-${name}.png`);
	await page.screenshot({ path, clip: { x: 0, y: 0, width, height: 1300 }, fullPage: true });
}
