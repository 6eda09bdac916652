/*
 * `npm run check-service`: asks a service what docs/api.md calls not documented, and says what to enter
 * in the credential. Base URL and key come from the environment, so that they stand in no list of
 * processes: VOICE_ASSISTANT_CALLS_URL and VOICE_ASSISTANT_CALLS_KEY.
 *
 * It sends GET requests only. With --create it also asks where Call Create is, with a body that has no
 * phone number, so that nobody can be called.
 */
import { parseArgs } from 'node:util';
import { CliError, main } from './process/cliError.mjs';
import { ensureBuilt } from './setup/build.mjs';

const { VOICE_ASSISTANT_CALLS_URL: baseUrl = '', VOICE_ASSISTANT_CALLS_KEY: key = '' } =
	process.env;

function printTable(rows) {
	const head = ['', 'This service', 'The package assumes'];
	const lines = [head, ...rows];
	const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column].length)));
	for (const [point, found, assumed] of lines) {
		console.log(`${point.padEnd(widths[0])}  ${found.padEnd(widths[1])}  ${assumed}`.trimEnd());
	}
}

await main(async () => {
	const { values } = parseArgs({ options: { create: { type: 'boolean', default: false } } });
	if (baseUrl.trim() === '' || key.trim() === '') {
		throw new CliError(
			'The address or the key of the service is missing.',
			'Set VOICE_ASSISTANT_CALLS_URL and VOICE_ASSISTANT_CALLS_KEY in the environment.',
		);
	}
	await ensureBuilt({ isQuick: true });
	const { checkService } = await import('./checkService/index.mjs');
	const checked = await checkService({ baseUrl, key, create: values.create });
	const { rows, settings, requests, isCreateElsewhere } = checked;
	printTable(rows);
	console.log(`\n${requests} requests were sent. Enter in the credential:\n`);
	const width = Math.max(...Object.keys(settings).map((name) => name.length));
	for (const [name, value] of Object.entries(settings)) {
		console.log(`  ${name.padEnd(width)}  ${value}`);
	}
	if (isCreateElsewhere) {
		console.log(
			'\nWith these settings, lists work, but Create was not found: it is not below this address, or the key may not place calls. Run the check again with a shorter address, without /public. If there is none, ask the service for the path.',
		);
	}
	if (!values.create) {
		console.log(
			'\nCreate Path and Key Header for Create were not asked for: run it with -- --create to make sure.',
		);
	}
});
