import type { IDataObject } from 'n8n-workflow';

import { assertAssistantIds, assertLeftOut } from '../form/assistantFilters';
import { connectItem } from '../form/connection';
import { describeFilters, filterParameters } from '../form/filters';
import { readDateRange } from '../form/dateRangeFields';
import { readCollection } from '../form/readers';
import type { ItemContext } from '../n8n/itemContext';
import type { Hint } from '../n8n/operation';
import { callsByPage } from '../service/calls';
import type { ApiClient } from '../service/client';
import { whereRejected } from '../service/status';
import { periodBefore, wholeDays } from './calendar';
import { readReportOptions, type ReportRequest } from './form';
import { htmlMail } from './html';
import { Mail } from './mail';
import { Tally, type NameCount } from './tally';
import { textMail } from './text';

/** One item with the numbers of a period and a mail about them (docs/api.md, Calls List). */
export async function getReport(item: ItemContext, hint: Hint): Promise<IDataObject[]> {
	const now = Date.now();
	const options = readReportOptions(readCollection(item.parameter('options', {}), 'Options'));
	const { condition } = readCollection(item.parameter('filters', {}), 'Filters');
	const filters = filterParameters(condition);
	const range = readDateRange(item, 'yesterday', now) ?? {};
	const { client, path } = await connectItem(item);
	const zone = item.timezone;
	const report = await makeReport(client, { ...options, path, filters, range, zone, now });
	if (report.calls === 0 && filters.length > 0) {
		hint(
			`No call matches 'Filters' (${describeFilters(filters)}), so the report says nothing about other calls. Filters are case-sensitive.`,
			'warning',
		);
	}
	return [report];
}

/**
 * Counts the calls of a period and of the one before it, in one reading. No call is kept but the
 * callbacks that are listed, so there is no limit to their number.
 *
 * @returns the item of Call: Get Report
 * @throws UserError if the calls cannot be read to the end: no report is better than a wrong one
 */
export async function makeReport(client: ApiClient, request: ReportRequest): Promise<IDataObject> {
	const { path, filters, pageSize, zone } = request;
	const range = wholeDays(request.range, zone);
	const tally = new Tally(range, request);
	const before = request.comparesWithPrevious ? periodBefore(tally.period) : undefined;
	const previous = before && new Tally({ after: +before.from, before: +before.to }, request);
	const bothPeriods = { ...range, after: previous?.range.after ?? range.after };
	const search = { path, filters, pageSize, range: bothPeriods, keepsUndated: true };
	const advice = whereRejected("'Filters'");
	const names = new Map<string, string>();
	const tallies = previous ? [tally, previous] : [tally];
	for await (const calls of callsByPage(client, { ...search, advice, limit: Infinity })) {
		assertLeftOut(filters, calls);
		for (const call of calls) tallies.find((one) => one.covers(call))?.add(call);
		for (const { assistantId: id, assistantName: name } of calls) {
			if (name && filters.includes(`Assistant:==:${id}`)) names.set(id, name);
		}
	}
	if (tally.calls === 0) await assertAssistantIds(client, path, filters);
	const { period, calls, answered, averageSeconds, totalSeconds, callbacks } = tally;
	const named = filters.map((text) => {
		const [, begin, id] = /^(Assistant:==:)(.*)$/s.exec(text) ?? [];
		return names.has(id) ? `${begin}${names.get(id)} (${id})` : text;
	});
	const mail = new Mail(tally, previous, request.language, describeFilters(named));
	// Lists come last: people drag what is above them into a mail.
	return {
		from: period.from?.toISO() ?? null,
		to: period.to.toISO(),
		timezone: zone,
		...{ calls, answered, averageSeconds, totalSeconds },
		callbacksTotal: callbacks.total,
		subject: mail.subject,
		text: textMail(mail),
		html: htmlMail(mail),
		byHour: tally.byHour(),
		byDay: tally.byDay(),
		// As data, names are the same in every language.
		byAssistant: tally.assistants.list('(no assistant)', '(others)'),
		byKeyword: tally.keywords.list('(no keyword)', '(others)').map(onlyCalls),
		byStatus: tally.statuses.list('(no status)', '(others)').map(onlyCalls),
		callbacks: callbacks.earliest().map(({ callback }) => ({ ...callback })),
		previous: previous ? compared(previous) : null,
	};
}

function onlyCalls({ name, calls }: NameCount): IDataObject {
	return { name, calls };
}

function compared({ calls, averageSeconds, answered }: Tally): IDataObject {
	return { calls, averageSeconds, answered };
}
