import { sleep, type IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { Random } from '../../../sandbox/random';
import { createParameters } from '../../support/againstSandbox';
import { stopDate } from '../../support/clock';
import { runNode } from '../../support/engine';
import { cases, someOf } from '../../support/deep';

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
	'America/New_York',
	'Europe/Berlin',
	'Asia/Kolkata',
	'Australia/Sydney',
	'America/Sao_Paulo',
	'UTC',
];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const LEADS = 40;
const RUNS = cases(24, 6);
const GAP_HOURS = 20;
const CAP = { calls: 3, days: 7 };

interface Lead extends IDataObject {
	phone: string;
	zone: string;
	from: string;
	to: string;
	days: string[];
}

function leadsOf(random: Random): Lead[] {
	return Array.from({ length: LEADS }, (_, index) => {
		const from = random.below(24);
		const hours = 4 + random.below(9);
		const two = (hour: number) => String(hour % 24).padStart(2, '0');
		return {
			// Some leads are on the list twice.
			phone: `+12025551${String(index % 35).padStart(3, '0')}`,
			zone: ZONES[(index % 35) % ZONES.length],
			from: `${two(from)}:00`,
			to: `${two(from + hours)}:30`,
			days: DAYS.filter(() => random.below(4) > 0).concat('wed'),
		};
	});
}

const parameters = (blocked: string[], dryRun: boolean) =>
	createParameters({
		phoneNumber: '={{ $json.phone }}',
		options: {
			callingHours: {
				window: {
					from: '={{ $json.from }}',
					to: '={{ $json.to }}',
					days: '={{ $json.days }}' as never,
					timezone: '={{ $json.zone }}',
				},
			},
			doNotCall: blocked.join(', '),
			duplicateNumbers: 'callOnce',
			skipIfCalledWithin: GAP_HOURS,
			maxAttempts: { limit: CAP },
			skipAfterKeywords: 'WrongNumber',
			...(dryRun && { dryRun }),
		},
	});

/** The wall clock of a zone, by the runtime's own calendar. */
function wallClock(time: number, timeZone: string): { day: number; minutes: number } {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		weekday: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).formatToParts(time);
	const part = (type: string) => parts.find((one) => one.type === type)!.value;
	return {
		day: DAYS.indexOf(part('weekday').toLowerCase()),
		minutes: Number(part('hour')) * 60 + Number(part('minute')),
	};
}

function isAllowed({ zone, from, to, days }: Lead, time: number): boolean {
	const [begin, end] = [from, to].map((text) => {
		const [hours, minutes] = text.split(':').map(Number);
		return hours * 60 + minutes;
	});
	const { day, minutes } = wallClock(time, zone);
	if (begin < end) return days.includes(DAYS[day]) && minutes >= begin && minutes < end;
	const opensToday = days.includes(DAYS[day]) && minutes >= begin;
	const openedYesterday = days.includes(DAYS[(day + 6) % 7]) && minutes < end;
	return opensToday || openedYesterday;
}

let sandbox: Sandbox;
afterEach(async () => {
	jest.useRealTimers();
	await sandbox.close();
});

/** How often what came out, by outcome and guard; a call that failed would have been placed. */
function counts(items: Array<{ json: IDataObject }>): Record<string, number> {
	const found: Record<string, number> = {};
	for (const { json } of items) {
		const name = json.outcome === 'skipped' ? String(json.skippedBy) : 'placed';
		found[name] = (found[name] ?? 0) + 1;
	}
	return found;
}

test.each(someOf(BEGINNINGS, 1))(
	'from %s on nobody is called who may not be, and a dry run says who is',
	async (beginning) => {
		const random = new Random(Date.parse(beginning));
		stopDate(beginning);
		sandbox = await startSandbox({ calls: 0, turnSeconds: 0, now: () => Date.now() });
		const leads = leadsOf(random);
		const blocked = leads.slice(0, 4).map(({ phone }) => phone);
		const run = async (dryRun: boolean, onStart?: (cancel: () => void) => void) =>
			await runNode({
				credential: { apiKey: sandbox.apiKey, baseUrl: sandbox.url },
				parameters: parameters(blocked, dryRun),
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
			const real = await run(
				false,
				isCutShort ? (cancel) => void sleep(random.below(30)).then(cancel) : undefined,
			);
			if (!isCutShort) expect(counts(real.items)).toEqual(counts(dry.items));
			sandbox.log.splice(0);
		}

		const { placed } = sandbox;
		expect(placed.length).toBeGreaterThan(2 * RUNS);
		const earlier = new Map<string, number[]>();
		for (const { phone_number: number, at } of placed) {
			const time = Date.parse(at);
			const own = leads.filter(({ phone }) => phone === number);
			expect([number, at, own.some((lead) => isAllowed(lead, time))]).toEqual([number, at, true]);
			expect(blocked).not.toContain(number);
			const times = earlier.get(number) ?? [];
			const recent = times.filter((before) => before >= time - CAP.days * DAY);
			expect([number, at, recent.length < CAP.calls]).toEqual([number, at, true]);
			expect(times.every((before) => time - before > GAP_HOURS * HOUR)).toBe(true);
			earlier.set(number, [...times, time]);
		}
	},
);
