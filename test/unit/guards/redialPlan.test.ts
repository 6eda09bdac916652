import type { IDataObject } from 'n8n-workflow';

import { redialPlan } from '../../../nodes/create/guards/redialPlan';
import { useClockAt } from '../../support/clock';
import { checkOf, itemWith, reasonAfter } from '../../support/guarded';
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

const after = async (records: readonly IDataObject[], inThisRun = 0, plan = '4h, 1d, 3d') =>
	await reasonAfter(redialPlan, plan, records, { earlierCalls: async () => inThisRun });

const due = (when: string, count: string, last: string) =>
	`Due at 2026-11-${when} +01:00: called ${count} without an answer, ${last}`;
const reached = 'Reached at 2026-11-17 03:00 +01:00';
const hello = said('User', 'Hi');
const noAnswer = (...hours: number[]) => hours.map((ago) => unanswered(ago));

it.each<
	[where: string, records: readonly IDataObject[], inThisRun: number, reason: string | undefined]
>([
	['nobody called', [], 0, undefined],
	['the first gap is over', noAnswer(4), 0, undefined],
	['it is not', noAnswer(3), 0, due('20 22:00', 'once', 'at 2026-11-20 18:00 +01:00')],
	[
		...(['the second is not', noAnswer(23, 30), 0] as const),
		due('20 22:00', '2 times', 'last at 2026-11-19 22:00 +01:00'),
	],
	['the second is over', noAnswer(24, 30), 0, undefined],
	[
		...(['all calls were made', noAnswer(700, 600, 500, 400), 0] as const),
		'Not reached: called 4 times without an answer, last at 2026-10-22 18:00 +02:00',
	],
	['one was answered', [unanswered(9), unanswered(90, hello)], 0, reached],
	['only the assistant spoke', [unanswered(90, said('AI', 'Hello?'))], 0, undefined],
	['somebody made no sound', [unanswered(90, said('User', ' '))], 0, undefined],
	['a list of turns is null', [unanswered(90, { Transcript: null })], 0, undefined],
	[
		...(['it is ringing', [unanswered(0, { StartedAt: '', EndedAt: '' })], 0] as const),
		due('21 01:00', 'once', 'at 2026-11-20 21:00 +01:00 (the service lists no start time)'),
	],
	[
		...(['it goes on', [unanswered(9, { EndedAt: '' })], 0] as const),
		due('21 01:00', 'once', 'at 2026-11-20 12:00 +01:00'),
	],
	[
		...(['one before went on', [unanswered(9), unanswered(20, { EndedAt: '' })], 0] as const),
		due('21 12:00', '2 times', 'last at 2026-11-20 12:00 +01:00'),
	],
	['this run called', [], 1, due('21 01:00', 'once', 'earlier in the list')],
	[
		...(['this run called after others', noAnswer(99, 199), 1] as const),
		due('23 21:00', '3 times', 'last earlier in the list'),
	],
])('where %s', async (_, records, inThisRun, reason) => {
	const found = await after(records, inThisRun);
	expect(found?.reason).toBe(reason);
	// A number that is never called again has no such time.
	const [, day, time] = /^Due at (\S+) (\S+) /.exec(reason ?? '') ?? [];
	expect(found?.callableFrom).toBe(day && `${day}T${time}:00+01:00`);
});

it('the call that decides is told', async () => {
	const records = [unanswered(9), unanswered(90, hello)];
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
	expect((await after(noAnswer(28 * 24, 57 * 24), 0, '29d'))?.reason).toContain(
		'Not reached: called 2 times',
	);
});
