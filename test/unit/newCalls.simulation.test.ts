import { CASES } from '../simulation/cases';
import type { Engine } from '../simulation/n8n';
import { simulate } from '../simulation/simulate';
import { someOf } from '../support/deep';

/** A few of all cases; `npm run test:simulation` runs the others, with other seeds. */
const RUNS: Array<[string, Engine]> = [
	['everything at once', 'default'],
	['everything at once', 'scheduler'],
	['everything at once', 'durableCursors'],
	['edits of filters and event', 'default'],
	['edited while it was off', 'default'],
	['long downtime and too little time', 'default'],
	['ends that are corrected', 'durableCursors'],
];
const SEED = 2026;

it.each(someOf(RUNS, 2))('days of "%s" with the engine %s', async (name, engine) => {
	const one = CASES.find((known) => known.name === name);
	const { lost, twice, wrong, early, disorder, deliveries } = await simulate(
		one ?? { name },
		engine,
		SEED,
	);
	const none = { lost: [], twice: [], wrong: [], early: [], disorder: 0 };
	expect({ lost, twice, wrong, early, disorder }).toEqual(none);
	expect(deliveries).toBeGreaterThan(200);
});
