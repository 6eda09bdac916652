import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { owner } from '../../scripts/n8n/stage.mjs';
import { Undo } from '../../scripts/process/undo.mjs';
import { Editor } from './editor.mjs';
import { request, test as base } from './playwright.mjs';
import { openRig } from './rig.mjs';

export { expect } from './playwright.mjs';

/** The package may have to be built, and n8n to be started. */
const openMs = 10 * 60_000;

/**
 * Tests that share an n8n. Each begins with a sandbox that behaves as usual. After a failure Playwright
 * opens another n8n for those that are left.
 * @param {(undo: Undo, options: { pictures: boolean }) => Promise<object>} open
 */
export const testWith = (open) =>
	base.extend({
		/** Whether tests write the pictures of the documents (see scripts/pictures.mjs). */
		pictures: [false, { option: true, scope: 'worker' }],
		rig: [
			async ({ pictures }, use) => {
				const undo = new Undo();
				try {
					const rig = await open(undo, { pictures });
					rig.usual = { ...rig.sandbox.settings };
					await use(rig);
				} finally {
					await undo.all();
				}
			},
			{ scope: 'worker', timeout: openMs },
		],
		api: async ({ rig }, use) => await use(rig.api),
		sandbox: [
			async ({ rig }, use, testInfo) => {
				const { folder, sandbox, usual } = rig;
				Object.assign(sandbox.settings, usual);
				sandbox.clear();
				await use(sandbox);
				if (testInfo.status === testInfo.expectedStatus) return;
				const files = readdirSync(folder, { recursive: true });
				for (const log of files.filter((path) => /^[\w-]+[/\\][\w-]+\.log$/.test(path))) {
					await testInfo.attach(basename(log), { path: join(folder, log) });
				}
			},
			{ auto: true },
		],
	});

export const test = testWith(openRig).extend({
	/** The cookies of the owner, whom n8n lets log in only so many times a minute. */
	login: [
		async ({ rig }, use) => {
			const session = await request.newContext({ baseURL: rig.n8n.url });
			const data = { emailOrLdapLoginId: owner.email, password: owner.password };
			await session.post('/rest/login', { data });
			await use(await session.storageState());
			await session.dispose();
		},
		{ scope: 'worker' },
	],
	storageState: async ({ login }, use) => await use(login),
	baseURL: async ({ rig }, use) => await use(rig.n8n.url),
	editor: async ({ page, rig, pictures }, use) => await use(new Editor(page, rig, pictures)),
});
