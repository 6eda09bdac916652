import { DAY, HOUR, MINUTE, SECOND } from './calls';
import { Random } from './random';
import type { Manners } from './service';
import type { Case, Life } from './simulate';

const BUSY = { bursts: 0.02, long: 0.05, late: 0.05, lateContent: 0.05, deleted: 0.1 };
const LATE_CONTENT = { ...BUSY, lateContent: 0.3 };

/** Too little time to read a long list in one poll. */
const SLOW: Pick<Manners, 'latency'> = { latency: [SECOND, 3 * SECOND] };
const EXPIRING = { cursors: 'expiring' as const, cursorLife: 40 * SECOND };

const TROUBLED = { restarts: 3, deaths: 0.002, overlaps: 0.05 };
const DOWN: Partial<Life> = {
	...TROUBLED,
	days: 4,
	restarts: 0.7,
	downtime: [2 * HOUR, 40 * HOUR],
};
const OFF = { off: [{ from: 14 * HOUR, to: 24 * HOUR }] };

/** Where the schedulers give too little time, n8n's default engine gives enough. */
const SCHEDULERS: Partial<Case> = { isTooMuch: ['scheduler', 'durableCursors'] };

const of = (
	name: string,
	traffic: Case['traffic'] = {},
	manners: Case['manners'] = {},
	life: Case['life'] = {},
	more: Partial<Case> = {},
): Case => ({ name, traffic, manners, life, ...more });

/** What the trigger must bear without losing or doubling anything, beside what is tried by chance. */
export const CASES: Case[] = [
	of('nothing special'),
	of('few calls', { rate: 8 }, {}, { days: 7, restarts: 2, pollEvery: 5 * MINUTE }),
	of('no call at the beginning', { rate: 20, history: 0 }, {}, { restarts: 1 }),
	of('calls that are listed late', { late: 0.2 }, {}, { restarts: 2 }),
	of(
		'calls that are listed late, and Call Started',
		...[{ late: 0.2 }, {}, { restarts: 2, event: 'callStarted' as const }],
	),
	of('many calls in one second', { bursts: 0.05, burstSize: 80 }),
	of('calls of many hours', { long: 0.2 }, {}, { restarts: 2 }),
	of(
		'cursors that expire between polls, in silence',
		{ ...BUSY, rate: 120, burstSize: 10 },
		{ ...EXPIRING, cursorLife: 45 * SECOND, expiry: 'empty', latency: [300, 2 * SECOND] },
		{ ...TROUBLED, overlaps: 0 },
	),
	of(
		'another order of ties at each request',
		{ ...BUSY, bursts: 0.15, burstSize: 8 },
		{ unstableTies: true },
		{ ...TROUBLED, downtime: [HOUR, 14 * HOUR], restarts: 1 },
	),
	of(
		'failures',
		BUSY,
		{
			failing: 0.05,
			outages: [[20 * HOUR, 23 * HOUR]],
			deepOutages: [[30 * HOUR, 34 * HOUR]],
		},
		TROUBLED,
	),
	...(['shuffled', 'oldestFirst'] as const).map((sort) =>
		of(
			`a list that is ${sort}, and too little time for all of it`,
			...[{ ...BUSY, rate: 100 }, { sort, ...SLOW }, TROUBLED, SCHEDULERS],
		),
	),
	of('long downtime', BUSY, {}, DOWN),
	of('long downtime and too little time', BUSY, SLOW, DOWN, SCHEDULERS),
	of('Transcript Ready', LATE_CONTENT, {}, { ...TROUBLED, event: 'transcriptReady' }),
	of(
		'a keyword that comes late',
		...[LATE_CONTENT, {}, { ...TROUBLED, filters: ['Keywords:array-contains-any:Callback'] }],
	),
	of(
		'times that cannot be right',
		...[{ ...BUSY, absurd: 0.05, noEnd: '0001-01-01T00:00:00Z' }, {}, TROUBLED],
	),
	of('off for days', BUSY, {}, { days: 4, off: [{ from: 20 * HOUR, to: 70 * HOUR }] }),
	of(
		'edited while it was off',
		BUSY,
		{},
		{
			off: [
				{ from: 8 * HOUR, to: 12 * HOUR, change: { filters: ['Assistant:==:a'] } },
				{ from: 18 * HOUR, to: 30 * HOUR, change: { event: 'transcriptReady', filters: [] } },
			],
		},
	),
	of('calls without a start', { ...BUSY, undated: 0.1, late: 0, lateContent: 0 }, {}, TROUBLED),
	of(
		'no Ids, and calls twice on a page',
		...[{ ...BUSY, noIds: true, corrected: 0.1 }, { doubling: 0.3 }, TROUBLED],
	),
	of('Transcript Ready, and little time', LATE_CONTENT, SLOW, {
		...TROUBLED,
		event: 'transcriptReady',
	}),
	...(['refused', 'unknown', 'empty', 'top'] as const).map((expiry) =>
		of(
			`cursors that are ${expiry} at the next poll, and a list too long for one poll`,
			{ ...BUSY, rate: 900, long: 0 },
			{ ...EXPIRING, expiry, latency: [SECOND, 2 * SECOND] },
			OFF,
			SCHEDULERS,
		),
	),
	of(
		'the same with large pages',
		{ ...BUSY, rate: 600 },
		{ ...EXPIRING, latency: [SECOND, 2 * SECOND] },
		{ pageSize: 100, ...OFF },
	),
	of(
		'cursors that do not live as long as a page takes',
		{ ...BUSY, rate: 60 },
		{ ...EXPIRING, cursorLife: 400, expiry: 'empty', latency: [500, 800] },
		{},
		{ isTooMuch: ['default', 'scheduler', 'durableCursors'] },
	),
	of('a poll every hour', BUSY, {}, { ...TROUBLED, days: 4, pollEvery: HOUR }),
	of('one call a page', { ...BUSY, rate: 60 }, { pageSize: 1 }, TROUBLED),
	of(
		'everything at once',
		{ ...BUSY, absurd: 0.01, corrected: 0.1, burstSize: 8 },
		{
			...{ unstableTies: true, failing: 0.03, skew: 20 * MINUTE, latency: [300, 2 * SECOND] },
			outages: [[2 * DAY, 2 * DAY + 2 * HOUR]],
		},
		{ ...TROUBLED, days: 4, restarts: 2, downtime: [MINUTE, 12 * HOUR] },
	),
];

/** A service as odd as docs/trigger.md allows, and a life with changes of what is asked, by chance. */
export function randomCase(seed: number): Case {
	const random = new Random(seed);
	const often = (most: number) => (random.chance(0.4) ? random.between(0, most) : 0);
	const sort = random.pick([
		...(['newestFirst', 'newestFirst', 'newestFirst', 'refused'] as const),
		...(['oldestFirst', 'byEnd', 'shuffled'] as const),
	]);
	// A list in no order is read whole by every poll.
	const isOrdered = sort === 'newestFirst';
	const rate = random.pick(isOrdered ? [5, 60, 300, 600] : [5, 60]);
	const skew = random.pick([0, 0, 40 * MINUTE, -2 * HOUR]);
	// With few calls nobody can tell.
	const zone = rate >= 300 ? random.pick([0, 2 * HOUR, -5 * HOUR]) : 0;
	const noIds = random.chance(0.15);
	const cursors = random.pick([
		...[{}, {}, { cursors: 'key' as const }, { cursors: 'snapshot' as const }, EXPIRING],
		{ ...EXPIRING, cursorLife: 400, expiry: 'empty' as const },
	]);
	const change = () => ({
		event: random.pick(['callEnded', 'callStarted', 'transcriptReady'] as const),
		filters: random.pick([[], ['Assistant:==:a'], ['Keywords:array-contains-any:Callback']]),
	});
	const hasEdits = random.chance(0.6);
	return {
		name: `service and life ${seed}`,
		traffic: {
			...{ rate, noIds, history: random.pick([0, 30, 400]), wholeSeconds: random.chance(0.7) },
			...{ long: often(0.1), late: often(0.2), lateContent: often(0.3), deleted: often(0.3) },
			...{ bursts: often(0.05), burstSize: 8, corrected: often(0.3), absurd: often(0.02) },
			...{ restarted: noIds ? 0 : often(0.3), undated: noIds ? 0 : often(0.2) },
			...{ undatedFirst: random.chance(0.5), planned: zone ? 0 : often(0.2) },
		},
		manners: {
			...{ ...cursors, sort, skew: skew + zone, dateSkew: skew, empty: often(0.2) },
			...{ pageSize: random.pick(isOrdered ? [5, 20, 100] : [50, 100]), doubling: often(0.3) },
			...{ failing: often(0.03), outages: random.chance(0.3) ? [[9 * HOUR, 9.5 * HOUR]] : [] },
		},
		life: {
			...{ ...change(), pollEvery: 5 * MINUTE, overlaps: often(0.05) },
			// What was read is forgotten with the process, so that a change looks back further then.
			...(hasEdits
				? { edits: [13, 22, 31].map((hours) => ({ at: hours * HOUR, change: change() })) }
				: { restarts: random.pick([1, 3]), deaths: often(0.003) }),
		},
	};
}
