import { CASES, randomCase } from './cases';
import type { Engine } from './n8n';
import { print } from './print';
import { simulate, type Outcome } from './simulate';

/** Each way to poll has calls and mishaps of its own. */
const SEEDS: Record<Engine, number> = { default: 1, scheduler: 2, durableCursors: 3 };

/** How many services are made by chance. */
const RANDOM = Array.from({ length: 25 }, (_, nth) => nth + 1);

/** Tests every case with one of n8n's ways to poll, and prints what it came to. */
export function testWeeks(engine: Engine): void {
	const rows: Record<string, Record<string, number>> = {};
	const cases = CASES.filter(({ engines }) => !engines || engines.includes(engine));

	it.each(cases)('$name', async (one) => {
		const run = await simulate(one, engine, SEEDS[engine]);
		rows[one.name] = figuresOf(run);
		const { lost, twice, wrong, early, disorder } = run;
		const none = { lost: [], twice: [], wrong: [], early: [], disorder: 0 };
		expect({ lost, twice, wrong, early, disorder }).toEqual(none);
		expect(run.reported > 0).toBe(one.isTooMuch ?? false);
	});

	it.each(RANDOM)('a service and a life by chance, number %i', async (seed) => {
		const run = await simulate(randomCase(seed), engine, seed);
		rows[`by chance, ${seed}`] = figuresOf(run);
		expect(run).toMatchObject({ lost: [], twice: [], wrong: [], early: [], disorder: 0 });
	});

	afterAll(() => {
		const columns = Object.keys(Object.values(rows)[0] ?? {});
		const sum = (name: string) => Object.values(rows).reduce((total, row) => total + row[name], 0);
		rows['all cases'] = Object.fromEntries(columns.map((name) => [name, sum(name)]));
		print(rows);
	});
}

function figuresOf(run: Outcome): Record<string, number> {
	return {
		polls: run.polls,
		deliveries: run.deliveries,
		restarts: run.restarts,
		'failed polls': run.failedPolls,
		requests: run.requests,
		lost: run.lost.length,
		twice: run.twice.length,
		reported: run.reported,
		'largest state': run.largestState,
	};
}
