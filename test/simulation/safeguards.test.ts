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

/** Without it, in a case, this harm comes about. */
const SAFEGUARDS: Array<[name: string, harm: Harm, one: Case, without: Mutation]> = [
	[
		'what was told is remembered',
		'twice',
		named('nothing special'),
		{ spoil: (after) => (after.done = {}) },
	],
	[
		'what is new is judged by the position as it is at the end of the poll',
		'twice',
		named('deletions'),
		{ isStale: true },
	],
	[
		'the lag of six hours',
		'lost',
		named('calls that are listed late, and Call Started'),
		{ rules: { lag: 4 * HOUR } },
	],
	['deep readings', 'lost', named('calls of many hours'), { rules: { deepEvery: Infinity } }],
	[
		'the reach of a day',
		'lost',
		named('calls of many hours'),
		{ rules: { lag: 0, reach: { callEnded: 12 * HOUR, callStarted: 0, transcriptReady: 0 } } },
	],
	[
		'only deep readings move the position',
		'lost',
		named('long downtime and too little time'),
		{ spoil: (after, _before, seen) => (after.since = Math.max(after.since, seen - LAG)) },
	],
	[
		'an unfinished reading goes on where it was',
		'lost',
		named('long downtime and too little time'),
		{ spoil: (after) => (after.deep = { state: 'finished', at: 0 }) },
	],
	[
		'a failed poll moves nothing',
		'lost',
		named('failures'),
		{ spoilFailed: (position, now) => (position.since = now) },
	],
	[
		'a list in another order is read to its end',
		'lost',
		named('newest first is ignored'),
		{ page: (page) => ({ ...page, direction: 'desc', records: newestFirst(page.records) }) },
	],
	[
		'an edit goes on at no time that is far ahead',
		'lost',
		{ ...named('edits of filters and event'), traffic: { absurd: 0.05, rate: 250 } },
		{ rules: { ahead: Infinity } },
	],
	[
		'the position moves to no time that is far ahead',
		'lost',
		named('times that cannot be right'),
		{ spoil: (after, before, seen) => believe(after, before, seen) },
	],
	[
		'an end in year 1 is no end',
		'wrong',
		named('times that cannot be right'),
		{ page: (page) => ({ ...page, records: page.records.map(endedAtOnce) }) },
	],
	[
		'calls without a start are looked for at the other end of the list',
		'lost',
		named('calls without a start'),
		{ rules: { rarely: Infinity } },
	],
	[
		'a reading goes on with the filters with which it began',
		'reported',
		named('a filter that changes from poll to poll, and little time'),
		{ page: (page) => ({ ...page, next: page.next && { ...page.next, filters: ['Other:==:1'] } }) },
	],
	[
		'there is room for all that happened in a long pause',
		'reported',
		named('long downtime and too little time'),
		{ rules: { mostDone: 100 } },
	],
	[
		'an edit goes on at the newest event that is known',
		'lost',
		named('edited while it was off'),
		{ spoil: (after, before, seen) => beginAnew(after, before, seen) },
	],
];

function newestFirst(records: IDataObject[]): IDataObject[] {
	return [...records].sort((a, b) => startOf(b) - startOf(a));
}

function endedAtOnce(record: IDataObject): IDataObject {
	const isYearOne = String(record.EndedAt).startsWith('0001');
	return isYearOne ? { ...record, EndedAt: record.StartedAt } : record;
}

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

it.each(SAFEGUARDS)('without "%s" calls are %s', async (_, harm, one, without) => {
	for (let seed = 1; seed <= SEEDS; seed++) {
		const outcome: Outcome = await simulate(one, 'default', seed, without);
		// The same run with it loses nothing.
		const harmed = outcome[harm];
		if (typeof harmed === 'number' ? harmed > 0 : harmed.length > 0)
			return await harmless(one, seed);
	}
	expect(`${SEEDS} runs without harm`).toBe('harm');
});
