import type { IDataObject } from 'n8n-workflow';

import { makeReport, type ReportRequest } from '../../nodes/report/makeReport';
import { json, page, respondingClient } from '../support/scriptedClient';
import { rejectionOf } from '../support/userError';

/* What a report has where there is little, or much; ordinary numbers are in getReport.random. */

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;

/** The report of a list, newest first. */
async function reportOf(
	calls: IDataObject[],
	changes: Partial<ReportRequest> = {},
	response = page(calls),
) {
	return await makeReport(respondingClient(() => response).client, {
		...{ path: '/public/calls', filters: [], name: 'any', range: {}, zone: 'UTC', now: NOW },
		...{ callbackKeywords: new Set<string>(), comparesWithPrevious: true, language: 'en' },
		...{ listedCallbacks: 5, ...changes },
	});
}

const at = (...hours: number[]): IDataObject[] =>
	hours.map((hour) => ({ StartedAt: new Date(NOW + hour * HOUR).toISOString() }));

it.each([
	['no call', at(), {}, null, '2026-03-10T12'],
	['calls', at(-12, -13, -20), {}, '2026-03-09T00', '2026-03-10T12'],
	['a call of tomorrow', at(24), {}, '2026-03-11T00', '2026-03-11T00'],
	['a range', at(), { after: NOW - HOUR, before: NOW + HOUR }, '2026-03-10T11', '2026-03-10T13'],
])('a report of %s says from when to when it is', async (_, calls, range, from, to) => {
	const report = await reportOf(calls, { range });
	const whole = (hour: string | null) => hour && `${hour}:00:00.000Z`;
	expect([report.from, report.to]).toEqual([from, to].map(whole));
});

it('has the period before it where that is asked for, and there is one', async () => {
	const range = { after: NOW - HOUR };
	const calls = at(0, -2, -24, -26);
	const before = { calls: 2, answered: 0, averageSeconds: null };
	const compares = [true, false].map((comparesWithPrevious) => ({ comparesWithPrevious }));
	const [one, other] = compares.map((changes) => ({
		...changes,
		range,
		name: 'last24Hours' as const,
	}));
	expect(await reportOf(calls, one)).toMatchObject({ calls: 1, previous: before });
	expect(await reportOf(calls, other)).toMatchObject({ calls: 1, previous: null });
	expect(await reportOf(calls, { range })).toMatchObject({ calls: 1, previous: null });
});

it('counts what has no name, and names beyond the first 10,000 together', async () => {
	const names = ['', '', '', ...Array.from({ length: 10_001 }, (_, n) => `name ${n}`), 'name 0'];
	const report = await reportOf(names.map((name, Id) => ({ Id, AssistantName: name })));
	const list = report.byAssistant as IDataObject[];
	expect(list).toHaveLength(10_001);
	expect([list[0], list[1], list[10_000]]).toEqual([
		{ name: '(no assistant)', calls: 3 },
		{ name: 'name 0', calls: 2 },
		{ name: '(others)', calls: 2 },
	]);
	expect(report.byKeyword).toEqual([{ name: '(no keyword)', calls: 10_005 }]);
});

it('a rejection names the field whose filters may be the reason', async () => {
	const report = reportOf([], { filters: ['Status:==:x'] }, json({ message: 'No' }, 400));
	expect((await rejectionOf(report)).advice).toContain("'Filters'");
});
