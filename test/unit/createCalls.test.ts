import type { IDataObject } from 'n8n-workflow';

import { OUTCOMES, type OutcomeKind } from '../../nodes/create/outcome';
import { useClockAt } from '../support/clock';
import { attemptCreate, createContext } from '../support/createContext';

/* A list of calls as a whole, and its attempts under Retry On Fail. The service is a script. */

/** What is to become of an item, and options of its own. */
type Plan = OutcomeKind | { end?: OutcomeKind; options?: IDataObject; fields?: IDataObject };

const WRONG = 'The phone number "n/a" cannot be dialed as it is written';
const STATUSES: Partial<Record<OutcomeKind, number>> = {
	...{ placed: 200, unconfirmed: 500, rejected: 400, rateLimited: 429 },
};
const numberOf = (index: number) => `+1202555${1000 + index}`;
const endOf = (plan: Plan) => (typeof plan === 'string' ? plan : plan.end) ?? 'placed';

function optionsOf(plan: Plan, index: number): IDataObject {
	const end = endOf(plan);
	return {
		...(end === 'skipped' && { doNotCall: numberOf(index) }),
		...(end === 'dryRun' && { dryRun: true }),
		...(typeof plan === 'object' && plan.options),
	};
}

interface Attempt {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	requestOptions?: unknown;
	retryAfter?: string;
	/** Called before each request, and before an item is read. */
	onEvent?: (event: string) => void;
}

/** A run of Create with these items: its attempts have one memory. */
function createRun(count: number, rows: unknown[] = []) {
	let plans: Plan[] = [];
	let now: Attempt = {};
	const log: string[] = [];
	const hints: string[] = [];
	const note = (event: string) => {
		log.push(event);
		now.onEvent?.(event);
	};
	const context = createContext({
		items: Array.from({ length: count }, (_, lead) => rows[lead] ?? { lead }),
		field: (name, index) => {
			const plan = plans[index];
			if (name === 'phoneNumber') note(`read ${index}`);
			if (typeof plan === 'object' && plan.fields && name in plan.fields) return plan.fields[name];
			if (name === 'phoneNumber') return endOf(plan) === 'invalid' ? 'n/a' : numberOf(index);
			if (name === 'assistantId') return 'asst-1';
			if (name === 'options') return optionsOf(plan, index);
			return name === 'requestOptions' ? now.requestOptions : undefined;
		},
		async request({ body }) {
			const { phone_number: number } = JSON.parse(String(body)) as IDataObject;
			const index = Number(String(number).slice(-4)) - 1000;
			note(`send ${index}`);
			const statusCode = STATUSES[endOf(plans[index])];
			const headers = { 'retry-after': now.retryAfter };
			if (statusCode) return { statusCode, headers, body: { message: `No ${index}` } };
			throw Object.assign(new Error('refused'), { cause: { code: 'ECONNREFUSED' } });
		},
		stopsOnError: () => now.stopsOnError ?? true,
		signal: () => now.signal,
		hint: (message) => hints.push(message.replaceAll('<br>', '\n')),
	});
	/** One attempt: what comes out, or how the node ends; and what was sent. */
	return async (these: Plan[], attempt: Attempt = {}) => {
		[plans, now, log.length, hints.length] = [these, attempt, 0, 0];
		const result = await attemptCreate(context);
		const sent = log
			.filter((event) => event.startsWith('send'))
			.map((event) => Number(event.slice(5)));
		const { message, description = '' } = result as { message?: string; description?: string };
		const outcomes = Array.isArray(result) ? result.map(({ outcome }) => outcome) : message;
		return { result, outcomes, advice: description, sent, log: [...log], hint: hints[0] };
	};
}

const attempt = async (plans: Plan[], options?: Attempt) =>
	await createRun(plans.length)(plans, options);
const goesOn = { stopsOnError: false };

it('a list is checked, all of it, before the first call goes out, and then called in order', async () => {
	const { log, hint, outcomes } = await attempt(['placed', 'placed', 'placed']);
	expect(log).toEqual(['read 0', 'read 1', 'read 2', 'send 0', 'send 1', 'send 2']);
	expect([hint, outcomes]).toEqual(['3 placed.', ['placed', 'placed', 'placed']]);
	expect(await attempt([])).toMatchObject({ result: [], hint: undefined });
});

describe('a blank row', () => {
	const blank: Plan = { fields: { phoneNumber: '', assistantId: '' } };

	it.each<[unknown, Plan, outcome: string]>([
		[{ name: '', phone: null, note: ' \u200b', row_number: 7 }, blank, 'skipped'],
		[{ id: 20, createdAt: '2026-11-20', updatedAt: '2026-11-20', phone: '' }, blank, 'skipped'],
		[{ id: 20, name: 'Ada', phone: '' }, blank, 'notPlaced'],
		[{ phone: '', isCustomer: false, tags: [], sum: 0, created_at: 'x' }, blank, 'skipped'],
		[{ phone: '' }, { fields: { phoneNumber: '+', assistantId: '' } }, 'skipped'],
		[{ phone: '', isCustomer: true }, blank, 'notPlaced'],
		[{ phone: '', tags: ['a'] }, blank, 'notPlaced'],
		[{}, blank, 'notPlaced'],
		[{ phone: '' }, { fields: { phoneNumber: numberOf(0) } }, 'placed'],
	])('is skipped, and is no error: %j', async (row, plan, outcome) => {
		const run = createRun(2, [row]);
		const { outcomes, result, hint } = await run([plan, 'placed'], goesOn);
		expect(outcomes).toEqual([outcome, 'placed']);
		if (outcome !== 'skipped') return;
		expect(result).toMatchObject([{ reason: expect.stringContaining('row is blank') }, {}]);
		expect(hint).toContain('1 placed, 1 skipped (1 blank).');
		expect((await run([plan, 'placed'])).outcomes).toEqual(['skipped', 'placed']);
		const dry = await createRun(2, [row])([plan, 'dryRun']);
		expect(dry.hint).toMatch(/^Dry run: 1 would be called, 1 skipped \(1 blank\)\./);
	});
});

it('a service that asks for a long wait ends the list, which it would reject as a whole', async () => {
	const waits: Plan = { end: 'rateLimited', options: { waitWhenRateLimited: true } };
	const plans = [waits, waits, waits];
	const { sent, result } = await attempt(plans, { ...goesOn, retryAfter: '1801' });
	expect(sent).toEqual([0]);
	const reason =
		'The call was not placed. Not tried: the service asks to wait 31 minutes before the next call';
	const last = (index: number) => ({ outcome: 'notPlaced', phone_number: numberOf(index), reason });
	const message = expect.stringMatching(/^The service asks to wait 31 minutes\. 'Wait When/);
	expect(result).toMatchObject([{ outcome: 'notPlaced', message }, last(1), last(2)]);
});

describe('a list is a dry run', () => {
	const wrong: Plan = { end: 'invalid', options: { dryRun: true } };
	const skipped: Plan = { end: 'skipped', options: { dryRun: true } };
	const nothingLeft: Plan[][] = [
		['dryRun', skipped],
		['placed', 'placed'],
	];
	const afterCall: Plan[][] = [
		['placed', 'notSent'],
		['placed', wrong],
	];

	it.each<[string, Plan[][], string]>([
		['also if all are wrong', [[wrong, wrong]], 'Dry run: 0 would be called, 2 not'],
		['but not with a call', [['dryRun', 'placed']], '1 placed, 1 would be called.'],
		['but not with what may be a call', [['dryRun', 'invalid']], WRONG],
		['but not with wrong calls alone', [['invalid']], WRONG],
		['also with nothing left', nothingLeft, 'Dry run: 1 would be'],
		['but not after a call', afterCall, WRONG],
	])('%s', async (_, attempts, expected) => {
		const run = createRun(2);
		let last = '';
		for (const plans of attempts) {
			const { outcomes, hint } = await (plans.length === 1 ? attempt : run)(plans);
			last = Array.isArray(outcomes) ? (hint ?? '') : String(outcomes);
		}
		expect(last.slice(0, expected.length)).toBe(expected);
	});
});

describe('a further attempt under Retry On Fail', () => {
	it.each((Object.keys(OUTCOMES) as OutcomeKind[]).filter((kind) => kind !== 'notTried'))(
		'sends an item that was %s again only where its kind may be',
		async (kind) => {
			for (const stopsOnError of [false, true]) {
				const run = createRun(1);
				const first = await run([kind], { stopsOnError });
				const again = await run(['placed'], { stopsOnError });
				expect(again.sent).toEqual(OUTCOMES[kind].resend ? [0] : []);
				expect(again.outcomes).toEqual(OUTCOMES[kind].resend ? ['placed'] : first.outcomes);
			}
		},
	);

	it('calls nobody where an item is still wrong, and forgets what was wrong before', async () => {
		const run = createRun(2);
		await run(['placed', 'invalid']);
		expect((await run(['placed', 'invalid'])).sent).toEqual([]);
		const { sent, advice } = await run(['rejected', 'placed']);
		expect(sent).toEqual([0]);
		expect(advice).toContain('1 not placed (item 0), 1 not tried.');
	});

	it('begins nothing after the execution was cancelled, and forgets nothing', async () => {
		const run = createRun(3);
		const plans: Plan[] = ['placed', 'rateLimited', 'placed'];
		const first = await run(plans);
		const { log, outcomes, advice } = await run(plans, { signal: AbortSignal.abort() });
		expect([log, outcomes, advice]).toEqual([[], first.outcomes, first.advice]);
		expect(advice).toContain('1 placed, 1 not placed (item 1), 1 not tried.');
	});
});

describe('Batching', () => {
	useClockAt(0);

	const batch = (batchSize: unknown, batchInterval: unknown) => ({
		batching: { batch: { batchSize, batchInterval } },
	});

	it.each([
		['two at a time', batch(2, 1000), [0, 0, 1000]],
		['as texts', batch('2', '1000'), [0, 0, 1000]],
		['a size that is none', batch(-1, 1000), [0, 1000, 2000]],
		['an interval of zero', batch(1, 0), [0, 0, 0]],
		['an interval that is no number', batch(1, '400 ms'), []],
		['a size that is no number', batch('many', 1000), []],
		['nothing', undefined, [0, 0, 0]],
	])('of the first item is honoured: %s', async (_, requestOptions, times) => {
		const sentAt: number[] = [];
		const onEvent = (event: string) => event.startsWith('send') && sentAt.push(Date.now());
		const running = attempt(['placed', 'placed', 'placed'], { requestOptions, onEvent });
		await jest.runAllTimersAsync();
		await running;
		expect(sentAt).toEqual(times);
	});
});
