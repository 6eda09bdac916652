import { watchWork } from './quiet';

/** Everything is as it is, but for the date and for those who wait. */
const REAL = [
	'clearImmediate',
	'clearInterval',
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'setInterval',
] as const;

const STEP_MS = 100;

/**
 * Stops the date while everything else goes on, timers included. `jest.setSystemTime()` moves it, and
 * `jest.useRealTimers()` ends it.
 */
export function stopDate(at: string | number): void {
	const doNotFake = [...REAL, 'setTimeout' as const, 'clearTimeout' as const];
	jest.useFakeTimers({ doNotFake, now: new Date(at) });
}

/**
 * Lets the tests of a file, or of a `describe`, run by a clock that stands still unless they move it on.
 *
 * @param random what `Math.random` returns, where that matters
 */
export function useClockAt(now: number, random?: number): void {
	beforeEach(() => {
		// What waits for ever fails soon.
		jest.useFakeTimers({ now, timerLimit: 10_000 });
		if (random !== undefined) jest.spyOn(Math, 'random').mockReturnValue(random);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});
}

/** A clock that stands still unless it is moved on. */
export interface Clock {
	/**
	 * Moves the clock on until something has come about, in steps of 100 ms, never while a request is on its
	 * way, and only while somebody waits for the clock: what n8n does in other threads, such as making an
	 * isolate for expressions, takes no time by this clock.
	 *
	 * @returns how many milliseconds that took, by this clock
	 */
	until: (condition: () => boolean) => Promise<number>;
	/** Moves the clock on until a task is over. */
	finish: <T>(task: Promise<T>) => Promise<T>;
}

/**
 * Carries out a task while the clock stands still, so that a test of waiting neither waits nor depends on
 * the speed of the machine. No connection may be open when it begins.
 */
export async function withClock<T>(
	task: (clock: Clock) => Promise<T>,
	from = '2026-03-10T12:00:00.000Z',
): Promise<T> {
	const requestsAreOver = watchWork();
	jest.useFakeTimers({ doNotFake: [...REAL], now: new Date(from) });
	const until = async (condition: () => boolean) => {
		const start = Date.now();
		for (;;) {
			await requestsAreOver();
			if (condition()) return Date.now() - start;
			if (jest.getTimerCount() > 0) await jest.advanceTimersByTimeAsync(STEP_MS);
		}
	};
	const finish = async <R>(running: Promise<R>) => {
		let isOver = false;
		const end = running.finally(() => (isOver = true));
		// Whoever awaits it hears of a failure.
		end.catch(() => undefined);
		await until(() => isOver);
		return await end;
	};
	try {
		return await task({ until, finish });
	} finally {
		jest.useRealTimers();
	}
}
