import type { IDataObject } from 'n8n-workflow';

import type { Fault, FaultRule } from '../../sandbox';
import { againstSandbox, createParameters } from '../support/againstSandbox';
import { withClock } from '../support/clock';
import { until } from '../support/quiet';

/*
 * Create, then Get Outcome with nothing filled in: each item gets its call, when that has ended. Which
 * call that is where there are several, is proven in test/unit/match.test.ts and getOutcome.random.
 */

const newest = new Date('2026-03-10T11:00:00Z');
const { sandbox, run: runNow } = againstSandbox({ calls: 20, newest, turnSeconds: 0 });

/** Waiting takes no time. Calls are created an hour after those of the list, and looked for at once. */
const runFrom =
	(from: string): typeof runNow =>
	async (...args) =>
		await withClock(async (clock) => await clock.finish(runNow(...args)), from);
const create = runFrom('2026-03-10T12:00:00Z');
const run = runFrom('2026-03-10T12:00:02Z');

const looks = () => sandbox().log.filter(({ method }) => method === 'GET');

const getOutcome = (parameters: IDataObject = {}) =>
	({
		...{ resource: 'call', operation: 'getOutcome', options: { pollInterval: 1 } },
		...parameters,
	}) as never;

const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: `+120255501${String(index + 10)}` }));

/** What Create puts out for these numbers. */
async function created(items: Array<{ to: string }>, options: IDataObject = {}) {
	const parameters = createParameters({ phoneNumber: '={{ $json.to }}', options } as never);
	const result = await create(parameters, {
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	sandbox().log.splice(0);
	return result.items.map(({ json }) => json);
}

/** Does something as soon as so many looks were made. */
async function afterLooks(count: number, act: () => void): Promise<void> {
	await until(() => looks().length >= count);
	act();
}

const json = ({ items }: { items: Array<{ json: IDataObject }> }) => items.map((item) => item.json);
test('a call that has ended comes out in one look, with its transcript', async () => {
	const items = await created(numbers(1));
	const phoneNumber = "={{ $json.phone_number.replace('+1', '+1 ') }}";
	const assistantId = ' assistant-\u200bmara\ufeff ';
	const result = await run(getOutcome({ phoneNumber, assistantId }), { items });
	expect(result.hints[0].message).toMatch(/^The assistant said \{first_name\}, /);

	expect(json(result)).toEqual([
		expect.objectContaining({
			PhoneNumber: '+12025550110',
			TranscriptText: expect.stringContaining('AI: '),
			outcome: 'ended',
			ended: true,
			matches: 1,
		}),
	]);
	expect(result.items[0].pairedItem).toEqual({ item: 0 });
	expect(looks()).toHaveLength(1);
});

test('40 items share each look, and every one gets its own call', async () => {
	sandbox().settings.turnSeconds = 3600;
	const items = await created(numbers(40));
	const ending = afterLooks(3, () =>
		sandbox().placed.forEach((_, i) => sandbox().end(sandbox().calls[i].Id)),
	);
	const result = await run(getOutcome(), { items });
	await ending;

	expect(json(result).map(({ PhoneNumber, ended }) => [PhoneNumber, ended])).toEqual(
		numbers(40).map(({ to }) => [to, true]),
	);
	expect(looks()).toHaveLength(4);
	expect(sandbox().placed).toHaveLength(40);
});

test('a call that goes on when the time is up comes out all the same', async () => {
	sandbox().settings.turnSeconds = 3600;
	const items = await created(numbers(1));

	for (const assistantId of ['', '={{ null }}', '={{ $json.none }}']) {
		sandbox().log.splice(0);
		const result = await run(getOutcome({ waitUpTo: 0, assistantId }), { items });
		expect(json(result)).toMatchObject([
			{ PhoneNumber: '+12025550110', outcome: 'ongoing', ended: false, answered: null },
		]);
		expect(looks()).toHaveLength(1);
	}
});

test('what Create did not place is not looked for', async () => {
	const items = [
		...(await created(numbers(1), { dryRun: true })),
		...(await created([{ to: 'nobody' }])),
	];
	const selected = { output: 'selected', outputFields: ['PhoneNumber'] };
	const result = await run(getOutcome(selected), { items });

	expect(json(result)).toMatchObject([
		{ PhoneNumber: '+12025550110', outcome: 'notCalled', reason: 'It was a dry run', matches: 0 },
		{
			PhoneNumber: 'nobody',
			outcome: 'notCalled',
			reason: expect.stringContaining('"nobody"'),
			matches: 0,
		},
	]);
	expect(looks()).toEqual([]);
	expect(result.hints[0].message).toMatch(
		/^Nobody was called\.<br>• \+12025550110: It was a dry run<br>/,
	);
});

test('what Create did not place is looked for from a time that is entered', async () => {
	const [placed] = await created(numbers(1));
	const items = [{ ...placed, outcome: 'rejected' }];
	const result = await run(getOutcome({ startedAfter: '={{ $json.requestedAt }}' }), { items });
	expect(json(result)).toMatchObject([{ outcome: 'ended' }]);
});

test('an item that is wrong keeps no other from its call, unless the node stops on errors', async () => {
	const items = [{ phone_number: 'nobody' }, ...(await created(numbers(1)))];
	const settings = { onError: 'continueRegularOutput' } as const;
	const result = await run(getOutcome(), { items, settings });
	expect(json(result)).toMatchObject([{ error: expect.any(String) }, { outcome: 'ended' }]);
	const stopped = await run(getOutcome(), { items });
	expect([stopped.items, stopped.error?.message]).toEqual([[], expect.stringContaining('nobody')]);
});

test('the name of an assistant is told without a wait, in a warning', async () => {
	const items = await created(numbers(1));
	const result = await run(getOutcome({ assistantId: 'Mara', waitUpTo: 10 }), { items });
	expect(json(result)).toMatchObject([{ PhoneNumber: '+12025550110', outcome: 'notFound' }]);
	const message =
		'No listed call has the assistant "Mara": that is a name. Its ID is "assistant-mara".';
	expect(result.hints).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
	expect(looks()).toHaveLength(1);
});

describe('a service that fails', () => {
	const failing = (fault: Fault | number, times: number): FaultRule => ({
		times,
		method: 'GET',
		fault: typeof fault === 'number' ? { kind: 'status', status: fault } : fault,
	});

	test.each<[Fault | number, waitUpTo: number]>([
		...[429, 503, { kind: 'drop' } as const].map((fault): [Fault | number, number] => [fault, 10]),
		[{ kind: 'html' }, 10],
		[503, 0],
	])('for a while is asked again: %j, up to %d minutes', async (fault, waitUpTo) => {
		const items = await created(numbers(1));
		sandbox().fault(failing(fault, 2));
		expect(json(await run(getOutcome({ waitUpTo }), { items }))).toMatchObject([
			{ outcome: 'ended' },
		]);
		expect(looks()).toHaveLength(3);
	});

	test.each<Fault>([
		{ kind: 'redirect', status: 302, location: 'https://example.com/' },
		{ kind: 'json', body: { items: [] } },
	])('as a wrong address would is an error first, asked again later: %j', async (fault) => {
		sandbox().settings.turnSeconds = 3600;
		const items = await created(numbers(1));
		sandbox().fault({ method: 'GET', times: 1, fault });
		expect((await run(getOutcome(), { items })).error?.description).toContain("'Base URL'");
		expect(looks()).toHaveLength(1);

		sandbox().log.splice(0);
		sandbox().fault({ method: 'GET', skip: 1, times: 1, fault });
		const ending = afterLooks(2, () => sandbox().end(sandbox().calls[0].Id));
		expect(json(await run(getOutcome(), { items }))).toMatchObject([{ outcome: 'ended' }]);
		await ending;
	});

	test('until the time is up is an error with its last words', async () => {
		const items = await created(numbers(1));
		sandbox().fault(failing(503, 99));
		const { error } = await run(getOutcome({ waitUpTo: 0.2, options: { pollInterval: 5 } }), {
			items,
		});
		expect(error?.message).toMatch(/\(503\) \[item 0\]$/);
		expect(looks()).toHaveLength(4);
	});

	test.each([401, 404])('for good is an error at once: %i', async (status) => {
		const items = await created(numbers(2));
		sandbox().fault(failing(status, 99));
		const settings = { onError: 'continueErrorOutput' } as const;
		const { outputs, error } = await run(getOutcome(), { items, settings });

		expect(error).toBeUndefined();
		expect(looks()).toHaveLength(1);
		expect(outputs[0]).toEqual([]);
		expect(outputs[1].map(({ json: { error: title } }) => title)).toEqual([
			expect.stringContaining(`(${status})`),
			expect.stringContaining(`(${status})`),
		]);
	});
});

test('cancelling ends the wait, and nothing is asked any more', async () => {
	sandbox().settings.turnSeconds = 3600;
	const items = await created(numbers(3));
	let cancelling: Promise<void> | undefined;
	const onStart = (cancel: () => void) => (cancelling = afterLooks(2, cancel));
	const { items: found } = await run(getOutcome(), { items, onStart });
	await cancelling;

	expect(found).toEqual([]);
	expect(looks()).toHaveLength(2);
});

test.each([
	[{ phoneNumber: '030 123456' }, /^The phone number "030 123456" /],
	[{ startedAfter: '={{ $json.none }}' }, /^'Started After' is empty/],
	[{ startedAfter: '={{ null }}' }, /^'Started After' is empty/],
	[{ options: { pollInterval: '={{ $json.none }}' } }, /^'Poll Interval' is empty/],
	[{ startedAfter: 'yesterday' }, /yesterday/],
	[{ waitUpTo: 'long' }, /^'Wait Up To' is "long"/],
	[{ waitUpTo: 0, assistantId: '={{ $json }}' }, /^'Assistant' is an object/],
	[{ output: 'all' }, /^'Output' is "all"/],
])('a field that cannot be used is named, and nothing is asked: %j', async (wrong, title) => {
	const items = await created(numbers(1));
	const { error } = await run(getOutcome(wrong), { items });
	expect(error?.message).toMatch(title);
	expect(error?.description).toMatch(/^(Check|Choose|Enter|Write) .*[.}]$/);
	expect(looks()).toEqual([]);
});
