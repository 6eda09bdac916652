import { CliError } from '../process/cliError.mjs';

const LIST_PATHS = ['/public/calls', '/calls'];
const HEADERS = ['Authorization', 'Authentication'];
const PREFIXES = ['', 'Bearer '];

/** Whether a key has a prefix of its own, which is sent as it is. */
const hasPrefix = (key) => /\s/.test(key);

/** Every way to send the key, as docs/api.md has it first. */
function ways(key) {
	const prefixes = hasPrefix(key) ? [''] : PREFIXES;
	return prefixes.flatMap((prefix) => HEADERS.map((header) => ({ header, prefix })));
}

const named = ({ header, prefix }) => `${header}: ${prefix}<key>`;

/** Which path lists calls, and how the key must be sent for it. */
export async function findLists(probe, row) {
	const found = [];
	const seen = [];
	for (const path of LIST_PATHS) {
		for (const way of ways(probe.key)) {
			const response = await probe.send({ path, ...way });
			if (response.records) found.push({ access: { path, ...way }, response });
			seen.push(`GET ${path} with ${named(way)}: ${response.status} ${response.words}`.trim());
			if (response.status === 404) break;
		}
	}
	if (found.length === 0) {
		throw new CliError(
			'No list of calls was found.',
			'Check the address and the key. The paths of the API are appended to the address.',
			seen.join('\n'),
		);
	}
	const [{ access }] = found;
	const accepted = found.filter((each) => each.access.path === access.path);
	row(
		'Path of the list',
		found
			.map((each) => each.access.path)
			.filter(isFirst)
			.join(', '),
		'/public/calls',
	);
	row(
		'Key for the list',
		accepted.map((each) => named(each.access)).join(', '),
		'Authorization: <key>',
	);
	row('Clock', clockOf(found[0].response), 'right within a minute');
	return found[0];
}

const isFirst = (value, index, all) => all.indexOf(value) === index;

/** By how much the service's clock differs, from the header Date, which has whole seconds. */
function clockOf({ headers, receivedAt }) {
	const date = Date.parse(headers.date);
	if (Number.isNaN(date)) return 'no Date in the response';
	const seconds = Math.round((date + 500 - receivedAt) / 1000);
	return seconds === 0 ? 'right' : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`;
}

/** Where the variants that docs/api.md knows have Call Create, by how they send the key for the list. */
function usualCreate({ key }, { path, header, prefix }) {
	if (header === 'Authentication') return { createPath: path, keyHeader: 'authentication' };
	if (prefix || hasPrefix(key)) return { createPath: path, keyHeader: 'authorization' };
	return { createPath: '/calls', keyHeader: 'documented' };
}

/**
 * Which path places calls, and in which header the key is sent for it. The body of the request has no
 * phone number, so that the service can only reject it.
 *
 * @returns `isElsewhere` if it is not below the address
 */
export async function findCreate(probe, row, { access }, mayAsk) {
	const usual = usualCreate(probe, access);
	const isElsewhere = usual.keyHeader === 'documented' && access.path === usual.createPath;
	if (!mayAsk) {
		row(
			'Path of Create',
			isElsewhere ? 'probably above' : `probably ${usual.createPath}`,
			'/calls',
		);
		return { ...usual, isElsewhere };
	}
	const paths = [usual.createPath, '/calls', '/public/calls'].filter(isFirst);
	const { prefix } = access;
	const usualHeader = usual.keyHeader === 'authorization' ? 'Authorization' : 'Authentication';
	for (const path of paths) {
		for (const header of [usualHeader, ...HEADERS].filter(isFirst)) {
			const { status } = await probe.send({ method: 'POST', path, header, prefix, body: '{}' });
			if (status === 404 || status === 405) break;
			if (status === 401 || status === 403) continue;
			row('Path of Create', `${path} (a body without a number: ${status})`, '/calls');
			row('Key for Create', named({ header, prefix }), 'Authentication: <key>');
			const isSame = header === access.header;
			return { createPath: path, keyHeader: isSame ? header.toLowerCase() : 'documented' };
		}
	}
	row('Path of Create', 'not found, or the key may not place calls', '/calls');
	return { ...usual, isElsewhere: true };
}
