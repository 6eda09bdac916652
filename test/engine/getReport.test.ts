import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { againstSandbox, queryValues } from '../support/againstSandbox';
import { at } from '../support/engineSentences';

/*
 * What n8n hands over and takes back. The numbers are counted again by another way in
 * test/unit/getReport.random.test.ts, and what the sheets say in test/unit/getReport.sheet.test.ts.
 */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const newest = new Date('2026-03-10T12:00:00Z');

const { sandbox, run } = againstSandbox({ calls: 300, newest, everyMinutes: 1, pageSize: 50 });

const calls = () => sandbox().calls as unknown as IDataObject[];

const getReport = (parameters: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'call', operation: 'getReport' },
	...parameters,
});

const custom = (startedAfter: string, startedBefore: string) => ({
	...{ dateRange: 'custom', startedAfter, startedBefore },
});

/** All calls are of this day. */
const ofTheDay = (options: INodeParameters = {}) =>
	getReport({
		...custom('2026-03-10', '2026-03-11'),
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
		calls: 300,
		timezone: 'Europe/Berlin',
		from: '2026-03-10T00:00:00.000+01:00',
		to: '2026-03-11T00:00:00.000+01:00',
		byDay: [{ date: '2026-03-10', calls: 300, answered: items[0].json.answered }],
		previous: { calls: 0, averageSeconds: null, answered: 0 },
	});
});

test('the period and the one before are read in one pass, no further back, with the filters', async () => {
	const condition = [
		{ field: 'Keywords', operator: 'array-contains-any', value: 'Callback, Offer' },
		{ field: 'Status', operator: 'not', value: 'nothing' },
	];
	const begin = new Date(newest.getTime() - 20 * MINUTE);
	const period = custom(begin.toISOString(), newest.toISOString());
	const { items } = await run(getReport({ ...period, filters: { condition } }));

	const log = sandbox().log;
	// The second page is the first that lies beyond both periods.
	expect(log).toHaveLength(2);
	expect(queryValues(log[0], 'sort')).toEqual(['StartedAt:desc']);
	expect(queryValues(log[0], 'filter')).toEqual([
		'Keywords:array-contains-any:Callback,Offer',
		'Status:not:nothing',
	]);
	const wanted = ({ Keywords }: IDataObject) =>
		(Keywords as string[]).some((word) => ['Callback', 'Offer'].includes(word));
	expect(items[0].json).toMatchObject({
		calls: calls().slice(1, 21).filter(wanted).length,
		previous: { calls: calls().slice(21, 41).filter(wanted).length },
	});
});

test('options change what they say', async () => {
	const options = { callbackKeywords: ' offer ', listedCallbacks: 2, language: 'de' };
	const { previous, callbacks, callbacksTotal, subject } = (await run(ofTheDay(options))).items[0]
		.json;

	const open = calls().filter(
		({ Status, PhoneNumber, Keywords }) =>
			Status !== 'archive' && PhoneNumber !== 'Web' && (Keywords as string[]).includes('Offer'),
	);
	expect(previous).toBeNull();
	expect(callbacksTotal).toBe(open.length);
	const oldest = open.reverse().slice(0, 2);
	expect((callbacks as IDataObject[]).map(({ CallId }) => CallId)).toEqual(
		oldest.map(({ Id }) => Id),
	);
	expect(subject).toContain('300 Anrufe');
});

test('without a choice, it is about yesterday, when nobody called', async () => {
	const { items } = await run(getReport(), { timezone: 'UTC' });

	const [from, end] = [items[0].json.from, items[0].json.to].map((time) =>
		Date.parse(String(time)),
	);
	expect([end % DAY, end - from]).toEqual([0, DAY]);
	expect(Date.now() - end).toBeLessThan(DAY + MINUTE);
	expect(items[0].json).toMatchObject({ calls: 0, averageSeconds: null, callbacks: [] });
	expect(items[0].json.text).toContain('There were no calls in this period.');
});

test('a report that was filtered says by what, and warns where nothing matches', async () => {
	const condition = [
		{ field: 'Assistant', operator: 'equals', value: 'assistant-x' },
		{ field: 'Keywords', operator: 'array-contains-any', value: 'Offer, a:b' },
		{ field: 'Status', operator: 'not', value: 'archive' },
		{ field: 'custom', customField: 'Company', operator: 'equals', value: '<1&2' },
	];
	const filters = { condition };
	const { items, hints } = await run({ ...ofTheDay(), filters }, { items: [{}, {}] });
	const by = 'Assistant = assistant-x; Keywords: Offer,a:b; Status ≠ archive; Company = <1&2';
	const { subject, text, html } = items[0].json as Record<string, string>;
	expect(subject).toMatch(/: 0 calls, 0 callbacks to make \(Assistant = assistant-x; /);
	for (const mail of [text, html.replace('&#60;', '<').replace('&#38;', '&')]) {
		expect(mail).toContain(`Only calls that match: ${by}.`);
		expect(mail).toContain('No call matches the filters.');
		expect(mail).not.toContain('There were no calls');
	}
	const message = `No call matches 'Filters' (${by.replace('<1&', '&lt;1&amp;')}), so the report says nothing about other calls. Filters are case-sensitive.`;
	expect(hints).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
	const hers = { ...condition[0], value: 'assistant-mara' };
	const found = await run({ ...ofTheDay(), filters: { condition: [condition[2], hers] } });
	expect(found.items[0].json.text).toContain(
		'Only calls that match: Status ≠ archive; Assistant = Mara (assistant-mara).',
	);
	expect(found.hints).toEqual([]);
});

test('the name of an assistant in place of its ID never makes a report of no calls, nor of too many', async () => {
	const about = async (operator: string, value: string) => {
		const filters = { condition: [{ field: 'Assistant', operator, value }] };
		const { items, error } = await run({ ...ofTheDay(), filters });
		return error ? [error.message, error.description] : items[0].json.calls;
	};
	const mara = calls().filter(({ AssistantName }) => AssistantName === 'Mara').length;
	for (const operator of ['equals', 'not']) {
		expect(await about(operator, ' mara')).toEqual([
			`"mara" under 'Filters' is the name of an assistant, not its ID${at(0)}`,
			'Choose the assistant from the list. An expression must return its ID, such as "assistant-mara".',
		]);
		expect(await about(operator, 'nobody')).toBe(operator === 'not' ? 300 : 0);
		expect(await about(operator, ' ')).toEqual([
			`No assistant is chosen in filter 1${at(0)}`,
			'Choose one from the list, or remove the filter.',
		]);
	}
	expect(await about('equals', 'assistant-mara')).toBe(mara);
	expect(await about('not', 'assistant-mara')).toBe(300 - mara);
});
