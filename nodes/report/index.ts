import type { IDataObject } from 'n8n-workflow';

import { filterParameters } from '../form/filters';
import { readCollection } from '../form/readers';
import type { ItemContext } from '../n8n/itemContext';
import { connectItem } from '../form/connection';
import { readDateRange } from '../form/readDateRange';
import { readReportOptions } from './fields';
import { makeReport } from './makeReport';

/** One item with the numbers of a period and a mail about them (docs/api.md, Calls List). */
export async function getReport(item: ItemContext): Promise<IDataObject[]> {
	const now = Date.now();
	const options = readReportOptions(readCollection(item.parameter('options', {}), 'Options'));
	const { condition } = readCollection(item.parameter('filters', {}), 'Filters');
	const filters = filterParameters(condition);
	const { name, range = {} } = readDateRange(item, 'yesterday', now);
	const { client, path } = await connectItem(item);
	const zone = item.timezone;
	return [await makeReport(client, { ...options, path, filters, name, range, zone, now })];
}
