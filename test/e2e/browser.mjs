import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nHome } from '../../scripts/setup/paths.mjs';
import { CliError } from '../../scripts/process/cliError.mjs';
import { owner } from '../../scripts/n8n/stage.mjs';
import { manualTrigger, ourNode, saveChain } from './rig.mjs';

const actionMs = 60_000;
export const viewport = { width: 1600, height: 1000 };
/** The smallest screen that people work with. */
const smallScreen = { width: 1280, height: 800 };
const quiet = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--no-first-run',
	// Containers, and root, may not use Chromium's own sandbox; only the n8n of this run is shown.
	'--no-sandbox',
];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsFolders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']];
const usualPlaces = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/snap/bin/chromium',
	...macApps.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
	...windowsFolders.flatMap((folder) => [
		join(folder ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
		join(folder ?? '', 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
	]),
];

function findBrowser() {
	const wish = process.env.CHROMIUM_PATH;
	const found = wish || usualPlaces.find((path) => existsSync(path));
	if (found) return found;
	throw new CliError(
		'No Chromium was found for the steps in the browser.',
		'Install Chromium or Chrome (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
	);
}

/** @param {string} id What n8n's editor calls its own handles for tests. */
export const byTestId = (id) => `[data-test-id="${id}"]`;

/**
 * The one browser page of a run, with n8n's editor open and the owner logged in. The first call
 * opens it; a step that fails leaves a picture of it.
 * @param {object} rig
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function openEditor(rig) {
	if (rig.page !== undefined) return rig.page;
	const { chromium } = createRequire(join(n8nHome, 'package.json'))('playwright-core');
	const browser = await chromium.launch({
		executablePath: findBrowser(),
		args: quiet,
		// Playwright would end this process as soon as the browser is closed, with n8n still there.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	rig.undo.add(async () => await browser.close());
	// n8n takes a headless browser for a bot that looks at a link, and lets it approve nothing.
	const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
	const page = await browser.newPage({ viewport, userAgent, colorScheme: 'light' });
	page.setDefaultTimeout(actionMs);
	rig.page = page;
	await page.goto(`${rig.n8n.url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
	await page.fill('input[name="password"]', owner.password);
	await page.click(byTestId('form-submit-button'));
	// Only now does the editor follow its links.
	await page.locator(byTestId('project-name')).waitFor();
	return page;
}

/** A page of n8n with little on it. */
const emptyPage = '/home/credentials';
const canvasNode = byTestId('canvas-node');

/** As a link of n8n's would: to load the editor anew takes four times as long. */
async function follow(page, path) {
	await page.evaluate((to) => {
		history.pushState({}, '', to);
		dispatchEvent(new PopStateEvent('popstate', { state: {} }));
	}, path);
}

/**
 * Closes what the editor shows: without a graphics card an open canvas takes a third of a core.
 * @param {object} rig
 */
export async function leaveEditor({ page, n8n }) {
	if (!page?.url().startsWith(n8n.url)) return;
	// It would stay, over whatever page comes next. n8n has others there that it does not show.
	const dialog = page.locator('#app-modals [role="dialog"]:visible');
	if ((await dialog.count()) > 0) {
		await dialog.getByLabel('Close this dialog').first().click();
		await dialog.first().waitFor({ state: 'hidden' });
	}
	if ((await page.locator(canvasNode).count()) === 0) return;
	await follow(page, emptyPage);
	const unsaved = page.getByRole('button', { name: 'Leave without saving' });
	const list = page.locator(byTestId('resources-list-item'));
	await unsaved.or(list).first().waitFor();
	if (await unsaved.isVisible()) {
		await unsaved.click();
		await unsaved.waitFor({ state: 'hidden' });
		// From a workflow that was never saved the button leads nowhere.
		await follow(page, emptyPage);
	}
	await page.locator(canvasNode).first().waitFor({ state: 'detached' });
}

/**
 * Opens a page of n8n.
 * @param {object} rig
 * @param {string} path
 */
export async function openPage(rig, path) {
	const page = await openEditor(rig);
	if (!page.url().startsWith(rig.n8n.url)) {
		await page.goto(`${rig.n8n.url}${path}`);
		return page;
	}
	// What is shown until the new page is there must not be taken for it.
	await leaveEditor(rig);
	await follow(page, path);
	return page;
}

/** @param {object} rig @param {string} name Of the picture, in words. */
export async function takePicture(rig, name) {
	const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
	await rig.page?.screenshot({ path: join(rig.artifacts, file) });
}

/** @param {object} rig @param {string} id Of the workflow to open on the canvas. */
export async function openWorkflow(rig, id) {
	const page = await openPage(rig, `/workflow/${id}`);
	await page.locator(canvasNode).first().waitFor();
	await page.click(byTestId('zoom-to-fit'));
	return page;
}

/**
 * Searches the open panel of nodes for each of these words, and takes the package's entry.
 * @param {object} rig
 * @param {import('playwright-core').Page} page
 * @param {string[]} words
 * @param {string} expected One of the things that it offers then.
 * @returns {Promise<string[]>} What it offers then.
 */
export async function searchPanel(rig, page, words, expected) {
	const found = page.locator(byTestId('item-iterator-item'));
	const ours = found.filter({ hasText: 'Voice Assistant Calls' }).first();
	for (const word of words) {
		// Between two searches the list is one without the node.
		await page.fill(byTestId('node-creator-search-bar'), '');
		await ours.waitFor({ state: 'detached' });
		await page.fill(byTestId('node-creator-search-bar'), word);
		await ours.waitFor();
		await takePicture(rig, `search for ${word}`);
	}
	await ours.click();
	await found.filter({ hasText: expected }).waitFor();
	return (await found.allInnerTexts()).map((text) => text.trim());
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name Of the node to open.
 * @param {string} shown What the panel shows: its form, if not anything else.
 */
export async function openNode(page, name, shown = byTestId('node-parameters')) {
	await page.locator(canvasNode).filter({ hasText: name }).dblclick();
	await page.locator(byTestId('ndv')).waitFor();
	await page.locator(shown).waitFor();
}

/**
 * Opens a new node of this package, and chooses what it is to do.
 * @param {object} rig
 * @param {string} resource
 * @param {string} operation As the form names it.
 */
export async function openNewNode(rig, resource, operation) {
	const name = `${resource}: ${operation}`;
	const page = await openWorkflow(
		rig,
		await saveChain(rig, name, [manualTrigger, ourNode(rig, name, {})]),
	);
	await openNode(page, name);
	await chooseOperation(page, resource, operation);
	return page;
}

/** Chooses in the open form what the node is to do, as `openNewNode` does. */
export async function chooseOperation(page, resource, operation) {
	await choose(page, 'resource', resource);
	await choose(page, 'operation', operation);
}

/** @param {import('playwright-core').Page} page */
export async function closeNode(page) {
	await page.click(byTestId('ndv-close-button'));
	await page.locator(byTestId('ndv')).waitFor({ state: 'hidden' });
}

// n8n calls the box of every text "parameter-input-field"; around it is a div.
const field = (name) => `div${byTestId(`parameter-input-${name}`)}`;
const choices = '.el-select-dropdown__item:visible';
export const outputPanel = byTestId('output-panel');

/**
 * Chooses from a dropdown of the open form, by the words that stand there.
 * @param {import('playwright-core').Page} page
 * @param {string} name Of the parameter; in rows that were added: of the last row.
 * @param {string} option
 */
export async function choose(page, name, option) {
	await page.locator(field(name)).last().click();
	await page.locator(choices).getByText(option, { exact: true }).first().click();
	await page.locator(choices).first().waitFor({ state: 'hidden' });
}

/** Ticks entries of a dropdown that takes several, or takes the tick away. */
export async function tick(page, name, options) {
	await page.locator(field(name)).click();
	for (const option of options) {
		await page.locator(choices).getByText(option, { exact: true }).click();
	}
	await page.keyboard.press('Escape');
	await page.locator(choices).first().waitFor({ state: 'hidden' });
}

/** Chooses the credential of the open node. */
export async function chooseCredential(page, name) {
	await page.click(byTestId('node-credentials-select'));
	await page.locator(choices).getByText(name, { exact: true }).click();
}

/** Types into a field of the open form, in place of what stands there; see `choose`. */
export async function fillIn(page, name, text) {
	const box = page.locator(`${field(name)} :is(input, textarea, .cm-content)`).last();
	await box.fill(text);
	await box.blur();
}

/** Turns a switch of the open form. */
export async function turn(page, name) {
	await page.locator(`${field(name)} .el-switch`).click();
}

/** Adds a row to a list of rows, such as Variables. */
export async function addRow(page, name) {
	await page.click(`${byTestId(`fixed-collection-${name}`)} ${byTestId('fixed-collection-add')}`);
}

/**
 * Presses "Add Option".
 * @param {import('playwright-core').Page} page
 * @param {string} [option] The one to choose, where there are several.
 */
export async function addOption(page, option) {
	await page.click(`${byTestId('node-parameters')} ${byTestId('collection-parameter-add')}`);
	if (option) await page.locator(choices).getByText(option, { exact: true }).click();
}

/** Does something that makes n8n ask the service for the entries of a "From list", and reads them. */
async function entriesAfter(page, asks, searched) {
	const isAnswer = (answer) =>
		answer.url().includes('/resource-locator-results') &&
		answer.request().postDataJSON().filter === searched;
	const [answer] = await Promise.all([page.waitForResponse(isAnswer), asks()]);
	const { results } = (await answer.json()).data;
	const entries = page.locator(byTestId('rlc-item'));
	for (const { name } of results) await entries.filter({ hasText: name }).first().waitFor();
	return results.map(({ name }) => name);
}

/** Opens a "From list" of the form. @returns {Promise<string[]>} Its entries. */
export async function openList(page, name) {
	const list = `${field(name)} ${byTestId('rlc-input')}`;
	return await entriesAfter(page, async () => await page.click(list));
}

/** Searches in the open "From list". @returns {Promise<string[]>} The entries that are left. */
export async function searchList(page, text) {
	return await entriesAfter(page, async () => await page.fill(byTestId('rlc-search'), text), text);
}

/** Takes an entry of the open "From list". */
export async function pickFromList(page, entry) {
	await page.locator(byTestId('rlc-item')).filter({ hasText: entry }).first().click();
	await page.locator(byTestId('rlc-search')).waitFor({ state: 'hidden' });
}

/**
 * Presses "Execute step" in the open form, and waits until the panel shows how it went.
 * @returns {ReturnType<import('../../scripts/n8n/api.mjs').N8nApi['executionResult']>}
 */
export async function executeStep({ page, api }) {
	const button = byTestId('node-execute-button');
	const [answer] = await Promise.all([
		page.waitForResponse((given) => /\/workflows\/[^/]+\/run/.test(given.url())),
		page.click(button),
	]);
	const { data } = await answer.json();
	const result = await api.executionResult(data.executionId);
	const color = result.status === 'success' ? 'success' : 'danger';
	await page.locator(`${button}:not([aria-busy="true"])`).waitFor();
	await page.locator(`${outputPanel} ${byTestId(`node-run-status-${color}`)}`).waitFor();
	return result;
}

/** What the output panel of the open node shows as its error. */
export async function shownError(page) {
	const text = async (id) => await page.locator(`${outputPanel} ${byTestId(id)}`).innerText();
	return { title: await text('node-error-message'), todo: await text('node-error-description') };
}

/** Switches the output panel to Schema, Table or JSON. */
export async function showOutputAs(page, view) {
	await page.click(`${outputPanel} ${byTestId(`radio-button-${view.toLowerCase()}`)}`);
}

/**
 * The labels of an open form that do not fit on a small screen.
 * @param {import('playwright-core').Page} page
 * @param {string} form Selects it; default: the form of the open node.
 */
export async function cutOffLabels(page, form = byTestId('node-parameters')) {
	await page.setViewportSize(smallScreen);
	const texts = page.locator(`${form} label span`);
	await texts.first().waitFor();
	// n8n's panels follow the size of the window a moment later.
	await page.evaluate(async () => await new Promise((done) => requestAnimationFrame(done)));
	const cutOff = await texts.evaluateAll((all) =>
		all
			.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
			.map(({ innerText }) => innerText),
	);
	await page.setViewportSize(viewport);
	return cutOff;
}
