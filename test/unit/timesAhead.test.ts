import type { Call } from '../../nodes/service/call';
import type { CallPage } from '../../nodes/service/calls';
import { timesAhead } from '../../nodes/VoiceAssistantCallsTrigger/timesAhead';
import { HOUR, MINUTE, NOW } from '../support/callList';

/** A call that started and ended so many minutes ago. */
type Minutes = [start: number, end?: number];

/** Calls of a minute each, the newest of which ended `last` minutes ago. */
const every = (gap: number, last: number, count = 10) =>
	Array.from({ length: count }, (_, nth): Minutes => [last + 1 + nth * gap, last + nth * gap]);

const timeAgo = (minutes?: number) => (minutes === undefined ? undefined : NOW - minutes * MINUTE);

const pageOf = (calls: Minutes[], nextCursor = ''): CallPage => ({
	calls: calls.map(([start, end]) => ({ start: timeAgo(start), end: timeAgo(end) }) as Call),
	direction: 'desc',
	nextCursor,
});

/** Minutes that the times are ahead, and how many pages were read for it. */
async function told(pages: CallPage[], isMeasured = true, isTime = true) {
	let read = 0;
	const found = await timesAhead(
		{
			watch: { event: 'callEnded', address: '', text: '' },
			async *pages() {
				for (const page of pages) {
					read++;
					yield page;
				}
			},
			ahead: () => ({ min: 0, max: 0, isMeasured }),
			deadlines: { first: isTime ? Infinity : 0, usual: 0, deep: 0 },
		},
		NOW,
	);
	return { read, ahead: found === undefined ? undefined : found / MINUTE };
}

const HOURS = HOUR / MINUTE;

it.each<[title: string, calls: Minutes[], ahead: number | undefined]>([
	['right where a call ended an hour ago', every(10, 60), 0],
	['behind where calls came more often', every(10, 120), -120],
	['behind by quarters of an hour', every(10, 134), -120],
	['behind where calls came twice as often', every(60, 121), -120],
	['unknown where they came nearly so', every(60, 120), undefined],
	['unknown where one gap was as long', [...every(10, 120, 9), [300, 299]], undefined],
	['behind by a gap that is no longer of the newest ten', [...every(10, 120), [900, 899]], -120],
	['behind as far as a zone can be', every(10, 14 * HOURS), -14 * HOURS],
	['unknown where no zone is so far', every(10, 14 * HOURS + 1), undefined],
	['unknown with few calls', every(10, 120, 9), undefined],
	['unknown without calls', [], undefined],
	['right with few calls, of which one has just ended', every(10, 5, 2), 0],
	['ahead where two that are over are still to come', [[-130, -131], ...every(10, -121, 1)], 120],
	['ahead by the second of three', [[-135, -136], [-120, -121], ...every(10, -20, 2)], 120],
	['ahead by seconds', [[-1, -2], [-0.5, -1], ...every(10, 5)], 0.5],
	['right where one that is over is still to come', [[-130, -131], ...every(10, 5)], 0],
	['right where calls are planned', [[-130], [-120], ...every(10, 5)], 0],
	['right where planned calls were called off', [[-130, 9], [-120, 8], ...every(10, 5)], 0],
	['right where ends are mistakes', [[-1500, -1501], [-1400, -1401], ...every(10, 5)], 0],
])('times are %s', async (_, calls, ahead) => {
	expect((await told([pageOf(calls)])).ahead).toBe(ahead);
});

it('times are as far as they seem, where the service does not tell its own', async () => {
	expect(await told([pageOf(every(10, 134))], false)).toEqual({ read: 1, ahead: -134 });
});

it('as much is read as tells it', async () => {
	const [first, second] = [every(10, 120), every(10, 230)];
	const known = { read: 1, ahead: -120 };
	expect(await told([pageOf(first, 'next'), pageOf(second)])).toEqual(known);
	const parts = [pageOf(first.slice(0, 6), 'next'), pageOf(first.slice(6))];
	expect(await told(parts)).toEqual({ ...known, read: 2 });
	expect(await told(parts, true, false)).toEqual({ read: 1, ahead: undefined });
	// In no order, a whole list tells it.
	const mixed = [...first].reverse();
	expect(await told([pageOf(mixed, 'next'), pageOf(second)])).toEqual({ ...known, read: 2 });
	expect(await told([pageOf(mixed, 'next'), pageOf(second)], true, false)).toEqual({
		read: 1,
		ahead: undefined,
	});
});
