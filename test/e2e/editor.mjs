import { publishNode } from '../../scripts/pictures.mjs';
import { expect } from './playwright.mjs';
import { manualTrigger, ourNode, saveChain } from './workflows.mjs';

/** The smallest screen that people work with. */
const smallScreen = { width: 1280, height: 800 };

/** n8n's editor as a person uses it (2.41). Where the form has rows that were added, the last one counts. */
export class Editor {
	constructor(page, rig, pictures) {
		this.page = page;
		this.rig = rig;
		this.pictures = pictures;
		this.canvasNodes = page.getByTestId('canvas-node');
		this.form = page.getByTestId('node-parameters');
		this.output = page.getByTestId('output-panel');
		this.choices = page.locator('.el-select-dropdown__item:visible');
	}

	/** Opens a saved workflow on the canvas. */
	async openWorkflow(id) {
		await this.page.goto(`/workflow/${id}`);
		await this.canvasNodes.first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Opens a node of the workflow, and waits for what its panel shows: its form, if not anything else. */
	async openNode(name, shown = this.form) {
		await this.canvasNodes.filter({ hasText: name }).dblclick();
		await shown.waitFor();
	}

	/** Saves the nodes as a workflow behind a manual trigger, and opens the last one. */
	async openLast(nodes) {
		const { name } = nodes.at(-1);
		await this.openWorkflow(await saveChain(this.rig, name, [manualTrigger, ...nodes]));
		await this.openNode(name);
	}

	/** Opens a new node of this package, and chooses what it is to do. */
	async openNewNode(operation) {
		await this.openLast([ourNode(this.rig, `Call: ${operation}`, {})]);
		await this.choose('operation', operation);
	}

	/**
	 * Searches the open panel of nodes for each of these words, and takes the package's entry.
	 * @returns {Promise<string[]>} What it offers then, when that has the expected entry.
	 */
	async searchPanel(words, expected) {
		const found = this.page.getByTestId('item-iterator-item');
		const ours = found.filter({ hasText: 'Voice Assistant Calls' }).first();
		const box = this.page.getByTestId('node-creator-search-bar');
		for (const word of words) {
			// Between two searches the list is one without the node.
			await box.fill('');
			await ours.waitFor({ state: 'detached' });
			await box.fill(word);
			await ours.waitFor();
		}
		await ours.click();
		await found.filter({ hasText: expected }).waitFor();
		return (await found.allInnerTexts()).map((text) => text.trim());
	}

	/** A parameter. n8n calls the box of every text "parameter-input-field"; around it is a div. */
	field(name) {
		return this.page.locator(`div[data-test-id="parameter-input-${name}"]`).last();
	}

	async #pick(option) {
		await this.choices.getByText(option, { exact: true }).first().click();
	}

	/** Chooses from a dropdown, by the words that stand there; ticks them where it takes several. */
	async choose(name, ...options) {
		await this.field(name).click();
		for (const option of options) await this.#pick(option);
		if (options.length > 1) await this.page.keyboard.press('Escape');
		await this.choices.first().waitFor({ state: 'hidden' });
	}

	async chooseCredential(name) {
		await this.page.getByTestId('node-credentials-select').click();
		await this.#pick(name);
	}

	/** Types into a field, in place of what stands there. */
	async fillIn(name, text) {
		const box = this.field(name).locator(':is(input, textarea, .cm-content)').last();
		await box.fill(text);
		await box.blur();
	}

	/** Turns a switch. */
	async turn(name) {
		await this.field(name).locator('.el-switch').click();
	}

	/** Adds a row to a list of rows, such as Variables. */
	async addRow(name) {
		const rows = this.page.getByTestId(`fixed-collection-${name}`);
		await rows.getByTestId('fixed-collection-add').click();
	}

	async addOption(option) {
		await this.form.getByTestId('collection-parameter-add').first().click();
		await this.#pick(option);
	}

	/** Does something that makes n8n ask the service for the entries of a "From list", and reads them. */
	async #entriesAfter(asks, searched) {
		const isAnswer = (answer) =>
			answer.url().includes('/resource-locator-results') &&
			answer.request().postDataJSON().filter === searched;
		const [answer] = await Promise.all([this.page.waitForResponse(isAnswer), asks()]);
		const names = (await answer.json()).data.results.map(({ name }) => name);
		await expect(this.page.getByTestId('rlc-item')).toContainText(names);
		return names;
	}

	/** Opens a "From list". @returns {Promise<string[]>} Its entries. */
	async openList(name) {
		const box = this.field(name).getByTestId('rlc-input');
		return await this.#entriesAfter(async () => await box.click());
	}

	/** Searches in the open "From list". @returns {Promise<string[]>} The entries that are left. */
	async searchList(text) {
		const box = this.page.getByTestId('rlc-search');
		return await this.#entriesAfter(async () => await box.fill(text), text);
	}

	/** Takes an entry of the open "From list". */
	async pickFromList(entry) {
		await this.page.getByTestId('rlc-item').filter({ hasText: entry }).first().click();
		await this.page.getByTestId('rlc-search').waitFor({ state: 'hidden' });
	}

	/** Presses "Execute step", and waits until the panel shows how it went. */
	async executeStep() {
		const button = this.page.getByTestId('node-execute-button');
		const [answer] = await Promise.all([
			this.page.waitForResponse((given) => /\/workflows\/[^/]+\/run/.test(given.url())),
			button.click(),
		]);
		const { data } = await answer.json();
		const result = await this.rig.api.executionResult(data.executionId);
		const color = result.status === 'success' ? 'success' : 'danger';
		await expect(button).not.toHaveAttribute('aria-busy', 'true');
		await this.output.getByTestId(`node-run-status-${color}`).waitFor();
		return result;
	}

	/** Switches the output panel to Schema, Table or JSON. */
	async showOutputAs(view) {
		await this.output.getByTestId(`radio-button-${view.toLowerCase()}`).click();
	}

	/** Expects that every label of an open form fits on a small screen. */
	async expectWholeLabels(form = this.form) {
		const usual = this.page.viewportSize();
		const labels = form.locator('label span');
		await this.page.setViewportSize(smallScreen);
		await labels.first().waitFor();
		// n8n's panels follow the size of the window a moment later.
		await this.page.evaluate(async () => await new Promise((done) => requestAnimationFrame(done)));
		const cutOff = await labels.evaluateAll((all) =>
			all
				.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
				.map(({ innerText }) => innerText),
		);
		expect(cutOff).toEqual([]);
		await this.page.setViewportSize(usual);
	}

	/** In `npm run pictures`: writes pictures of the open node; see `publishNode`. */
	async publish(name, shownAs) {
		if (this.pictures) await publishNode(this, name, shownAs);
	}
}
