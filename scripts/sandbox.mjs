/*
 * Starts the sandbox by itself: the Voice Assistant Calls API on this machine, for people without
 * an account. Usage: npm run sandbox -- [--port 4010] [--key sandbox-key] [--calls 2000] [--dialect documented]
 */
import { parseArgs } from 'node:util';
import { CliError, main } from './process/cliError.mjs';
import { loadSandbox, openSandbox } from './standIns/sandbox.mjs';

const { assistants, dialects } = loadSandbox();

function readOptions() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			key: { type: 'string', default: 'sandbox-key' },
			calls: { type: 'string', default: '2000' },
			dialect: { type: 'string', default: 'documented' },
		},
	});
	const wholeNumber = (name, max) => {
		if (/^\d+$/.test(values[name]) && values[name] <= max) return Number(values[name]);
		throw new CliError(`--${name} must be a whole number from 0 to ${max}.`);
	};
	if (!Object.keys(dialects).includes(values.dialect)) {
		throw new CliError(`--dialect must be one of ${Object.keys(dialects).join(', ')}.`);
	}
	if (values.key.trim() === '') throw new CliError('--key must not be empty.');
	return {
		port: wholeNumber('port', 65_535),
		calls: wholeNumber('calls', 1_000_000),
		apiKey: values.key,
		dialect: values.dialect,
		// The company has its office hours where the person is who looks at its calls.
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
	};
}

/** Quotes a text for a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function describe({ url, apiKey, settings }) {
	const { createPath, keyHeader, keyPrefix } = dialects[settings.dialect];
	const key = `${keyPrefix}${apiKey}`;
	const header = (method) => `-H ${quoted(`${keyHeader(method)}: ${key}`)}`;
	const call = JSON.stringify({ assistant_id: assistants[0].id, phone_number: '+12025550123' });
	return `
The sandbox of the Voice Assistant Calls API is running. No phone rings.

  Base URL    ${url}
  API key     ${key}
  Assistants  ${assistants.map(({ id }) => id).join(', ')}

List the newest calls:
  curl -G ${header('GET')} ${url}/public/calls --data-urlencode 'sort=StartedAt:desc'

Place a call, then list again and watch it go on:
  curl ${header('POST')} -H 'Content-Type: application/json' ${url}${createPath} -d ${quoted(call)}

What else it can do, such as fail, and what reached it: docs/sandbox.md. Ctrl-C stops it.
`;
}

await main(async () => {
	const options = readOptions();
	const sandbox = await openSandbox(options);
	if (options.port !== 0 && new URL(sandbox.url).port !== String(options.port)) {
		console.log(`Port ${options.port} is taken; a free one is used instead.`);
	}
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.once(signal, async () => {
			await sandbox.close();
			process.exit(0);
		});
	}
	console.log(describe(sandbox));
});
