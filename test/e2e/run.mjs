/*
 * `npm run test:e2e`: the packed package in a real n8n, against the sandbox. What only this can
 * prove: that n8n installs, loads, shows and runs it. `npm run test:queue`: the same in n8n's queue mode,
 * with crashes. `npm run pictures` writes the pictures of README.md and docs/. All arguments are
 * Playwright's: `npm run test:e2e -- forms` runs the files whose paths contain "forms".
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { main } from '../../scripts/process/cliError.mjs';
import { ensureN8n } from '../../scripts/setup/n8n.mjs';
import { n8nHome } from '../../scripts/setup/paths.mjs';

const config = fileURLToPath(new URL('playwright.config.mjs', import.meta.url));

await main(async () => {
	// Playwright is installed along with n8n.
	await ensureN8n();
	const playwright = createRequire(join(n8nHome, 'package.json')).resolve('@playwright/test/cli');
	const args = [playwright, 'test', '--config', config, ...process.argv.slice(2)];
	const { exitCode = 1 } = await execa(process.execPath, args, { stdio: 'inherit', reject: false });
	process.exit(exitCode);
});
