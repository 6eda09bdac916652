import type { IDataObject } from 'n8n-workflow';

import { maxAttempts } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/maxAttempts';
import { checkOf, itemWith, notAsked, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');

const DAY = 24 * 3_600_000;

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

const limit = (calls: unknown, days: unknown) => ({ limit: { calls, days } });

const startedBefore = (ms: number): IDataObject => ({
	Id: `call ${ms}`,
	StartedAt: new Date(NOW - ms).toISOString(),
});

/** What is found after calls of this run, and those that the service lists. */
const after = async (value: unknown, inThisRun: number, ...records: IDataObject[]) =>
	await reasonOf(maxAttempts, value, {
		earlierCalls: async () => Array.from({ length: inThisRun }, (_, index) => index),
		history: async () => records,
	});

it('a number may be called until there were so many calls in so many days', async () => {
	const records = [1, 2, 3].map((days) => startedBefore(days * DAY));
	expect(await after(limit(3, 14), 0, ...records.slice(1))).toBeUndefined();
	expect(await after(limit(3, 14), 0, ...records)).toEqual({
		reason: '+4930123456 was called 3 times in the last 14 days',
	});
});

it('calls of this run count with those that the service lists', async () => {
	expect(await after(limit(3, 14), 1, startedBefore(DAY))).toBeUndefined();
	expect(await after(limit(3, 14), 2, startedBefore(DAY))).toEqual({
		reason: '+4930123456 was called 3 times in the last 14 days',
	});
});

it('the service is not asked where the calls of this run are enough', async () => {
	const call = { earlierCalls: async () => [0, 1], history: notAsked };
	expect(await reasonOf(maxAttempts, limit(2, 1), call)).toMatchObject({
		reason: expect.stringContaining('called 2 times'),
	});
});

it('calls before that time do not count', async () => {
	expect(await after(limit(1, 1), 0, startedBefore(DAY))).toBeDefined();
	expect(await after(limit(1, 1), 0, startedBefore(DAY + 1))).toBeUndefined();
});

it.each(['', 'soon', null, 7, '1970-01-01T00:00:00Z'])(
	'a call whose start is %j counts',
	async (StartedAt) => {
		expect(await after(limit(1, 1), 0, { Id: 'odd', StartedAt })).toBeDefined();
	},
);

it('the history must reach back as far as the days', () => {
	expect(checkOf(maxAttempts, limit(3, 14)).lookBackMs).toBe(14 * DAY);
	expect(checkOf(maxAttempts, limit('3', '0.5')).lookBackMs).toBe(DAY / 2);
});

it('the limit may come as a row in a list', () => {
	expect(checkOf(maxAttempts, { limit: [{ calls: 3, days: 14 }] }).lookBackMs).toBe(14 * DAY);
});

it.each([{}, { limit: [] }, { limit: null }])(
	'an option without a limit is an error: %j',
	(value) => {
		expect(refusalOf(() => maxAttempts.read(value, itemWith()))).toEqual({
			message: "'Max Attempts' is empty",
			advice: "Add the limit, or remove 'Max Attempts' from 'Options'.",
		});
	},
);

it('a second limit is refused, since only one would hold', () => {
	const both = { limit: [limit(3, 14).limit, limit(1, 1).limit] };
	expect(refusalOf(() => maxAttempts.read(both, itemWith()))).toEqual({
		message: "'Max Attempts' has more than one limit",
		advice: "Set one limit under 'Max Attempts', or correct the expression in it.",
	});
});

it.each([
	['no calls', limit(0, 14), 'Calls'],
	['half a call', limit(1.5, 14), 'Calls'],
	['calls that an expression did not find', limit(undefined, 14), 'Calls'],
	['no days', limit(3, 0), 'Days'],
	['fewer days than none', limit(3, -1), 'Days'],
	['days that an expression did not find', limit(3, null), 'Days'],
])('a limit is never taken for off: %s', (_, value, label) => {
	expect(refusalOf(() => maxAttempts.read(value, itemWith())).message).toMatch(
		new RegExp(`^'${label}' is .*, which is not `),
	);
});

it.each([0, -1])('it is said which days are meant: not %j', (days) => {
	expect(refusalOf(() => maxAttempts.read(limit(3, days), itemWith())).advice).toMatch(
		/ The field is under 'Max Attempts' in 'Options'\.$/,
	);
});

it.each([undefined, null, 'x', 3, []])(
	'an option that is no collection is an error: %j',
	(value) => {
		expect(refusalOf(() => maxAttempts.read(value, itemWith())).message).toMatch(
			/^'Max Attempts' is /,
		);
	},
);
