import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { againstSandbox, queryValues } from '../support/againstSandbox';
import { at, TITLES } from '../support/engineSentences';

/*
 * What n8n hands over and takes back. The numbers are counted again by another way in
 * test/unit/getReport.random.test.ts, and what the sheets say in test/unit/getReport.sheet.test.ts.
 */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const noon = new Date('2026-03-10T12:00:00Z');

const { sandbox, run } = againstSandbox({
	calls: 600,
	newest: noon,
	everyMinutes: 1,
	pageSize: 100,
});

const getReport = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'call',
	operation: 'getReport',
	...parameters,
});

/** All calls are of this day. */
const ofTheDay = (options: INodeParameters = {}) =>
	getReport({
		dateRange: 'custom',
		startedAfter: '2026-03-10',
		startedBefore: '2026-03-11',
		options: { compareWithPrevious: false, ...options },
	});

test('one item comes out for each input item, with every field and paired', async () => {
	const { items, error } = await run(ofTheDay({ compareWithPrevious: true }), {
		items: [{ a: 1 }, { a: 2 }],
	});

	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(Object.keys(items[0].json)).toEqual([
		...['from', 'to', 'timezone', 'calls', 'answered', 'averageSeconds', 'totalSeconds'],
		...['callbacksTotal', 'subject', 'text', 'html'],
		...['byHour', 'byDay', 'byAssistant', 'byKeyword', 'byStatus', 'callbacks', 'previous'],
	]);
	expect(items[0].json).toEqual(items[1].json);
	expect(items[0].json).toMatchObject({
		calls: 600,
		timezone: 'Europe/Berlin',
		from: '2026-03-10T00:00:00.000+01:00',
		to: '2026-03-11T00:00:00.000+01:00',
		byDay: [{ date: '2026-03-10', calls: 600 }],
		previous: { calls: 0, averageSeconds: null, answered: 0 },
	});
});

test('the period and the one before are read in one pass, no further back, with the filters', async () => {
	const condition = [
		{ field: 'Keywords', operator: 'array-contains-any', value: 'Callback, Offer' },
		{ field: 'Status', operator: 'not', value: 'nothing' },
	];
	const custom = {
		dateRange: 'custom',
		startedAfter: new Date(noon.getTime() - 20 * MINUTE).toISOString(),
		startedBefore: noon.toISOString(),
	};
	const { items } = await run(getReport({ ...custom, filters: { condition } }));

	const log = sandbox().log;
	// Of three pages; the second is the first that lies beyond both periods.
	expect(log).toHaveLength(2);
	expect(queryValues(log[0], 'sort')).toEqual(['StartedAt:desc']);
	expect(queryValues(log[0], 'filter')).toEqual([
		'Keywords:array-contains-any:Callback,Offer',
		'Status:not:nothing',
	]);
	const calls = sandbox().calls as unknown as IDataObject[];
	const wanted = ({ Keywords }: IDataObject) =>
		(Keywords as string[]).some((word) => ['Callback', 'Offer'].includes(word));
	expect(items[0].json).toMatchObject({
		calls: calls.slice(1, 21).filter(wanted).length,
		previous: { calls: calls.slice(21, 41).filter(wanted).length },
	});
});

test('options change what they say', async () => {
	const { items } = await run(
		ofTheDay({ callbackKeywords: ' offer ', listedCallbacks: 2, language: 'de' }),
	);

	const { previous, callbacks, callbacksTotal, subject } = items[0].json;
	const calls = sandbox().calls as unknown as IDataObject[];
	const open = calls.filter(
		({ Status, PhoneNumber, Keywords }) =>
			Status !== 'archive' && PhoneNumber !== 'Web' && (Keywords as string[]).includes('Offer'),
	);
	expect(previous).toBeNull();
	expect(callbacksTotal).toBe(open.length);
	expect((callbacks as IDataObject[]).map(({ CallId }) => CallId)).toEqual(
		open
			.reverse()
			.slice(0, 2)
			.map(({ Id }) => Id),
	);
	expect(subject).toContain('600 Anrufe');
});

test('a page that cannot be read gives no report', async () => {
	sandbox().fault({ when: 'later-page', fault: { kind: 'json', body: { data: null } } });
	const { items, error } = await run(ofTheDay());

	expect(items).toEqual([]);
	expect(error?.message).toBe(`The response contains no list: "data" is not a list${at(0)}`);
});

test('where nobody called, the report says so', async () => {
	sandbox().fault({
		fault: { kind: 'json', body: { data: [], hasMore: false, nextCursor: '' } },
	});
	const { items } = await run(ofTheDay());

	expect(items[0].json).toMatchObject({ calls: 0, averageSeconds: null, callbacks: [] });
	expect(items[0].json.text).toContain('There were no calls on this day.');
});

test.each([
	[{ language: 'es' }, TITLES.notValid('Language', 'es')],
	[{ listedCallbacks: 1.5 }, TITLES.notValid('Listed Callbacks', '1.5')],
	[{ listedCallbacks: 1001 }, TITLES.notValid('Listed Callbacks', '1001')],
	[{ compareWithPrevious: 'maybe' }, TITLES.notValid('Compare With Previous', 'maybe')],
	[{ callbackKeywords: ' , ' }, "'Callback Keywords' is empty"],
	[{ pageSize: 0 }, TITLES.noWholeNumber('Page Size', '0')],
])('the options %j are an error, and nothing is read', async (options, title) => {
	const { error } = await run(getReport({ options }));

	expect(error?.message).toBe(`${title}${at(0)}`);
	expect(sandbox().log).toEqual([]);
});

test('without a choice, it is about yesterday', async () => {
	const { items } = await run(getReport(), { timezone: 'UTC' });

	const end = Date.parse(String(items[0].json.to));
	expect(end % DAY).toBe(0);
	expect(end - Date.parse(String(items[0].json.from))).toBe(DAY);
	expect(Date.now() - end).toBeLessThan(DAY + MINUTE);
});

test('a report has no Any Time', async () => {
	const { error } = await run(getReport({ dateRange: 'any' }));

	expect(error?.message).toBe(`${TITLES.notValid('Date Range', 'any')}${at(0)}`);
	expect(sandbox().log).toEqual([]);
});
