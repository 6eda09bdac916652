import { UserError } from '../../n8n/errors';
import { quoteValue } from '../../n8n/text';
import { readList } from '../../n8n/values';
import type { Guard } from './guard';
import { callTimes, othersSaid } from './history';
import { callableAfter, dateAndTime, times } from './when';

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** How far back calls count, where the plan is not longer. */
const LOOK_BACK_MS = 30 * UNITS_MS.d;

/** A number that did not answer is called again with growing gaps; one that answered is not. */
export const redialPlan: Guard = {
	field: {
		displayName: 'Redial Plan',
		name: 'redialPlan',
		type: 'string',
		default: '4h, 1d, 3d',
		placeholder: 'e.g. 30m, 4h, 1d',
		description:
			'Call again only who did not answer, so long after the last call: minutes (m), hours (h) or days (d), separated by commas. After the last one, the item is skipped.',
	},
	label: 'not due for another call',
	read(value) {
		const gaps = readGaps(value);
		const length = gaps.reduce((sum, gap) => sum + gap, 0);
		// Calls that are made later than due must not drop out of a plan of weeks, or it would begin anew.
		const lookBackMs = Math.max(LOOK_BACK_MS, 2 * length);
		return {
			lookBackMs,
			async reasonToSkip(call) {
				const { phoneNumber, timezone, now } = call;
				const made = await callTimes(call, lookBackMs);
				const listed = made.flatMap(({ listed }) => listed ?? []);
				const reached = listed.find((one) => othersSaid(one).length > 0);
				const lastCall = listed[0]?.brief;
				if (reached) {
					const time = made.find((one) => one.listed === reached)!.time;
					return {
						reason: `${phoneNumber} was reached on ${dateAndTime(time, now(), timezone)}`,
						lastCall: reached.brief,
					};
				}
				if (made.length === 0) return undefined;
				if (made.length > gaps.length) {
					const reason = `${phoneNumber} was called ${times(made.length)} without an answer`;
					return { reason, lastCall };
				}
				const [{ time, listed: last }] = made;
				const begin = last && last.end === undefined ? now() : time;
				const left = begin + gaps[made.length - 1] - now();
				if (left <= 0) return undefined;
				const due = dateAndTime(Date.now() + left, Date.now(), timezone);
				return {
					reason: `The next call to ${phoneNumber} is due on ${due}, after ${made.length === 1 ? 'a call' : `${made.length} calls`} without an answer`,
					callableFrom: callableAfter(left, timezone),
					lastCall,
				};
			},
		};
	},
};

function readGaps(value: unknown): number[] {
	const gaps = (readList(value) ?? []).map((text) => {
		const [, count, unit] = /^(\d+(?:\.\d+)?) ?([mhd])$/.exec(text) ?? [];
		return Number(count) * UNITS_MS[unit];
	});
	if (gaps.length > 0 && gaps.every((gap) => gap > 0 && gap <= MAX_GAP_MS)) return gaps;
	throw new UserError(
		`'Redial Plan' is ${quoteValue(value)}, which is not a list of times`,
		"Enter times such as 30m, 4h, 1d, separated by commas: minutes (m), hours (h) or days (d), each up to 365 days. 'Redial Plan' is under 'Options'.",
	);
}

const MAX_GAP_MS = 365 * UNITS_MS.d;
