import { startSandbox, type Sandbox } from '../../../sandbox';
import { isOlderN8n } from '../../support/built';
import { ADVICE } from '../../support/engineSentences';
import { isInDoubt } from './expected';
import { KEY, SECRET, type FaultCase } from './faultCase';
import { faults as everyFault } from './faults';
import type { Cell, Harm, Outcome } from './cell';
import { cellsOf, runCell } from './runCell';
import { holdsKey } from './seen';

/*
 * Every fault, in every operation, under every setting of On Error and Retry On Fail; each cell is a
 * run of the node through n8n's engine against a sandbox of its own. `faults.ts` says what a person
 * reads, `expected.ts` what becomes of the items.
 */

/** What n8n sees of a fault: the words are the node's own. */
const courseOf = (fault: FaultCase) => {
	const { status, getIsRepeated, callIsSentAgain, callIsPlaced, reaches, timeout } = fault;
	const course = [status, getIsRepeated, callIsSentAgain, callIsPlaced, reaches, timeout];
	return JSON.stringify([...course, fault.create === null]);
};

/** With an older n8n one fault of each course. */
const faults = isOlderN8n
	? [...new Map(everyFault.map((fault) => [courseOf(fault), fault])).values()]
	: everyFault;

const AT_ONCE = 60;
const AT_ONCE_IN_QUIET = 4;

const outcomes = new Map<string, Promise<Outcome[]>>();
let foreign: Sandbox;

/** Lets so many functions run at once, in the order in which they came. */
function limited(most: number) {
	let running = 0;
	const waiting: Array<() => void> = [];
	return async <T>(task: () => Promise<T>): Promise<T> => {
		if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		try {
			return await task();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}

/**
 * Where an item waits for an answer only so long, a busy machine looks like the fault itself. What is
 * not as expected then runs once more when nothing else does; the harm of both runs counts.
 */
async function withoutHaste(
	cells: Cell[],
	firstRuns: Promise<Outcome[]>,
	quiet: Promise<unknown>,
): Promise<Outcome[]> {
	const outcomesOfFirst = await firstRuns;
	await quiet;
	const inTurn = limited(AT_ONCE_IN_QUIET);
	return await Promise.all(
		outcomesOfFirst.map(async (first, index) => {
			if (equal(first.seen, first.expected)) return first;
			const second = await inTurn(() => runCell(cells[index], foreign));
			return { ...second, harm: sumOf([first, second]) };
		}),
	);
}

const none: Harm = { secondPosts: 0, calledTwice: 0, leaks: 0 };

describe('the fault matrix', () => {
	beforeAll(async () => {
		foreign = await startSandbox({ calls: 0 });
		const inTurn = limited(AT_ONCE);
		// Those that wait longest begin first, so that the others run in the meantime.
		const patience = ({ getIsRepeated, timeout }: FaultCase) =>
			(getIsRepeated ? 1 : 0) + (timeout ?? 0);
		const firstRuns = [...faults]
			.sort((a, b) => patience(b) - patience(a))
			.map((fault) => {
				const cells = cellsOf(fault);
				const runs = cells.map(async (cell) => await inTurn(() => runCell(cell, foreign)));
				return { fault, cells, all: Promise.all(runs) };
			});
		const quiet = Promise.allSettled(firstRuns.map(({ all }) => all));
		for (const { fault, cells, all } of firstRuns) {
			const settled = fault.timeout ? withoutHaste(cells, all, quiet) : all;
			settled.catch(() => {});
			outcomes.set(fault.name, settled);
		}
	});

	afterAll(async () => {
		await Promise.allSettled(outcomes.values());
		await foreign.close();
	});

	test.each(faults.map(({ name }) => name))('%s', async (name) => {
		const cells = (await outcomes.get(name)) ?? [];
		const differing = cells.filter(({ seen, expected }) => !equal(seen, expected));
		expect(differing.map(({ seen }) => seen)).toEqual(differing.map(({ expected }) => expected));
		expect(sumOf(cells)).toEqual(none);
	});

	test('is whole, and no request went to another host', async () => {
		const cells = (await Promise.all(outcomes.values())).flat();
		expect(cells).toHaveLength(faults.flatMap(cellsOf).length);
		expect(foreign.log).toEqual([]);
	});
});

test('no title has a network code, and nobody is invited to place a call twice', () => {
	const NETWORK_CODE = /request failed with status|\bE[A-Z]{5,}\b|\bERR_/i;
	const INVITATION = /\b(try|run)\b.{0,20} (again|later)|automatic/i;
	for (const { create, get, getMany } of everyFault) {
		const titles = [create, get, getMany].map((reads) => reads?.[0]);
		expect(titles.filter((title) => NETWORK_CODE.test(title ?? ''))).toEqual([]);
		if (create && isInDoubt(create)) {
			expect(create.join(' ').replace(ADVICE.checkFirst, '')).not.toMatch(INVITATION);
		}
	}
});

test('a part of the key is found wherever it stands', () => {
	expect(holdsKey(`"text":"${KEY}"`)).toBe(true);
	expect(holdsKey(SECRET.slice(0, 6))).toBe(true);
	expect(holdsKey(encodeURIComponent(SECRET))).toBe(true);
	expect(holdsKey('"text":"[API key] Bearer"')).toBe(false);
});

function sumOf(cells: Outcome[]): Harm {
	const sum = { ...none };
	for (const { harm } of cells) {
		for (const name of Object.keys(sum) as Array<keyof Harm>) sum[name] += harm[name];
	}
	return sum;
}

/** Whether jest takes the two for equal. */
function equal(seen: unknown, expected: unknown): boolean {
	try {
		expect(seen).toEqual(expected);
		return true;
	} catch {
		return false;
	}
}
