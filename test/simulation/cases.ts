import { DAY, HOUR, MINUTE, SECOND } from './calls';
import type { Engine } from './n8n';
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
