import { yieldToEventLoop } from '../../nodes/n8n/yieldToEventLoop';
import { microtasksDone } from '../support/scriptedCalls';
import { useClockAt } from '../support/clock';

useClockAt(0);

/** Whether the event loop got a turn; with the clock in our hands it gets one only by a timer. */
async function gaveTurn(yieldNow: () => Promise<void>): Promise<boolean> {
	let isBack = false;
	const breathing = yieldNow().then(() => (isBack = true));
	await microtasksDone();
	const waited = !isBack;
	jest.runOnlyPendingTimers();
	await breathing;
	return waited;
}

it('work that is soon done is not interrupted', async () => {
	const yieldNow = yieldToEventLoop();
	for (let step = 0; step < 1000; step++) expect(await gaveTurn(yieldNow)).toBe(false);
});

it('long work lets the event loop have a turn every 30 milliseconds', async () => {
	const yieldNow = yieldToEventLoop();
	const turns: number[] = [];
	for (let time = 0; time < 200; time += 10) {
		jest.setSystemTime(time);
		if (await gaveTurn(yieldNow)) turns.push(time);
	}
	expect(turns).toEqual([30, 60, 90, 120, 150, 180]);
});
