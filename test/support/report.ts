import type { IDataObject } from 'n8n-workflow';

import { namedRange } from '../../nodes/form/dateRange';
import type { ReportRequest } from '../../nodes/report/form';
import { makeReport } from '../../nodes/report/index';
import { page, respondingClient } from './scriptedClient';

const NOW = Date.parse('2026-11-22T07:00:00Z');

/** Yesterday in Berlin, on a morning in November. */
export const REQUEST: ReportRequest = {
	path: '/public/calls',
	filters: [],
	range: namedRange('yesterday', 'Europe/Berlin', NOW),
	zone: 'Europe/Berlin',
	now: NOW,
	callbackKeywords: new Set(['callback']),
	comparesWithPrevious: true,
	language: 'en',
	listedCallbacks: 40,
	pageSize: undefined,
};

/** The report of a list of calls, newest first. */
export async function reportOf(
	calls: IDataObject[],
	changes: Partial<ReportRequest> = {},
	response = page(calls),
) {
	const { client } = respondingClient(() => response);
	return (await makeReport(client, { ...REQUEST, ...changes })) as IDataObject & {
		[field in 'subject' | 'text' | 'html']: string;
	};
}
