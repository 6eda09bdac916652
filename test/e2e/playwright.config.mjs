import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../scripts/setup/paths.mjs';
import { devices } from './playwright.mjs';

const artifacts = process.env.E2E_ARTIFACTS || join(cache, 'test-results');
const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];
const chromium = process.env.CHROMIUM_PATH || usualPlaces.find((path) => existsSync(path));
const minuteMs = 60_000;

export default {
	reporter: [['list', { printSteps: true }]],
	reportSlowTests: null,
	forbidOnly: Boolean(process.env.CI),
	// All tests share one n8n, which keeps two cores busy.
	workers: 1,
	timeout: 10 * minuteMs,
	expect: { timeout: minuteMs },
	use: {
		// Not headless by its name: n8n takes that for a bot that looks at a link, and lets it approve nothing.
		userAgent: devices['Desktop Chrome'].userAgent,
		// Without Debian's Chromium, whichever Chrome is installed.
		...(chromium ? { launchOptions: { executablePath: chromium } } : { channel: 'chrome' }),
		actionTimeout: minuteMs,
		navigationTimeout: minuteMs,
		colorScheme: 'light',
		testIdAttribute: 'data-test-id',
		viewport: { width: 1600, height: 1000 },
		screenshot: 'only-on-failure',
		trace: 'retain-on-failure',
	},
	projects: [
		{
			name: 'e2e',
			testDir: '.',
			grepInvert: /a picture of/,
			outputDir: join(artifacts, 'e2e'),
			// A run failed here once and never again, so it may be the browser: once more, in a new n8n. Tests of
			// what must never happen, such as a second call, set 0.
			retries: 1,
		},
		{
			name: 'queue',
			testDir: '../queue',
			outputDir: join(artifacts, 'queue'),
			timeout: 20 * minuteMs,
		},
		{
			name: 'pictures',
			testMatch: /(forms|templates|dailyCallReport)\.spec/,
			outputDir: join(artifacts, 'pictures'),
			use: { pictures: true },
		},
	],
};
