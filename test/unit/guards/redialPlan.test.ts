import type { IDataObject } from 'n8n-workflow';

import { redialPlan } from '../../../nodes/create/guards/redialPlan';
import { Call } from '../../../nodes/service/call';
import { useClockAt } from '../../support/clock';
import { checkOf, itemWith, reasonOf } from '../../support/guarded';
import { refusalOf, rejectionOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');
const HOUR = 3_600_000;

useClockAt(NOW);

/** A call so many hours ago, which nobody answered. */
const unanswered = (hours: number, more: IDataObject = {}): IDataObject => {
	const time = (minutes: number) => new Date(NOW - hours * HOUR + minutes * 60_000).toISOString();
	return { Id: `${hours} h`, StartedAt: time(0), EndedAt: time(1), Transcript: [], ...more };
};

const said = (Role: unknown, Text: unknown) => ({ Transcript: [{ Sorting: 1, Role, Text }] });

const after = async (
	records: readonly IDataObject[],
	inThisRun = 0,
	plan: unknown = '4h, 1d, 3d',
) =>
	await reasonOf(redialPlan, plan, {
		earlierCalls: async () => inThisRun,
		history: async () => records.map((record) => new Call(record)),
	});

const due = (when: string, calls: string) => `Due at 2026-11-${when} +01:00: called ${calls}`;
const reached = 'Reached at 2026-11-17 03:00 +01:00';
const NOW_THERE = 'at 2026-11-20 21:00 +01:00';
const IN_4_HOURS = '2026-11-21T01:00:00+01:00';
const hello = said('User', 'Hi');

it.each<
	[string, readonly IDataObject[], inThisRun: number, reason?: string, callableFrom?: string]
>([
	['nobody called', [], 0],
	['the first gap is over', [unanswered(4)], 0],
	[
		...(['it is not', [unanswered(3)], 0] as const),
		due('20 22:00', 'once without an answer, at 2026-11-20 18:00 +01:00'),
		'2026-11-20T22:00:00+01:00',
	],
	[
		...(['the second is not', [unanswered(23), unanswered(30)], 0] as const),
		due('20 22:00', '2 times without an answer, last at 2026-11-19 22:00 +01:00'),
	],
	['the second is over', [unanswered(24), unanswered(30)], 0],
	[
		...([
			'all calls were made',
			[700, 600, 500, 400].map((hours) => unanswered(hours)),
			0,
		] as const),
		'Not reached: called 4 times without an answer, last at 2026-10-22 18:00 +02:00',
	],
	['somebody answered', [unanswered(90, hello)], 0, reached],
	['the one before was answered', [unanswered(9), unanswered(90, hello)], 0, reached],
	['only the assistant spoke', [unanswered(90, said('AI', 'Hello?'))], 0],
	['somebody made no sound', [unanswered(90, said('User', ' '))], 0],
	['a list of turns is null', [unanswered(90, { Transcript: null })], 0],
	[
		...(['it is ringing', [unanswered(0, { StartedAt: '', EndedAt: '' })], 0] as const),
		due('21 01:00', `once without an answer, ${NOW_THERE} (the service lists no start time)`),
		IN_4_HOURS,
	],
	[
		...(['it goes on', [unanswered(9, { EndedAt: '' })], 0] as const),
		due('21 01:00', 'once without an answer, at 2026-11-20 12:00 +01:00'),
		IN_4_HOURS,
	],
	[
		...(['one before went on', [unanswered(9), unanswered(20, { EndedAt: '' })], 0] as const),
		due('21 12:00', '2 times without an answer, last at 2026-11-20 12:00 +01:00'),
	],
	[
		...(['this run called', [], 1] as const),
		due('21 01:00', 'once without an answer, earlier in the list'),
		IN_4_HOURS,
	],
	[
		...(['this run called after others', [unanswered(99), unanswered(199)], 1] as const),
		due('23 21:00', '3 times without an answer, last earlier in the list'),
	],
])('where %s', async (_, records, inThisRun, ...[reason, callableFrom]) => {
	const found = await after(records, inThisRun);
	expect(found?.reason).toBe(reason);
	if (callableFrom) expect(found).toMatchObject({ callableFrom });
	// A number that is never called again has no such time.
	expect(found?.callableFrom !== undefined).toBe(reason?.startsWith('Due') ?? false);
});

it('the call that decides is told', async () => {
	const records = [unanswered(9), unanswered(90, said('User', 'Hi'))];
	expect((await after(records))?.lastCall).toMatchObject({ Id: '90 h' });
	expect((await after([unanswered(1)]))?.lastCall).toMatchObject({ Id: '1 h' });
});

it.each([undefined, 'User: Hi'])(
	'a call whose transcript is %j may have been answered: nobody is called',
	async (Transcript) => {
		const record = unanswered(90, { Transcript });
		const { message } = await rejectionOf(after([record]));
		expect(message).toContain('call "90 h" with this number has no transcript');
	},
);

it.each([
	['4h, 1d, 3d', 30],
	['30m', 30],
	[['90m', ' 1.5 h\n2d\u200b'], 30],
	['10d, 20d', 60],
])('the plan %j looks back %i days', async (plan, days) => {
	expect((await checkOf(redialPlan, plan)).lookBackMs).toBe(days * 24 * HOUR);
});

it.each([
	...[undefined, null, '', ' , ', 4, '4', '4w', '0h', '-1h', '4h 1d', 'h', '4H', '4h; soon'],
	...['366d', [[]], {}],
])('%j is no plan', (value) => {
	expect(refusalOf(() => redialPlan.read(value, itemWith())).message).toMatch(
		/^'Redial Plan' is (?:empty|.+, which is not valid)$/,
	);
});

it('a plan of weeks is not begun anew where its calls were made late', async () => {
	const weeks = [28, 57].map((days) => unanswered(days * 24));
	expect((await after(weeks, 0, '29d'))?.reason).toContain('Not reached: called 2 times');
});
