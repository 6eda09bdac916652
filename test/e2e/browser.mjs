import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nHome } from '../../scripts/lib/paths.mjs';
import { Problem } from '../../scripts/lib/problem.mjs';
import { owner } from '../../scripts/lib/stage.mjs';

const actionMs = 60_000;
const viewport = { width: 1600, height: 1000 };
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
	throw new Problem(
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
	const page = await browser.newPage({ viewport, userAgent });
	page.setDefaultTimeout(actionMs);
	rig.page = page;
	await page.goto(`${rig.n8n.url}/signin`);
	await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
	await page.fill('input[name="password"]', owner.password);
	await page.click(byTestId('form-submit-button'));
	await page.waitForURL(/\/home\//);
	return page;
}

/** @param {object} rig @param {string} name Of the picture, in words. */
export async function takePicture(rig, name) {
	const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`;
	await rig.page?.screenshot({ path: join(rig.artifacts, file) });
}

/** @param {object} rig @param {string} id Of the workflow to open on the canvas. */
export async function openWorkflow(rig, id) {
	const page = await openEditor(rig);
	await page.goto(`${rig.n8n.url}/workflow/${id}`);
	await page.locator(byTestId('canvas-node')).first().waitFor();
	await page.click(byTestId('zoom-to-fit'));
	return page;
}

/** @param {object} rig Opens Settings > Community Nodes. */
export async function openSettingsOfPackages(rig) {
	const page = await openEditor(rig);
	await page.goto(`${rig.n8n.url}/settings/community-nodes`);
	return page;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name Of the node to open.
 * @param {string} shown What the panel shows: its form, if not anything else.
 */
export async function openNode(page, name, shown = byTestId('node-parameters')) {
	await page.locator(byTestId('canvas-node')).filter({ hasText: name }).dblclick();
	await page.locator(byTestId('ndv')).waitFor();
	await page.locator(shown).waitFor();
}

/** @param {import('playwright-core').Page} page */
export async function closeNode(page) {
	await page.click(byTestId('ndv-close-button'));
	await page.locator(byTestId('ndv')).waitFor({ state: 'hidden' });
}
