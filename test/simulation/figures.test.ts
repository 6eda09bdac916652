import { RULES, type Rules } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { DAY, HOUR } from './calls';
import { CASES } from './cases';
import { simulate, type Case } from './simulate';

/* With other figures of the trigger calls are lost or reported, and the simulation notices it. */

/** Enough seeds for the rarest of them; a run that shows the harm ends the search. */
const SEEDS = [1, 2, 3, 4];

const NO_HARM = { lost: [], twice: [], wrong: [], reported: 0 };

/** Longer than anything lasts here. */
const AGES = 100_000 * DAY;
const shortReach = { ...RULES.reach, callEnded: 12 * HOUR };
const farAhead = { traffic: { absurd: 0.05 } };

it.each<[name: string, rules: Partial<Rules>, more?: Partial<Case>]>([
	['calls that are listed late, and Call Started', { lag: 4 * HOUR }],
	['calls of many hours', { deepEvery: AGES }],
	['calls of many hours', { lag: 0, reach: shortReach }],
	['edits of filters and event', { ahead: AGES }, farAhead],
	['calls without a start', { rarely: AGES }],
	['long downtime and too little time', { mostDone: 100 }],
])('the case "%s" does harm with %j', async (name, rules, more = {}) => {
	const one = { ...CASES.find((known) => known.name === name), name, ...more };
	for (const seed of SEEDS) {
		const { lost, reported } = await simulate(one, 'default', seed, rules);
		if (lost.length + reported === 0) continue;
		expect(await simulate(one, 'default', seed)).toMatchObject(NO_HARM);
		return;
	}
	throw new Error('No run shows any harm.');
});
