import { Attempt, Run } from '../../nodes/n8n/run';
import { settled } from '../support/scriptedCalls';

describe('an attempt', () => {
	it('ends when every item has come to an end', async () => {
		const attempt = new Attempt(2, true);
		let hasEnded = false;
		void attempt.end.then(() => (hasEnded = true));
		attempt.itemDone(false);
		await settled();
		expect(hasEnded).toBe(false);
		attempt.itemDone(true);
		await settled();
		expect(hasEnded).toBe(true);
	});

	it.each([
		['that stops on errors is stopped by one', true, true],
		['that goes on after errors is not stopped by one', false, false],
	])('%s', (_, stopsOnError, isStopped) => {
		const attempt = new Attempt(2, stopsOnError);
		expect(attempt.isStopped).toBe(false);
		attempt.itemDone(true);
		expect(attempt.isStopped).toBe(isStopped);
	});

	it('knows an item that it was given before', () => {
		const attempt = new Attempt(2, true);
		attempt.join(1);
		expect([attempt.has(0), attempt.has(1)]).toEqual([false, true]);
	});
});

describe('a run', () => {
	it('stops an attempt when n8n begins the next one', () => {
		const run = new Run();
		const first = run.beginAttempt(2, false);
		expect([run.attempts, run.attempt, first.total, first.isStopped]).toEqual([1, first, 2, false]);
		const second = run.beginAttempt(2, true);
		expect([run.attempts, run.attempt, first.isStopped]).toEqual([2, second, true]);
		expect([second.stopsOnError, second.isStopped]).toEqual([true, false]);
	});

	it('keeps one object of each kind', () => {
		const run = new Run();
		const kept = run.recall(Map);
		expect([kept, run.recall(Set), run.recall(Map)]).toEqual([new Map(), new Set(), kept]);
		expect(run.recall(Map)).toBe(kept);
	});
});
