import { findCreate, findLists } from './access.mjs';
import { checkCursor, checkPageSize } from './paging.mjs';
import { checkErrors, checkFilters, checkOrder, checkRecords } from './records.mjs';
import { Probe } from './probe.mjs';

const KEY_HEADERS = {
	documented: 'As Documented (Authentication for Create, Authorization Otherwise)',
	authentication: 'Authentication',
	authorization: 'Authorization',
};

/**
 * Asks a service at each point that docs/api.md calls not documented.
 *
 * @param {{ baseUrl: string, key: string, create: boolean }} options
 * @returns rows of the table (point, found, assumed), what to enter in the credential by label, and the
 * number of requests; `isCreateElsewhere` if Call Create is not below the address
 */
export async function checkService({ baseUrl, key, create }) {
	const probe = new Probe(baseUrl, key);
	const rows = [];
	const row = (point, found, assumed) => rows.push([point, probe.shown(found), assumed]);

	const lists = await findLists(probe, row);
	const { path, header, prefix } = lists.access;
	const list = async (query) => await probe.send({ path, header, prefix, query });
	const first = lists.response;
	const {
		createPath,
		keyHeader,
		isElsewhere = false,
	} = await findCreate(probe, row, lists, create);

	const pageSizeParameter = await checkPageSize(list, row, first);
	const cursorParameter = await checkCursor(list, row, path, pageSizeParameter);
	await checkOrder(list, row, first);
	await checkFilters(list, row, first);
	await checkErrors(probe, row, lists.access);
	await checkRecords(probe, row, lists.access, first);

	return {
		rows,
		isCreateElsewhere: isElsewhere,
		requests: probe.requests,
		settings: {
			'API Key': describeKey(prefix, probe.isKeyBare),
			'Base URL': probe.baseUrl,
			'Create Path': createPath,
			'Calls Path': path,
			'Key Header': KEY_HEADERS[keyHeader],
			'Cursor Parameter': cursorParameter,
			'Page Size Parameter': pageSizeParameter || '(empty)',
		},
	};
}

/** @param isKeyBare whether the key came without "Bearer " */
function describeKey(prefix, isKeyBare) {
	if (isKeyBare) return prefix ? `your key, with "${prefix}" in front` : 'your key';
	return prefix ? 'your key, as you gave it' : 'your key, without "Bearer " in front';
}
