import type { IDataObject } from 'n8n-workflow';

import { customRange, namedRange, type NamedRange } from '../../nodes/form/dateRange';
import type { ReportRequest } from '../../nodes/report/form';
import { WORDS } from '../../nodes/report/words';
import { changesOf } from '../support/examples';
import { REQUEST, reportOf } from '../support/report';

/* What a report says, and that nothing that comes from a call can break the mail or make it too large. */

const NOON = Date.parse('2026-11-21T11:00:00Z');
const MINUTE = 60_000;

/** Gmail cuts a mail off here. */
const MAX_BYTES = 102_400;

const call = (changes: IDataObject = {}, minutes = 0): IDataObject => ({
	Id: `call-${minutes}`,
	Status: 'unread',
	AssistantName: 'Mara',
	PhoneNumber: '+4930123456',
	Summary: 'Wants an offer.',
	StartedAt: new Date(NOON - minutes * MINUTE).toISOString(),
	EndedAt: new Date(NOON - minutes * MINUTE + 119_000).toISOString(),
	Transcript: [{ Role: 'User', Text: 'Hello' }],
	Keywords: ['Callback'],
	...changes,
});

test.each<[after: string, before: string, written: string, language?: ReportRequest['language']]>([
	['2026-11-15', '2026-11-22', '15. – 21. November 2026', 'de'],
	['2026-10-28', '2026-11-04', '28 October – 3 November 2026'],
	['2026-10-28', '2026-11-02', '28 octobre – 1er novembre 2026', 'fr'],
	['2026-11-01', '2026-11-02', 'dimanche 1er novembre 2026', 'fr'],
	['2026-12-28', '2027-01-04', '28 December 2026 – 3 January 2027'],
	['2026-10-01', '2026-11-01', 'October 2026'],
	['2026-10-01', '2026-10-31T23:59:59', 'October 2026'],
	['2026-10-02', '2026-11-01', '2 – 31 October 2026'],
	['2026-10-01', '2026-10-31', '1 – 30 October 2026'],
	['2026-11-20T08:00', '2026-11-21', 'Friday, 20 November 2026, 08:00 – 24:00'],
	['2026-11-20T08:00', '2026-11-21T08:00', '20 November, 08:00 – 21 November 2026, 08:00'],
	['', '2026-11-21', '– 20 November 2026'],
])('from %s to %s is written as %s', async (after, before, written, ...[language]) => {
	const range = customRange(after, before, 'Europe/Berlin');
	const { subject } = await reportOf([], { range, ...(language && { language }) });
	expect(subject.slice(0, written.length)).toBe(written);
});

/** So many calls, the newest first, each with its own of what is given as a list. */
const series = (count: number, begin: string, every: number, lists: Record<string, unknown[]>) =>
	Array.from({ length: count }, (_, index) => {
		const own = Object.entries(lists).map(([name, all]) => [name, all[index % all.length]]);
		const { seconds = 119, ...fields } = Object.fromEntries(own) as IDataObject;
		const start = Date.parse(begin) + index * every * MINUTE;
		const [StartedAt, EndedAt] = [0, Number(seconds)].map((after) =>
			new Date(start + after * 1000).toISOString(),
		);
		return call({ Id: `${begin} ${index}`, StartedAt, EndedAt, ...fields });
	}).reverse();

/** A named range at a moment, in Berlin. */
const about = (name: NamedRange, now: number) => ({
	...{ range: namedRange(name, REQUEST.zone, now), now },
});

const EXAMPLES: Record<string, [IDataObject[], Partial<ReportRequest>]> = {
	'day-of-25-hours': [
		[
			call({ Id: 'ringing', StartedAt: '', Keywords: null, AssistantName: '' }),
			...series(40, '2026-10-24T22:10:00Z', 36, {
				AssistantName: [...[...'ABCDEFGHIJKLM'].map((name) => `Assistant ${name}`), '', 'מאיה'],
				Keywords: [['Offer'], ['Callback', 'Offer'], ['Invoice'], []],
				PhoneNumber: ['+4930123456', '030 123456', '+4930123457', 'Web', '+4930123458'],
				Summary: ['', 'Wants <b>an offer</b>.\nUntil "Friday".'],
				Transcript: [[], [{ Role: 'User', Text: 'Hi' }], [{ Role: 'AI', Text: 'Hi' }]],
			}),
			...series(20, '2026-10-24T07:00:00Z', 30, { seconds: [59] }),
		],
		{ ...about('yesterday', Date.parse('2026-10-26T07:00:00Z')), listedCallbacks: 7 },
	],
	month: [
		[
			...series(90, '2026-10-01T06:00:00Z', 450, { seconds: [3727, -1], Keywords: [[]] }),
			...series(110, '2026-10-15T08:00:00Z', 0.1, { seconds: [-1], Keywords: [[]] }),
			...series(1, '2026-09-10T08:00:00Z', 0, { seconds: [1] }),
		],
		{ range: customRange('2026-10-01', '2026-11-01', REQUEST.zone), language: 'de' },
	],
	'quiet-day': [[], {}],
	week: [
		series(400, '2026-11-09T06:00:00Z', 25.2, {
			AssistantName: ['Mara', 'Mara', 'Theo'],
			Keywords: [['Offer'], [], ['Callback'], ['Appointment']],
			Transcript: [3, 2, 4, 3, 1, 2, 5].flatMap((count) => [
				...Array<IDataObject[]>(count).fill([{ Role: 'User', Text: 'Hi' }]),
				...Array<IDataObject[]>(5 - count).fill([]),
			]),
		}),
		{ range: customRange('2026-11-09', '2026-11-16', REQUEST.zone), listedCallbacks: 3 },
	],
	'week-with-few-calls': [
		[call({ Id: 'ringing', StartedAt: '' }), call({ EndedAt: '' }), call({ EndedAt: null }, 1440)],
		about('last7Days', REQUEST.now),
	],
	'very-busy-hour': [
		series(1200, '2026-11-21T11:00:00Z', 0.02, {}),
		{ ...about('last24Hours', REQUEST.now), language: 'fr' },
	],
	'45-days': [
		series(90, '2026-10-08T08:00:00Z', 700, {}),
		{ range: {}, language: 'nl', listedCallbacks: 10 },
	],
	'two-years': [
		series(3000, '2024-12-01T00:20:00Z', 345, { Keywords: [[]] }),
		{ range: {}, language: 'de' },
	],
};

test.each(Object.entries(EXAMPLES))(
	'the report of a %s is that of examples/report',
	async (name, given) => {
		const { subject, text, html } = await reportOf(...given);
		expect(changesOf(`${name}.txt`, `${subject}\n\n${text}\n`)).toEqual([]);
		expect(changesOf(`${name}.html`, html)).toEqual([]);
	},
);

test.each(Object.entries(WORDS))('in %s, nothing is said in no words', (_, words) => {
	const given = ['one', 'two', 'three'];
	for (const text of Object.values(words)) {
		const said =
			typeof text === 'function' ? (text as (...all: string[]) => string)(...given) : text;
		expect(typeof said === 'string' ? [said] : Object.values(said)).not.toContain('');
		if (typeof text === 'function')
			given.slice(0, text.length).forEach((one) => expect(said).toContain(one));
	}
});

/** So many calls of an hour in Berlin, and how many of them were answered. */
const ofHour = (hour: number, calls: number, answered: number) =>
	Array.from({ length: calls }, (_, index) =>
		call({
			Id: `${hour} ${index}`,
			StartedAt: new Date(NOON + (hour - 12) * 60 * MINUTE + index).toISOString(),
			Transcript: index < answered ? [{ Role: 'User', Text: 'Hi' }] : [],
		}),
	);

test.each([
	[
		'with most of many',
		[ofHour(9, 3, 3), ofHour(14, 9, 8), ofHour(17, 20, 15)],
		'14:00 – 15:00, 8 of 9',
	],
	['the first where two are alike', [ofHour(17, 9, 8), ofHour(14, 9, 8)], '14:00 – 15:00, 8 of 9'],
	['none of few answered calls', [ofHour(9, 2, 2), ofHour(14, 5, 0)], undefined],
	['none where everybody answered', [ofHour(9, 9, 9), ofHour(14, 5, 5)], undefined],
])('the hour that is named as answered most often is %s', async (_, hours, named) => {
	const { html } = await reportOf(hours.flat());
	expect(/Most often answered: (.*?)\./.exec(html)?.[1]).toBe(named);
});

/** The tags of a document, each of which must be closed, but for those that are never. */
function tagsOf(html: string): Set<string> {
	const open: string[] = [];
	const names = new Set<string>();
	for (const [, slash, name] of html.matchAll(/<(\/?)([^\s>/]*)[^>]*>/g)) {
		names.add(name.toLowerCase());
		if (slash) expect(open.pop()).toBe(name);
		else if (!/^(!DOCTYPE|meta|br)$/.test(name)) open.push(name);
	}
	expect(open).toEqual([]);
	return names;
}

/** What a mail program that knows tables and inline styles shows as it is. */
const HARMLESS = [
	...['!doctype', 'html', 'head', 'meta', 'title', 'body'],
	...['table', 'tr', 'td', 'div', 'span', 'a', 'b', 'br'],
];

const HOSTILE = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	'</td></tr></table></body></html>',
	"' onmouseover='x",
	'\u202egnihtemos\u202c \u2066x',
	...['&'.repeat(300), 'W'.repeat(300), 'שלום '.repeat(60), '👩‍👩‍👧‍👦'.repeat(60), '\ud83d'],
	`\u0000\u0007${'line\n'.repeat(300)}`,
	'x'.repeat(100_000),
];

test('whatever calls say is shown as text, isolated, and the mail stays small', async () => {
	const calls = Array.from({ length: 2400 }, (_, index) => {
		const text = HOSTILE[index % HOSTILE.length];
		return call(
			{
				Id: `${text}${index}`,
				AssistantName: `${text.slice(0, 300)}${index}`,
				Summary: text,
				Keywords: ['Callback', `${index}${text.slice(0, 300)}`, text],
				PhoneNumber: ['+4930123456', `+4930123456${text}`, `${text}+4930123456`][index % 3],
			},
			index % 600,
		);
	});
	for (const language of ['de', 'en', 'fr', 'nl'] as const) {
		const { html, text } = await reportOf(calls, { language, listedCallbacks: 1000 });

		expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
		expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES / 2);
		expect([...tagsOf(html)].filter((name) => !HARMLESS.includes(name))).toEqual([]);
		expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/u);
		expect(`${html}${text}`.includes('\u0000')).toBe(false);
		expect(html.match(/<[^>]* on\w+=/g)).toBeNull();
		expect(html.match(/<a href="(?!tel:\+4930123456")/g)).toBeNull();
		expect(text).not.toMatch(/[\u202a-\u202e]/);
	}
});
