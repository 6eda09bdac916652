import { CASES, oddCase, randomCase } from './cases';
import type { Engine } from './n8n';
import { simulate, type Outcome } from './simulate';

/** Each way to poll has calls and mishaps of its own. */
const SEEDS: Record<Engine, number> = { default: 1, scheduler: 2, durableCursors: 3 };

/** Services made by chance, others for each way to poll. */
const chancesOf = (engine: Engine) =>
	Array.from({ length: 5 }, (_, nth) => (SEEDS[engine] - 1) * 5 + nth + 1);

/** With its scheduler n8n differs in what it keeps of the position: each of these two tries every third case. */
const TURNS: Record<Engine, number[]> = {
	default: [0, 1, 2],
	scheduler: [0],
	durableCursors: [1],
};

/** Tests the cases with one of n8n's ways to poll. */
export function testWeeks(engine: Engine): void {
	const cases = CASES.filter(
		({ engines = [engine] }, nth) => engines.includes(engine) && TURNS[engine].includes(nth % 3),
	);

	it.each(cases)('$name', async (one) => {
		const run = await simulate(one, engine, SEEDS[engine]);
		const { lost, twice, wrong, early, disorder } = run;
		const none = { lost: [], twice: [], wrong: [], early: [], disorder: 0 };
		expect({ lost, twice, wrong, early, disorder }).toEqual(none);
		expect(run.reported > 0).toBe(one.isTooMuch ?? false);
	});

	it.each(chancesOf(engine))('a service and a life by chance, number %i', async (seed) => {
		const run = await simulate(randomCase(seed), engine, seed);
		expect(run).toMatchObject({ lost: [], twice: [], wrong: [], early: [], disorder: 0 });
	});

	describe('an odd service, judged by docs/trigger.md alone:', () => {
		const runs: Outcome[] = [];
		beforeAll(async () => {
			for (const seed of chancesOf(engine)) runs.push(await simulate(oddCase(seed), engine, seed));
		});

		it.each([
			['nothing from before publishing', 'beforePublishing'],
			['nothing from before the last reading under what was asked before', 'beforeTheChange'],
			['nothing twice', 'twice'],
			['nothing that has not happened yet, or does not match', 'notYet'],
			['nothing is lost without an error that names it', 'lost'],
		] as const)('%s', (_, promise) => {
			expect(runs.flatMap(({ broken }) => broken[promise])).toEqual([]);
		});
	});
}
