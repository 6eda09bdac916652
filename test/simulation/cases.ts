import { DAY, HOUR, MINUTE, SECOND } from './calls';
import type { Engine } from './n8n';
import { Random } from './random';
import type { Case } from './simulate';

const BUSY = { bursts: 0.02, long: 0.05, late: 0.05, lateContent: 0.05, deleted: 0.1 };
const SPARSE = { ...BUSY, rate: 100, history: 50 };
/** Those that keep what a poll without calls stores. The other can never get further in a long list. */
const REMEMBERING: Engine[] = ['default', 'durableCursors'];
const TROUBLED = { restarts: 3, deaths: 0.002, overlaps: 0.05 };

/** What the trigger must bear without losing or doubling anything. */
export const CASES: Case[] = [
	{ name: 'nothing special' },
	{
		name: 'few calls',
		traffic: { rate: 8 },
		life: { days: 14, restarts: 2, pollEvery: 5 * MINUTE },
	},
	{ name: 'no call at the beginning', traffic: { rate: 20, history: 0 }, life: { restarts: 1 } },
	{ name: 'calls that are listed late', traffic: { late: 0.2 }, life: { restarts: 2 } },
	{
		name: 'calls that are listed late, and Call Started',
		traffic: { late: 0.2 },
		life: { restarts: 2, event: 'callStarted' },
	},
	{ name: 'many calls in one second', traffic: { bursts: 0.1, burstSize: 80 } },
	{ name: 'calls of many hours', traffic: { long: 0.2 }, life: { restarts: 2 } },
	{ name: 'deletions', traffic: { ...BUSY, deleted: 0.4 }, life: TROUBLED },
	{ name: 'cursors that name a call', traffic: BUSY, manners: { cursors: 'key' }, life: TROUBLED },
	{
		name: 'cursors of a snapshot',
		traffic: BUSY,
		manners: { cursors: 'snapshot' },
		life: TROUBLED,
	},
	{
		name: 'cursors that expire, and little time',
		traffic: BUSY,
		manners: { cursors: 'expiring', cursorLife: 30 * MINUTE, latency: [SECOND, 4 * SECOND] },
		life: { ...TROUBLED, overlaps: 0 },
	},
	{
		name: 'cursors that expire between polls, in silence',
		traffic: { ...BUSY, rate: 120, burstSize: 10 },
		manners: {
			cursors: 'expiring',
			cursorLife: 45 * SECOND,
			expiry: 'empty',
			latency: [300, 2 * SECOND],
		},
		life: { ...TROUBLED, overlaps: 0 },
	},
	{
		name: 'another order of ties at each request',
		traffic: { ...BUSY, bursts: 0.15, burstSize: 8 },
		manners: { unstableTies: true },
		life: { ...TROUBLED, downtime: [HOUR, 14 * HOUR], restarts: 1 },
	},
	{
		name: 'a clock 45 minutes ahead',
		traffic: BUSY,
		manners: { skew: 45 * MINUTE },
		life: TROUBLED,
	},
	{ name: 'a clock 3 hours ahead', traffic: BUSY, manners: { skew: 3 * HOUR }, life: TROUBLED },
	{ name: 'a clock 3 hours behind', traffic: BUSY, manners: { skew: -3 * HOUR }, life: TROUBLED },
	{
		name: 'failures',
		traffic: BUSY,
		manners: {
			failing: 0.05,
			outages: [[20 * HOUR, 23 * HOUR]],
			deepOutages: [[30 * HOUR, 34 * HOUR]],
		},
		life: TROUBLED,
	},
	{
		name: 'newest first is refused',
		traffic: SPARSE,
		manners: { sort: 'refused' },
		life: { ...TROUBLED, pollEvery: 5 * MINUTE },
	},
	{
		name: 'newest first is ignored',
		traffic: SPARSE,
		manners: { sort: 'oldestFirst' },
		life: { ...TROUBLED, pollEvery: 5 * MINUTE },
	},
	{
		name: 'no order at all',
		traffic: SPARSE,
		manners: { sort: 'shuffled' },
		life: { ...TROUBLED, pollEvery: 5 * MINUTE },
	},
	{
		name: 'no order, and too little time for the whole list',
		engines: REMEMBERING,
		traffic: { ...BUSY, rate: 100 },
		manners: { sort: 'shuffled', latency: [SECOND, 3 * SECOND] },
		life: TROUBLED,
	},
	{
		name: 'oldest first, and too little time for the whole list',
		engines: REMEMBERING,
		traffic: { ...BUSY, rate: 100 },
		manners: { sort: 'oldestFirst', latency: [SECOND, 3 * SECOND] },
		life: TROUBLED,
	},
	{
		name: 'long downtime',
		traffic: BUSY,
		life: { ...TROUBLED, days: 4, restarts: 0.7, downtime: [2 * HOUR, 40 * HOUR] },
	},
	{
		name: 'long downtime and too little time',
		traffic: BUSY,
		manners: { latency: [SECOND, 3 * SECOND] },
		life: { ...TROUBLED, days: 4, restarts: 0.7, downtime: [2 * HOUR, 40 * HOUR] },
	},
	{
		name: 'Call Started',
		traffic: { ...BUSY, late: 0.2 },
		life: { ...TROUBLED, event: 'callStarted' },
	},
	{
		name: 'Transcript Ready',
		traffic: { ...BUSY, lateContent: 0.3 },
		life: { ...TROUBLED, event: 'transcriptReady' },
	},
	{
		name: 'a keyword that comes late',
		traffic: { ...BUSY, lateContent: 0.3 },
		life: { ...TROUBLED, filters: ['Keywords:array-contains-any:Callback'] },
	},
	{
		name: 'times that cannot be right',
		traffic: { ...BUSY, absurd: 0.05, noEnd: '0001-01-01T00:00:00Z' },
		life: TROUBLED,
	},
	{ name: 'ends that are corrected', traffic: { ...BUSY, corrected: 0.4 }, life: TROUBLED },
	{
		name: 'edits of filters and event',
		traffic: BUSY,
		life: {
			...TROUBLED,
			edits: [
				{ at: 8 * HOUR, change: { filters: ['Assistant:==:a'] } },
				{ at: 15 * HOUR, change: { filters: [] } },
				{ at: 22 * HOUR, change: { event: 'callStarted' } },
				{ at: 29 * HOUR, change: { event: 'callEnded' } },
				{ at: 36 * HOUR, change: { event: 'transcriptReady', filters: ['Assistant:==:b'] } },
			],
		},
	},
	{
		name: 'off for days',
		traffic: BUSY,
		life: { days: 4, off: [{ from: 20 * HOUR, to: 70 * HOUR }] },
	},
	{
		name: 'edited while it was off',
		traffic: BUSY,
		life: {
			off: [
				{ from: 8 * HOUR, to: 12 * HOUR, change: { filters: ['Assistant:==:a'] } },
				{ from: 18 * HOUR, to: 30 * HOUR, change: { event: 'transcriptReady', filters: [] } },
			],
		},
	},
	{
		name: 'calls without a start',
		traffic: { ...BUSY, undated: 0.1, late: 0, lateContent: 0 },
		life: TROUBLED,
	},
	{ name: 'starts that are corrected', traffic: { ...BUSY, restarted: 0.4 }, life: TROUBLED },
	{
		name: 'starts that are corrected, and Call Started',
		traffic: { ...BUSY, restarted: 0.4 },
		life: { ...TROUBLED, event: 'callStarted' },
	},
	{
		name: 'no Ids, and calls twice on a page',
		traffic: { ...BUSY, noIds: true, corrected: 0.1 },
		manners: { doubling: 0.3 },
		life: TROUBLED,
	},
	{ name: 'sorted by the end', traffic: SPARSE, manners: { sort: 'byEnd' }, life: TROUBLED },
	{
		name: 'a filter that changes from poll to poll, and little time',
		traffic: { ...BUSY, lateContent: 0.3 },
		manners: { boundCursors: true, latency: [SECOND, 3 * SECOND] },
		life: { ...TROUBLED, event: 'transcriptReady', changingFilter: true },
	},
	...(['refused', 'unknown', 'empty', 'top'] as const).map((expiry) => ({
		name: `cursors that are ${expiry} at the next poll, and a list too long for one poll`,
		traffic: { ...BUSY, rate: 900, long: 0 },
		manners: {
			cursors: 'expiring' as const,
			cursorLife: 40 * SECOND,
			expiry,
			latency: [SECOND, 2 * SECOND] as [number, number],
		},
		life: { off: [{ from: 14 * HOUR, to: 24 * HOUR }] },
		isTooMuch: true,
	})),
	{
		name: 'the same with large pages',
		traffic: { ...BUSY, rate: 900 },
		manners: {
			cursors: 'expiring',
			cursorLife: 40 * SECOND,
			latency: [SECOND, 2 * SECOND],
			largestPage: 100,
		},
		life: { pageSizeParameter: 'limit', off: [{ from: 14 * HOUR, to: 24 * HOUR }] },
	},
	{
		name: 'cursors that do not live as long as a page takes',
		traffic: { ...BUSY, rate: 60 },
		manners: { cursors: 'expiring', cursorLife: 400, expiry: 'empty', latency: [500, 800] },
		isTooMuch: true,
	},
	{ name: 'times to the millisecond', traffic: { ...BUSY, wholeSeconds: false }, life: TROUBLED },
	{ name: 'a poll every hour', traffic: BUSY, life: { ...TROUBLED, days: 4, pollEvery: HOUR } },
	{
		name: 'one call a page',
		traffic: { ...BUSY, rate: 60 },
		manners: { pageSize: 1 },
		life: TROUBLED,
	},
	{
		name: 'everything at once',
		traffic: { ...BUSY, absurd: 0.01, corrected: 0.1, burstSize: 8 },
		manners: {
			unstableTies: true,
			failing: 0.03,
			skew: 20 * MINUTE,
			latency: [300, 2 * SECOND],
			outages: [[2 * DAY, 2 * DAY + 2 * HOUR]],
		},
		life: { ...TROUBLED, days: 4, restarts: 2, downtime: [MINUTE, 12 * HOUR] },
	},
];

/** A service and a life made of everything above, by chance. */
export function randomCase(seed: number): Case {
	const random = new Random(seed);
	const often = (most: number) => (random.chance(0.4) ? random.between(0, most) : 0);
	const slow = random.chance(0.4);
	const noIds = random.chance(0.15);
	const cursors = random.pick(['offset', 'offset', 'key', 'snapshot', 'expiring'] as const);
	const sort = random.pick([
		'newestFirst',
		'newestFirst',
		'refused',
		'oldestFirst',
		'byEnd',
		'shuffled',
	] as const);
	// A list in no order is read whole by every poll.
	const isOrdered = sort === 'newestFirst';
	const event = random.pick(['callEnded', 'callEnded', 'callStarted', 'transcriptReady'] as const);
	return {
		name: `random service ${seed}`,
		traffic: {
			rate: random.pick(isOrdered ? [5, 60, 250, 600] : [5, 60]),
			history: random.pick(isOrdered ? [0, 30, 400] : [0, 30]),
			officeHours: random.chance(0.2),
			bursts: often(0.1),
			long: often(0.1),
			late: often(0.1),
			lateContent: often(0.2),
			deleted: often(0.3),
			corrected: often(0.3),
			restarted: noIds ? 0 : often(0.3),
			undated: noIds ? 0 : often(0.1),
			absurd: often(0.02),
			noIds,
			wholeSeconds: random.chance(0.7),
			noEnd: random.pick(['', '0001-01-01T00:00:00Z']),
		},
		manners: {
			cursors,
			cursorLife: random.pick([20 * SECOND, 100 * SECOND, 30 * MINUTE]),
			expiry: random.pick(['refused', 'unknown', 'empty', 'top']),
			sort,
			// A cursor that names a call needs an order that is the same each time.
			unstableTies: random.chance(0.2) && ['offset', 'snapshot'].includes(cursors),
			pageSize: random.pick([5, 10, 100]),
			skew: random.pick([0, 0, 40 * MINUTE, 3 * HOUR, -2 * HOUR]),
			failing: often(0.05),
			outages: random.chance(0.2) ? [[14 * HOUR, 16 * HOUR]] : [],
			latency: slow ? [SECOND, 3 * SECOND] : [50, 400],
			boundCursors: random.chance(0.3),
			doubling: often(0.3),
			largestPage: random.pick([0, 0, 50, 1000]),
		},
		life: {
			days: 1.5,
			pollEvery: random.pick(isOrdered ? [2 * MINUTE, 5 * MINUTE] : [5 * MINUTE, 20 * MINUTE]),
			event,
			changingFilter: random.chance(0.2),
			pageSizeParameter: random.pick(['', '', 'limit']),
			restarts: random.pick([0, 1, 3]),
			downtime: random.pick([
				[MINUTE, 30 * MINUTE],
				[HOUR, 10 * HOUR],
			]),
			deaths: often(0.003),
			overlaps: often(0.05),
		},
	};
}
