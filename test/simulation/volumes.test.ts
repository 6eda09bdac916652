import { DAY, HOUR, MINUTE, SECOND } from './calls';
import { simulate, type Case } from './simulate';

/** What it may cost: requests a poll, polled each minute with pages of 100, deep readings included. */
const VOLUMES = [
	{ rate: 10, officeHours: false, days: 3, requests: 1.1 },
	{ rate: 1300, officeHours: false, days: 1, requests: 3 },
	{ rate: 10_000, officeHours: true, days: 0.3, requests: 18 },
];
const MAX_STORED = 200_000;
/** Ten minutes to the next deep reading, a poll, and the time that reading takes. */
const FOUND_WITHIN = 12 * MINUTE;

it.each(VOLUMES)(
	'$rate calls a day, in office hours: $officeHours',
	async ({ rate, officeHours, days, requests }) => {
		const one: Case = {
			name: 'volume',
			traffic: { rate, officeHours, history: 1000, long: 0.01, late: 0.01 },
			manners: { pageSize: 100 },
			life: { days, pollEvery: MINUTE },
		};
		const run = await simulate(one, 'default', 1);
		const aPoll = run.requests / run.polls;
		expect(run.broken).toMatchObject({ lost: [], twice: [] });
		expect(aPoll).toBeLessThan(requests);
		expect(run.largestState).toBeLessThan(MAX_STORED);
		expect(run.slowest).toBeLessThan(FOUND_WITHIN);
	},
);

it('off for a week, more calls than there is room for are told once or reported', async () => {
	const one: Case = {
		name: 'a week off',
		traffic: { rate: 1300, history: 200, long: 0.02 },
		manners: { pageSize: 100, latency: [500, 1.5 * SECOND] },
		life: { days: 9, pollEvery: 5 * MINUTE, off: [{ from: 12 * HOUR, to: 8 * DAY }] },
	};
	const run = await simulate(one, 'default', 1, { maxDone: 5000 });
	expect(run.broken).toMatchObject({ lost: [], twice: [] });
	expect(run.named).toBeGreaterThan(1000);
});
