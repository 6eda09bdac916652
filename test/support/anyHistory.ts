import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

/* Histories of calls, for properties of the guards that ask the service. */

export const NOW = Date.parse('2026-11-20T20:00:00Z');

/** When a call started. */
export interface Start {
	/** Milliseconds before NOW; less than 0 by a clock that is ahead. Infinity: it cannot be read. */
	ago: number;
	StartedAt: IDataObject[string];
}

const WRITTEN: Array<(time: number) => string> = [
	(time) => new Date(time).toISOString(),
	(time) => new Date(time).toISOString().replace('.000Z', 'Z'),
	(time) => new Date(time).toISOString().replace('T', ' ').replace('.000Z', ''),
	(time) => String(DateTime.fromMillis(time, { zone: 'Asia/Kolkata' }).toISO()),
	(time) => String(DateTime.fromMillis(time, { zone: 'America/New_York' }).toISO()),
];

const UNREADABLE = [
	...['', ' ', 'soon', '20.11.2026', '2026-13-45T00:00:00Z', null, undefined, 7, {}],
	...['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
];

/** Quarters of an hour as well, so that calls are as old as a setting says to the second. */
const anySeconds = (hours: number) =>
	fc.oneof(
		fc.integer({ min: -3600, max: hours * 3600 }),
		fc.integer({ min: -4, max: hours * 4 }).map((quarters) => quarters * 900),
	);

/** A start up to so many hours ago, as services write it; now and then one that cannot be read. */
export const anyStart = (hours: number): fc.Arbitrary<Start> =>
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc
				.tuple(anySeconds(hours), fc.constantFrom(...WRITTEN))
				.map(([seconds, write]) => ({
					ago: seconds * 1000,
					StartedAt: write(NOW - seconds * 1000),
				})),
		},
		{
			weight: 1,
			arbitrary: fc.constantFrom(...UNREADABLE).map((StartedAt) => ({ ago: Infinity, StartedAt })),
		},
	);

/** Whether the call counts where calls of so many milliseconds do: in doubt it does. */
export const isWithin = ({ ago }: Start, ms: number) => ago === Infinity || ago <= ms;

/** Calls as `history` gives them: those without a readable start first, then the newest first. */
export const newestFirst = (starts: Start[]): IDataObject[] =>
	starts
		.map(({ ago, StartedAt }, index) => ({
			ago: ago === Infinity ? -Infinity : ago,
			StartedAt,
			index,
		}))
		.sort((a, b) => (a.ago === b.ago ? 0 : a.ago - b.ago))
		.map(({ StartedAt, index }) => ({ Id: `call ${index}`, StartedAt }));
