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
import { ensureBuilt } from './setup/prepare.mjs';

const { VOICE_ASSISTANT_CALLS_URL: baseUrl = '', VOICE_ASSISTANT_CALLS_KEY: key = '' } =
	process.env;
const notFound =
	'\nWith these settings, lists work, but Create was not found: it is not below this address, or the ' +
	'key may not place calls. Run the check again with a shorter address, without /public. If there is ' +
	'none, ask the service for the path.';
const notAsked =
	'\nCreate Path and Key Header for Create were not asked for: run it with -- --create to make sure.';
const keyHeaders = {
	documented: 'As Documented (Authentication for Place Call, Authorization Otherwise)',
	authentication: 'Authentication',
	authorization: 'Authorization',
};

/** Prints rows in columns. */
function printTable(rows, indent = '') {
	const widthOf = (column) => Math.max(...rows.map((row) => row[column].length));
	for (const row of rows) {
		const cells = row.map((cell, column) => cell.padEnd(widthOf(column)));
		console.log(`${indent}${cells.join('  ')}`.trimEnd());
	}
}

/** What the key must look like in the credential. */
function describeKey({ prefix }, isBare) {
	if (isBare) return prefix ? `your key, with "${prefix}" in front` : 'your key';
	return prefix ? 'your key, as you gave it' : 'your key, without "Bearer " in front';
}

await main(async () => {
	const { values } = parseArgs({ options: { create: { type: 'boolean', default: false } } });
	if (baseUrl.trim() === '' || key.trim() === '') {
		throw new CliError(
			'The address or the key of the service is missing.',
			'Set VOICE_ASSISTANT_CALLS_URL and VOICE_ASSISTANT_CALLS_KEY in the environment.',
		);
	}
	await ensureBuilt();
	// These load what is built.
	const { Probe } = await import('./checkService/probe.mjs');
	const { checkCursor, checkPageSize, findCreate, findLists } = await import(
		'./checkService/settings.mjs'
	);
	const { checkErrors, checkFilters, checkOrder, checkRecords } = await import(
		'./checkService/records.mjs'
	);

	const probe = new Probe(baseUrl, key);
	const rows = [['', 'This service', 'The package assumes']];
	const row = (point, found, assumed) => rows.push([point, probe.shown(found), assumed]);
	const { access, response: first } = await findLists(probe, row);
	const create = await findCreate(probe, row, access, values.create);
	const list = async (query) => await probe.send({ ...access, query });
	const pageSizeParameter = await checkPageSize(list, row, first);
	const cursorParameter = await checkCursor(list, row, access.path, pageSizeParameter);
	await checkOrder(list, row, first);
	await checkFilters(list, row, first);
	await checkErrors(probe, row, access);
	await checkRecords(probe, row, access, first);

	printTable(rows);
	console.log(`\n${probe.requests} requests were sent. Enter in the credential:\n`);
	const settings = {
		'API Key': describeKey(access, probe.isKeyBare),
		'Base URL': probe.baseUrl,
		'Create Path': create.path,
		'Calls Path': access.path,
		'Key Header': keyHeaders[create.keyHeader],
		'Cursor Parameter': cursorParameter,
		'Page Size Parameter': pageSizeParameter || '(empty)',
	};
	printTable(Object.entries(settings), '  ');
	if (create.isElsewhere) console.log(notFound);
	if (!values.create) console.log(notAsked);
});
