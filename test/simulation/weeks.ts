import { CASES } from './cases';
import type { Engine } from './n8n';
import { print } from './print';
import { simulate, type Outcome } from './simulate';

const SEEDS = 2;

/** Tests every case with one of n8n's ways to poll, and prints what it came to. */
export function testWeeks(engine: Engine): void {
	const rows: Record<string, Record<string, number>> = {};
	const cases = CASES.filter(({ engines }) => !engines || engines.includes(engine));

	it.each(cases)('$name', async (one) => {
		const runs: Outcome[] = [];
		for (let seed = 1; seed <= SEEDS; seed++) runs.push(await simulate(one, engine, seed));
		rows[one.name] = figuresOf(runs);
		const harm = runs.map(({ lost, twice, wrong, early, disorder }, index) => ({
			seed: index + 1,
			...{ lost, twice, wrong, early, disorder },
		}));
		const none = { lost: [], twice: [], wrong: [], early: [], disorder: 0 };
		expect(harm).toEqual(runs.map((_, index) => ({ seed: index + 1, ...none })));
	});

	afterAll(() => {
		const columns = Object.keys(Object.values(rows)[0] ?? {});
		const sum = (name: string) => Object.values(rows).reduce((total, row) => total + row[name], 0);
		rows['all cases'] = Object.fromEntries(columns.map((name) => [name, sum(name)]));
		print(rows);
	});
}

function figuresOf(runs: Outcome[]): Record<string, number> {
	const sum = (value: (run: Outcome) => number) => runs.reduce((all, run) => all + value(run), 0);
	return {
		polls: sum(({ polls }) => polls),
		deliveries: sum(({ deliveries }) => deliveries),
		restarts: sum(({ restarts }) => restarts),
		'failed polls': sum(({ failedPolls }) => failedPolls),
		requests: sum(({ requests }) => requests),
		lost: sum(({ lost }) => lost.length),
		twice: sum(({ twice }) => twice.length),
	};
}
