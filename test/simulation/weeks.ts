import { CASES, randomCase } from './cases';
import type { Engine } from './n8n';
import { simulate, type Outcome } from './simulate';

/** Each way to poll has calls and mishaps of its own. */
const SEEDS: Record<Engine, number> = { default: 1, scheduler: 2, durableCursors: 3 };

/** Services made by chance, others for each way to poll. */
const CHANCES: Record<Engine, number[]> = {
	default: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
	scheduler: [11, 12, 13, 14, 15, 16, 17, 18],
	durableCursors: [21, 22, 23, 24, 25, 26, 27, 28],
};

/** With its scheduler n8n differs in what it keeps of the position: each of these two tries every third case. */
const TURNS: Record<Engine, number[]> = {
	default: [0, 1, 2],
	scheduler: [0],
	durableCursors: [1],
};

const NONE = {
	...{ beforePublishing: [], beforeTheChange: [], twice: [], notYet: [], lost: [] },
	notOldestFirst: [],
};

/** Tests the cases with one of n8n's ways to poll. */
export function testWeeks(engine: Engine): void {
	const cases = CASES.filter((_, nth) => TURNS[engine].includes(nth % 3));

	it.each(cases)('$name', async (one) => {
		const { broken, named } = await simulate(one, engine, SEEDS[engine]);
		expect(broken).toEqual(NONE);
		expect(named > 0).toBe(one.isTooMuch?.includes(engine) ?? false);
	});

	describe('services and lives by chance', () => {
		const runs: Outcome[] = [];
		beforeAll(async () => {
			for (const seed of CHANCES[engine]) {
				runs.push(await simulate(randomCase(seed), engine, seed));
			}
		});

		it.each([
			['nothing from before publishing is delivered', 'beforePublishing'],
			['nothing from before the last reading under what was asked before', 'beforeTheChange'],
			['nothing twice', 'twice'],
			['nothing that has not happened yet, or does not match', 'notYet'],
			['what comes together comes oldest first', 'notOldestFirst'],
			['nothing is lost without an error that names it', 'lost'],
		] as const)('%s', (_, promise) => {
			expect(runs.flatMap(({ broken }) => broken[promise])).toEqual([]);
		});
	});
}
