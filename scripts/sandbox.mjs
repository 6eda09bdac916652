/*
 * Starts the sandbox by itself: the Voice Assistant Calls API on this machine, for people without
 * an account. Usage: npm run sandbox -- [--port 4010] [--key sandbox-key] [--calls 2000] [--dialect documented]
 */
import { parseArgs } from 'node:util';
import { CliError, main } from './process/cliError.mjs';
import { loadSandbox, openSandbox } from './standIns/sandbox.mjs';

function readOptions() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			key: { type: 'string', default: 'sandbox-key' },
			calls: { type: 'string', default: '2000' },
			dialect: { type: 'string', default: 'documented' },
		},
	});
	const wholeNumber = (name, highest) => {
		const number = Number(values[name]);
		if (Number.isInteger(number) && number >= 0 && number <= highest) return number;
		throw new CliError(`--${name} must be a whole number from 0 to ${highest}.`);
	};
	const dialects = Object.keys(loadSandbox().dialects);
	if (!dialects.includes(values.dialect)) {
		throw new CliError(`--dialect must be one of ${dialects.join(', ')}.`);
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
	const { assistants, dialects } = loadSandbox();
	const { createPath, keyHeader, keyPrefix } = dialects[settings.dialect];
	const key = `${keyPrefix}${apiKey}`;
	const get = `curl -G -H ${quoted(`${keyHeader('GET')}: ${key}`)}`;
	const post = `curl -H ${quoted(`${keyHeader('POST')}: ${key}`)} -H 'Content-Type: application/json'`;
	const call = {
		assistant_id: assistants[0].id,
		phone_number: '+12025550123',
		first_name: 'Ada',
		company: 'Sandbox Corp',
		outcome: 'callback',
	};
	const incoming = { assistantId: assistants[0].id, keyword: 'Callback', durationSeconds: 10 };
	const fault = {
		method: 'GET',
		path: '/public/calls',
		times: 1,
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '2' } },
	};
	return `
The sandbox of the Voice Assistant Calls API is running. No phone rings.

  Base URL    ${url}
  API key     ${key}
  Assistants  ${assistants.map(({ id }) => id).join(', ')}

List the newest calls:
  ${get} ${url}/public/calls --data-urlencode 'sort=StartedAt:desc'

Place a call, then list again and watch it go on:
  ${post} ${url}${createPath} -d ${quoted(JSON.stringify(call))}

Let somebody call the company:
  curl ${url}/__sandbox/calls -d ${quoted(JSON.stringify(incoming))}

Let the next list request fail with 429, and switch faults off (more of them: docs/sandbox.md):
  curl ${url}/__sandbox/faults -d ${quoted(JSON.stringify(fault))}
  curl -X DELETE ${url}/__sandbox/faults

See what reached it:
  curl ${url}/__sandbox/log
  curl ${url}/__sandbox/placed

Ctrl-C stops it.
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
