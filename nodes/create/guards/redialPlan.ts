import { wrongOption } from '../../form/readers';
import { readList } from '../../n8n/values';
import type { Guard } from './guard';
import { callsMade, lastCallOf, othersSaid, whenMade } from './history';
import { callableAt, times } from './when';

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };

/** How far back calls count, where the plan is not longer. */
const LOOK_BACK_MS = 30 * UNITS_MS.d;
const MAX_GAP_MS = 365 * UNITS_MS.d;

/** A number that did not answer is called again with growing gaps; one that answered is not. */
export const redialPlan: Guard = {
	field: {
		displayName: 'Redial Plan',
		name: 'redialPlan',
		type: 'string',
		default: '4h, 1d, 3d',
		placeholder: 'e.g. 30m, 4h, 1d',
		description:
			'After a call without an answer, call the number again after these times: minutes (m), hours (h) or days (d), separated by commas. A number that answered, or was called to the end of the plan, is skipped.',
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
				const { timezone, now } = call;
				const made = await callsMade(call, lookBackMs);
				if (made.length === 0) return undefined;
				const reached = made.find(({ listed }) => listed && othersSaid(listed).length > 0);
				const lastCall = lastCallOf(reached ?? made.find(({ listed }) => listed) ?? made[0]);
				if (reached) return { reason: `Reached ${whenMade(reached, timezone)}`, lastCall };
				const [{ time, listed }] = made;
				const last = `${made.length > 1 ? 'last ' : ''}${whenMade(made[0], timezone)}`;
				const calls = `called ${times(made.length)} without an answer, ${last}`;
				if (made.length > gaps.length) return { reason: `Not reached: ${calls}`, lastCall };
				const begin = listed?.end === undefined ? now() : time;
				const due = begin + gaps[made.length - 1];
				if (due <= now()) return undefined;
				const { callableFrom, shown } = callableAt(call, due);
				return { reason: `Due at ${shown}: ${calls}`, callableFrom, lastCall };
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
	const advice =
		'Enter times such as 30m, 4h, 1d, separated by commas: minutes (m), hours (h) or days (d), each up to 365 days.';
	throw wrongOption(value, 'Redial Plan', advice);
}
