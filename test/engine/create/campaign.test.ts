import { sleep, type IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { Random } from '../../../sandbox/random';
import { createParameters } from '../../support/againstSandbox';
import { stopDate } from '../../support/clock';
import { runNode } from '../../support/engine';
import { cases, someOf } from '../../support/deep';
import { areOn, type Hours } from '../../support/wallClock';

/*
 * Weeks of a campaign: one list of leads, run again and again at any hour, with every guard on, while
 * the service fails now and then and runs are cut short. Whether each call was allowed is judged by
 * another implementation than the product's.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each begins a few days before the clocks change in some of the zones. */
const BEGINNINGS = ['2026-03-05T02:00Z', '2026-10-01T05:00Z', '2026-10-23T09:00Z'];
const ZONES = [
	...['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'],
	...['Australia/Sydney', 'America/Sao_Paulo', 'UTC'],
];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const RUNS = cases(24, 6);
const GAP_HOURS = 20;
const CAP = { calls: 3, days: 7 };

type Lead = Hours & { phone: string };

const two = (hour: number) => String(hour % 24).padStart(2, '0');

const leadsOf = (random: Random) =>
	Array.from({ length: 40 }, (_, index): Lead => {
		const from = random.below(24);
		// Some leads are on the list twice.
		const person = index % 35;
		return {
			phone: `+120255510${two(person)}`,
			timezone: ZONES[person % ZONES.length],
			from: `${two(from)}:00`,
			to: `${two(from + 4 + random.below(9))}:00`,
			days: DAYS.filter(() => random.below(4) > 0).concat('wed'),
		};
	});

const window = {
	...{ from: '={{ $json.from }}', to: '={{ $json.to }}' },
	...{ days: '={{ $json.days }}', timezone: '={{ $json.timezone }}' },
} as never;

/** How often what came out, by outcome and guard; a call that failed would have been placed. */
function counts(items: Array<{ json: IDataObject }>): Record<string, number> {
	const found: Record<string, number> = {};
	for (const { json } of items) {
		const name = json.outcome === 'skipped' ? String(json.skippedBy) : 'placed';
		found[name] = (found[name] ?? 0) + 1;
	}
	return found;
}

let sandbox: Sandbox;
afterEach(async () => {
	jest.useRealTimers();
	await sandbox.close();
});

test.each(someOf(BEGINNINGS, 1))(
	'from %s on nobody is called who may not be, and a dry run says who is',
	async (beginning) => {
		const random = new Random(Date.parse(beginning));
		stopDate(beginning);
		sandbox = await startSandbox({ calls: 0, turnSeconds: 0, now: () => Date.now() });
		const leads = leadsOf(random);
		const blocked = leads.slice(0, 4).map(({ phone }) => phone);
		const options = {
			callingHours: { window },
			doNotCall: blocked.join(', '),
			duplicateNumbers: 'callOnce',
			skipIfCalledWithin: GAP_HOURS,
			maxAttempts: { limit: CAP },
			skipAfterKeywords: 'WrongNumber',
		};
		const run = async (dryRun: boolean, onStart?: (cancel: () => void) => void) =>
			await runNode({
				credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
				parameters: createParameters({
					phoneNumber: '={{ $json.phone }}',
					options: { ...options, dryRun },
				}),
				items: leads,
				settings: { onError: 'continueRegularOutput' },
				onStart,
			});

		for (let round = 0; round < RUNS; round++) {
			jest.setSystemTime(Date.now() + (1 + random.below(11)) * HOUR + random.below(60) * 60_000);
			const dry = await run(true);
			const isCutShort = random.below(4) === 0;
			if (random.below(3) === 0) {
				const at = (['read', 'answer'] as const)[random.below(2)];
				sandbox.fault({ method: 'POST', skip: 2, times: 1, fault: { kind: 'drop', at } });
			}
			const cutShort = (cancel: () => void) => void sleep(random.below(30)).then(cancel);
			const real = await run(false, isCutShort ? cutShort : undefined);
			if (!isCutShort) expect(counts(real.items)).toEqual(counts(dry.items));
			sandbox.log.splice(0);
		}

		expect(sandbox.placed.length).toBeGreaterThan(2 * RUNS);
		const earlier = new Map<string, number[]>();
		for (const { phone_number: number, at } of sandbox.placed) {
			const time = Date.parse(at);
			const times = earlier.get(number) ?? [];
			const recent = times.filter((before) => before >= time - CAP.days * DAY);
			const judgement = {
				isInHours: leads.some((lead) => lead.phone === number && areOn(lead, time)),
				isBlocked: blocked.includes(number),
				isTooOften: recent.length >= CAP.calls,
				isTooSoon: times.some((before) => time - before <= GAP_HOURS * HOUR),
			};
			expect([number, at, judgement]).toEqual([
				...[number, at],
				{ isInHours: true, isBlocked: false, isTooOften: false, isTooSoon: false },
			]);
			earlier.set(number, [...times, time]);
		}
	},
);
