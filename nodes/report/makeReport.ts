import type { TimeRange } from '../service/calls';
import type { IDataObject } from 'n8n-workflow';

import { localTime } from '../form/dateRange';
import { callsByPage } from '../service/calls';
import type { ApiClient } from '../service/client';
import { whereRejected } from '../service/status';
import type { RangeName } from '../form/readDateRange';
import type { ReportOptions } from './fields';
import type { NameCounts } from './names';
import { periodBefore } from './period';
import { htmlSheet } from './html';
import type { Report } from './report';
import { Sentences } from './sentences';
import { textSheet } from './text';
import { Tally, type Totals } from './tally';

/** What is reported. */
export interface ReportRequest extends ReportOptions {
	/** The path of Calls List. */
	path: string;
	/** `<Field>:<operator>:<value>` each; see filters.ts. */
	filters: string[];
	/** The value of Date Range, and what it means. */
	name: RangeName;
	range: TimeRange;
	/** The workflow's time zone, an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

/**
 * Counts the calls of a period and of the one before it, in one reading. No call is kept but the
 * callbacks that are listed, so there is no limit to their number.
 *
 * @returns the item of Call: Get Report
 * @throws UserError if the calls cannot be read to the end: no report is better than a wrong one
 */
export async function makeReport(client: ApiClient, request: ReportRequest): Promise<IDataObject> {
	const { path, filters, name, range, zone, now, pageSize } = request;
	const previous = request.comparesWithPrevious ? periodBefore(name, range, zone, now) : undefined;
	const tally = new Tally({ ...request, previous });
	const search = {
		path,
		filters,
		range: { after: (previous ?? range).after, before: range.before },
		keepsUndated: true,
		limit: Infinity,
		pageSize,
		advice: whereRejected("'Filters'"),
	};
	for await (const calls of callsByPage(client, search)) {
		for (const call of calls) tally.add(call);
	}
	const report = reportOf(tally, request, previous);
	const sheet = new Sentences(report, request.language);
	// Lists come last: people drag what is above them into a mail.
	return {
		from: report.from?.toISO() ?? null,
		to: report.to.toISO(),
		timezone: zone,
		calls: report.calls,
		answered: report.answered,
		averageSeconds: report.averageSeconds,
		totalSeconds: report.totalSeconds,
		callbacksTotal: report.callbacksTotal,
		subject: sheet.subject,
		text: textSheet(sheet),
		html: htmlSheet(sheet),
		byHour: report.byHour,
		byDay: report.byDay,
		byAssistant: named(tally.assistants, '(no assistant)'),
		byKeyword: named(tally.keywords, '(no keyword)'),
		byStatus: named(tally.statuses, '(no status)'),
		callbacks: report.callbacks.map((callback) => ({ ...callback })),
		previous: tally.previous ? compared(tally.previous) : null,
	};
}

function reportOf(
	tally: Tally,
	{ range, zone, now }: ReportRequest,
	previous: Required<TimeRange> | undefined,
): Report {
	const { current, callbacks } = tally;
	const from = range.after ?? tally.firstDay?.start;
	return {
		...compared(current),
		from: from === undefined ? undefined : localTime(from, zone),
		to: localTime(range.before ?? Math.max(now, from ?? now), zone),
		timezone: zone,
		totalSeconds: current.totalSeconds,
		timed: current.timed,
		withoutStart: tally.withoutStart,
		byHour: tally.byHour(),
		byDay: tally.byDay(now),
		byAssistant: tally.assistants.list(),
		byKeyword: tally.keywords.list(),
		otherAssistants: tally.assistants.others,
		otherKeywords: tally.keywords.others,
		singleDay: tally.singleDay,
		callbacks: callbacks.list(),
		callbacksTotal: callbacks.total,
		callbacksWithoutNumber: callbacks.withoutNumber,
		previous:
			tally.previous && previous
				? {
						...compared(tally.previous),
						from: localTime(previous.after, zone),
						to: localTime(previous.before, zone),
					}
				: null,
	};
}

function compared({ calls, answered, averageSeconds }: Totals) {
	return { calls, averageSeconds, answered };
}

/** A list of names as data: the same in every language. */
function named(counts: NameCounts, nameless: string): IDataObject[] {
	const others = counts.others > 0 ? [{ name: '(others)', calls: counts.others }] : [];
	const list = counts.list().map(({ name, calls }) => ({ name: name || nameless, calls }));
	return [...list, ...others];
}
