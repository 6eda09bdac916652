import type { IDataObject } from 'n8n-workflow';

import type { Position } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { HOUR, MINUTE } from './calls';
import { CASES } from './cases';
import { simulate, type Case, type Mutation, type Outcome } from './simulate';

/** Enough seeds for the rarest of them; a run that shows the harm ends the search. */
const SEEDS = 4;

/** What goes wrong without a safeguard. */
type Harm = 'lost' | 'twice' | 'wrong' | 'reported';

const LAG = 6 * HOUR;

const named = (name: string): Case => {
	const found = CASES.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case "${name}"`);
	return found;
};

const everyRecord = (change: (record: IDataObject) => IDataObject): Mutation['page'] => {
	return (page) => ({ ...page, records: page.records.map(change) });
};

const SAFEGUARDS: Array<{
	name: string;
	in: Case;
	without: Mutation;
	harm: Harm;
}> = [
	{
		name: 'what was told is remembered',
		in: named('nothing special'),
		without: { spoil: (after) => (after.done = {}) },
		harm: 'twice',
	},
	{
		name: 'what is new is judged by the position as it is at the end of the poll',
		in: named('deletions'),
		without: { isStale: true },
		harm: 'twice',
	},
	{
		name: 'the lag of six hours',
		in: named('calls that are listed late, and Call Started'),
		without: { rules: { lag: 4 * HOUR } },
		harm: 'lost',
	},
	{
		name: 'deep readings',
		in: named('calls of many hours'),
		without: { rules: { deepEvery: Infinity } },
		harm: 'lost',
	},
	{
		name: 'the reach of a day',
		in: named('calls of many hours'),
		without: {
			rules: { lag: 0, reach: { callEnded: 12 * HOUR, callStarted: 0, transcriptReady: 0 } },
		},
		harm: 'lost',
	},
	{
		name: 'only deep readings move the position',
		in: named('long downtime and too little time'),
		without: { spoil: (after, _before, seen) => (after.since = Math.max(after.since, seen - LAG)) },
		harm: 'lost',
	},
	{
		name: 'an unfinished reading goes on where it was',
		in: named('long downtime and too little time'),
		without: { spoil: (after) => (after.deep = { state: 'finished', at: 0 }) },
		harm: 'lost',
	},
	{
		name: 'a failed poll moves nothing',
		in: named('failures'),
		without: { spoilFailed: (position, now) => (position.since = now) },
		harm: 'lost',
	},
	{
		name: 'a list in another order is read to its end',
		in: named('newest first is ignored'),
		without: {
			page: (page) => ({
				...page,
				direction: 'desc',
				records: [...page.records].sort((a, b) => startOf(b) - startOf(a)),
			}),
		},
		harm: 'lost',
	},
	{
		name: 'an edit goes on at no time that is far ahead',
		in: { ...named('edits of filters and event'), traffic: { absurd: 0.05 } },
		without: { rules: { ahead: Infinity } },
		harm: 'lost',
	},
	{
		name: 'the position moves to no time that is far ahead',
		in: named('times that cannot be right'),
		without: { spoil: (after, before, seen) => believe(after, before, seen) },
		harm: 'lost',
	},
	{
		name: 'an end in year 1 is no end',
		in: named('times that cannot be right'),
		without: {
			page: everyRecord((record) =>
				String(record.EndedAt).startsWith('0001')
					? { ...record, EndedAt: record.StartedAt }
					: record,
			),
		},
		harm: 'wrong',
	},
	{
		name: 'calls without a start are looked for at the other end of the list',
		in: named('calls without a start'),
		without: { rules: { rarely: Infinity } },
		harm: 'lost',
	},
	{
		name: 'a reading goes on with the filters with which it began',
		in: named('a filter that changes from poll to poll, and little time'),
		without: {
			page: (page) => ({ ...page, next: page.next && { ...page.next, filters: ['Other:==:1'] } }),
		},
		harm: 'reported',
	},
	{
		name: 'there is room for all that happened in a long pause',
		in: named('long downtime and too little time'),
		without: { rules: { mostDone: 100 } },
		harm: 'reported',
	},
	{
		name: 'an edit goes on at the newest event that is known',
		in: named('edited while it was off'),
		without: { spoil: (after, before, seen) => beginAnew(after, before, seen) },
		harm: 'lost',
	},
];

function startOf({ StartedAt }: IDataObject): number {
	return Date.parse(String(StartedAt));
}

function believe(after: Position, before: Position | undefined, seen: number): void {
	if (before && after.since !== before.since) after.since = Math.max(after.since, seen - LAG);
}

function beginAnew(after: Position, before: Position | undefined, seen: number): void {
	if (before && before.question !== after.question) after.since = seen + MINUTE;
}

async function harmless(one: Case, seed: number): Promise<void> {
	const { lost, twice, wrong, reported } = await simulate(one, 'default', seed);
	const none = { lost: [], twice: [], wrong: [], reported: 0 };
	expect({ lost, twice, wrong, reported }).toEqual(none);
}

it.each(SAFEGUARDS)('without "$name" calls are $harm', async ({ in: one, without, harm }) => {
	for (let seed = 1; seed <= SEEDS; seed++) {
		const outcome: Outcome = await simulate(one, 'default', seed, without);
		// The same run with it loses nothing.
		const harmed = outcome[harm];
		if (typeof harmed === 'number' ? harmed > 0 : harmed.length > 0)
			return await harmless(one, seed);
	}
	expect(`${SEEDS} runs without harm`).toBe('harm');
});
