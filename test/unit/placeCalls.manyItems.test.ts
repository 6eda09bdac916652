import type { Outcome } from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { verdict } from '../support/scriptedCalls';
import { ending, ScriptedList, type Attempt, type ItemPlan } from '../support/scriptedList';

const MANY = 5_000;

/** A memory that counts how often it is asked, told or walked through. */
class CountingMap extends Map<number, Outcome> {
	steps = 0;

	override get(index: number) {
		this.steps++;
		return super.get(index);
	}

	override has(index: number) {
		this.steps++;
		return super.has(index);
	}

	override set(index: number, outcome: Outcome) {
		this.steps++;
		return super.set(index, outcome);
	}

	override [Symbol.iterator]() {
		this.steps += this.size;
		return super[Symbol.iterator]();
	}

	override values() {
		this.steps += this.size;
		return super.values();
	}
}

/** One attempt at many items, and how often the memory of the run was touched for each of them. */
async function attemptMany(planOf: (index: number) => ItemPlan, attempt: Attempt = {}) {
	const list = new ScriptedList();
	const outcomes = new CountingMap();
	Object.assign(list.run, { outcomes });
	const plans = Array.from({ length: MANY }, (_, index) => planOf(index));
	const { results, sent } = await list.attempt(plans, attempt);
	return { list, results, sent, stepsEach: outcomes.steps / MANY };
}

it('5,000 wrong items are each read once, and end in a text that stays short', async () => {
	const { list, results, sent, stepsEach } = await attemptMany((index) => ({
		wrong: `'Phone Number' is "${index}", which is no number`,
	}));
	expect(list.log).toHaveLength(MANY);
	expect(sent).toEqual([]);
	expect(stepsEach).toBeLessThan(10);
	const { message, advice } = ending(results);
	expect(message).toContain('4999 more of 5000 items cannot be called. Nobody was called');
	expect(`${message} ${advice}`.length).toBeLessThan(20_000);
	expect(advice).toContain('4989 more items failed as well.');
});

it('5,000 wrong items are told one by one where the node goes on', async () => {
	const stopsOnError = false;
	const { results, stepsEach } = await attemptMany(() => ({ wrong: 'x' }), { stopsOnError });
	expect(results).toHaveLength(MANY);
	expect(stepsEach).toBeLessThan(10);
});

it('5,000 calls of which the last one fails cost as much each as a few', async () => {
	const { results, sent, stepsEach } = await attemptMany((index) =>
		index === MANY - 1 ? { end: verdict('rejected') } : {},
	);
	expect(sent).toHaveLength(MANY);
	expect(stepsEach).toBeLessThan(10);
	expect(ending(results).advice).toContain('Of 5000 calls: 4999 placed, 1 not placed (item 4999)');
});

it('5,000 calls to one number cost as much each as to many', async () => {
	let told = 0;
	const { sent, stepsEach } = await attemptMany(() => ({
		phoneNumber: '+4930123456',
		before: async (turn) => {
			told = (await turn.run.earlierCalls()).length;
			return told > 0 ? verdict('skipped') : undefined;
		},
	}));
	expect(sent).toEqual([0]);
	expect(told).toBe(1);
	expect(stepsEach).toBeLessThan(10);
});
