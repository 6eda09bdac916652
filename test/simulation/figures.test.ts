import type { RULES } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { HOUR } from './calls';
import { CASES } from './cases';
import { simulate, type Case } from './simulate';

/* What the figures of the trigger are for. What it does with them, its unit tests see. */

/** Enough seeds for the rarest of them; a run that shows the harm ends the search. */
const SEEDS = 4;

/** What goes wrong with another figure. */
type Harm = 'lost' | 'named';

const named = (name: string): Case => {
	const found = CASES.find((one) => one.name === name);
	if (!found) throw new Error(`There is no case "${name}"`);
	return found;
};

const LONG = named('calls of many hours');
const REACH = { callEnded: 12 * HOUR, callStarted: 0, transcriptReady: 0 };

it.each<[what: string, harm: Harm, one: Case, figures: Partial<typeof RULES>]>([
	['a lag', 'lost', named('calls that are listed late, and Call Started'), { lag: 4 * HOUR }],
	['deep readings', 'lost', LONG, { deepEvery: Infinity }],
	['a reach of a day', 'lost', LONG, { lag: 0, reach: REACH }],
	['a look at the other end', 'lost', named('calls without a start'), { rarely: Infinity }],
	['much room', 'named', named('long downtime and too little time'), { maxDone: 100 }],
])('without %s calls are %s', async (_, harm, one, figures) => {
	for (let seed = 1; seed <= SEEDS; seed++) {
		const { broken, named } = await simulate(one, 'default', seed, figures);
		if ((harm === 'lost' ? broken.lost.length : named) === 0) continue;
		// The same run with its own figures.
		const none = { broken: { lost: [], twice: [] }, named: 0 };
		return expect(await simulate(one, 'default', seed)).toMatchObject(none);
	}
	expect(`${SEEDS} runs without harm`).toBe('harm');
});
