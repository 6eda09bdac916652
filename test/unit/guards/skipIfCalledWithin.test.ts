import type { IDataObject } from 'n8n-workflow';

import { skipIfCalledWithin } from '../../../nodes/create/guards/skipIfCalledWithin';
import { useClockAt } from '../../support/clock';
import { checkOf, itemWith, notAsked, reasonAfter, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');
const HOUR = 3_600_000;

useClockAt(NOW);

const startedBefore = (ms: number): IDataObject => ({
	Id: 'call-1',
	StartedAt: new Date(NOW - ms).toISOString(),
	Status: 'unread',
	AssistantName: 'Mara',
});

const within = async (hours: unknown, ...records: IDataObject[]) =>
	await reasonAfter(skipIfCalledWithin, hours, records);

it('a number that was called in that time is skipped, with what is known of the call', async () => {
	const record = startedBefore(3 * HOUR);
	expect(await within(24, record)).toEqual({
		reason: 'Called at 2026-11-20 18:00 +01:00',
		callableFrom: '2026-11-21T18:00:00+01:00',
		lastCall: record,
	});
	const strange = { ...record, Status: { a: ['unread'] }, AssistantName: 'Mara '.repeat(1000) };
	const { Status, AssistantName } = (await within(24, strange))?.lastCall ?? {};
	expect(Status).toBeNull();
	expect(AssistantName).toMatch(/^.{100,300}…$/);
});

it.each([
	['a moment before the time is over', 24 * HOUR - 1, true],
	['when it is over', 24 * HOUR, false],
	['ahead of the clock here', -5 * 60_000, true],
])('a number may be called again only after the time: %s', async (_, ms, isSkipped) => {
	expect((await within(24, startedBefore(ms))) !== undefined).toBe(isSkipped);
});

it.each([undefined, '0001-01-01T00:00:00Z'])(
	'a start of %j counts as just now',
	async (StartedAt) => {
		const record = { ...startedBefore(0), StartedAt } as IDataObject;
		expect(await within(1, record)).toMatchObject({
			reason: 'Called at 2026-11-20 21:00 +01:00 (the service lists no start time)',
		});
	},
);

it('a number that was called earlier in this run is skipped without asking the service', async () => {
	const call = { earlierCalls: async () => 2, history: notAsked };
	expect(await reasonOf(skipIfCalledWithin, 24, call)).toEqual({
		reason: 'Duplicate: the same number is earlier in the list',
		callableFrom: '2026-11-21T21:00:00+01:00',
	});
});

it('it is off with 0 hours, and never with none', () => {
	for (const off of [0, '0']) expect(skipIfCalledWithin.read(off, itemWith())).toBeUndefined();
	expect(refusalOf(() => skipIfCalledWithin.read(null, itemWith()))).toMatchObject({
		message: "'Skip If Called Within' is empty",
		advice: expect.stringContaining('Enter a number of hours, 0 or more.'),
	});
});

it('the hours may be text and a fraction, and the newest call is told', async () => {
	const records = [startedBefore(0.74 * HOUR), { ...startedBefore(0.74 * HOUR), Id: 'older' }];
	expect((await within(' 0.75', ...records))?.lastCall).toEqual(records[0]);
	expect(await within('0.7', ...records)).toBeUndefined();
	expect((await checkOf(skipIfCalledWithin, ' 0.75')).lookBackMs).toBe(0.75 * HOUR);
});

it('a call that ended without a start, since nobody answered, counts from its end', async () => {
	const ended = (ms: number) => ({ StartedAt: '', EndedAt: startedBefore(ms).StartedAt });
	expect((await within(24, ended(3 * HOUR)))?.reason).toBe('Called at 2026-11-20 18:00 +01:00');
	expect(await within(24, ended(25 * HOUR))).toBeUndefined();
});
