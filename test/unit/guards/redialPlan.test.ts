import type { IDataObject } from 'n8n-workflow';

import { redialPlan } from '../../../nodes/create/guards/redialPlan';
import { Call } from '../../../nodes/service/call';
import { useClockAt } from '../../support/clock';
import { checkOf, itemWith, PHONE_NUMBER, reasonOf } from '../../support/guarded';
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

const after = async (records: IDataObject[], inThisRun = 0, plan: unknown = '4h, 1d, 3d') =>
	await reasonOf(redialPlan, plan, {
		earlierCalls: async () => Array.from({ length: inThisRun }, (_, index) => index),
		history: async () => records.map((record) => new Call(record)),
	});

const due = (when: string, count: string) =>
	`The next call to ${PHONE_NUMBER} is due on ${when}, after ${count} without an answer`;
const reached = (when: string) => `${PHONE_NUMBER} was reached on ${when}`;
const gone = (count: string) => `${PHONE_NUMBER} was called ${count} without an answer`;

const IN_4_HOURS = '2026-11-21T01:00:00+01:00';

it.each<[string, IDataObject[], inThisRun: number, reason?: string, callableFrom?: string]>([
	['nobody called', [], 0],
	['the first gap is over', [unanswered(4)], 0],
	['it is not', [unanswered(3)], 0, due('20 Nov, 22:00', 'a call'), '2026-11-20T22:00:00+01:00'],
	['the second is not', [unanswered(23), unanswered(30)], 0, due('20 Nov, 22:00', '2 calls')],
	['the second is over', [unanswered(24), unanswered(30)], 0],
	[
		'all calls were made',
		[700, 600, 500, 400].map((hours) => unanswered(hours)),
		0,
		gone('4 times'),
	],
	['somebody answered', [unanswered(90, said('User', 'Hi'))], 0, reached('17 Nov, 03:00')],
	[
		'the one before was answered',
		[unanswered(9), unanswered(90, said('User', 'Hi'))],
		0,
		reached('17 Nov, 03:00'),
	],
	['only the assistant spoke', [unanswered(90, said('AI', 'Hello?'))], 0],
	['somebody made no sound', [unanswered(90, said('User', ' '))], 0],
	['a list of turns is null', [unanswered(90, { Transcript: null })], 0],
	[
		'it is ringing',
		[unanswered(0, { StartedAt: '', EndedAt: '' })],
		0,
		due('21 Nov, 01:00', 'a call'),
		IN_4_HOURS,
	],
	['it goes on', [unanswered(9, { EndedAt: '' })], 0, due('21 Nov, 01:00', 'a call'), IN_4_HOURS],
	[
		'one before went on',
		[unanswered(9), unanswered(20, { EndedAt: '' })],
		0,
		due('21 Nov, 12:00', '2 calls'),
	],
	['this run called', [], 1, due('21 Nov, 01:00', 'a call'), IN_4_HOURS],
	[
		'this run called after others',
		[unanswered(99), unanswered(199)],
		1,
		due('23 Nov, 21:00', '3 calls'),
	],
])('where %s', async (_, records, inThisRun, ...[reason, callableFrom]) => {
	const found = await after(records, inThisRun);
	expect(found?.reason).toBe(reason);
	if (callableFrom) expect(found).toMatchObject({ callableFrom });
	// A number that is never called again has no such time.
	const isDue = reason?.includes('due') ?? false;
	expect(found?.callableFrom !== undefined).toBe(isDue);
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
	[['90m', ' 1.5 h\n2d'], 30],
	['10d, 20d', 60],
])('the plan %j looks back %i days', async (plan, days) => {
	expect((await checkOf(redialPlan, plan)).lookBackMs).toBe(days * 24 * HOUR);
});

it.each([
	...[undefined, null, '', ' , ', 4, '4', '4w', '0h', '-1h', '4h 1d', 'h', '4H', '4h; soon'],
	...['366d', [[]], {}],
])('%j is no plan', (value) => {
	expect(refusalOf(() => redialPlan.read(value, itemWith())).message).toMatch(
		/^'Redial Plan' is .*, which is not a list of times$/,
	);
});

it('a plan of weeks is not begun anew where its calls were made late', async () => {
	const weeks = [28, 57].map((days) => unanswered(days * 24));
	expect((await after(weeks, 0, '29d'))?.reason).toBe(gone('2 times'));
});
