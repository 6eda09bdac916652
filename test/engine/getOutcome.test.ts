import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../../sandbox';
import { againstSandbox, createParameters } from '../support/againstSandbox';
import { until } from '../support/quiet';

/* Create, then Get Outcome with nothing filled in: each item gets its call, when that has ended. */

const { sandbox, run } = againstSandbox({ calls: 20, turnSeconds: 0 });

const looks = () => sandbox().log.filter(({ method }) => method === 'GET');

const getOutcome = (parameters: IDataObject = {}) =>
	({
		resource: 'call',
		operation: 'getOutcome',
		options: { pollInterval: 1 },
		...parameters,
	}) as never;

const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		to: `+120255501${String(index).padStart(2, '0')}`,
	}));

/** What Create puts out for these numbers. */
async function created(items: Array<{ to: string }>, options: IDataObject = {}) {
	const parameters = createParameters({ phoneNumber: '={{ $json.to }}', options } as never);
	const result = await run(parameters, { items, settings: { onError: 'continueRegularOutput' } });
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
	const result = await run(getOutcome(), { items });

	expect(json(result)).toEqual([
		expect.objectContaining({
			PhoneNumber: '+12025550100',
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

	expect(json(await run(getOutcome({ waitUpTo: 0 }), { items }))).toMatchObject([
		{ PhoneNumber: '+12025550100', outcome: 'ongoing', ended: false, answered: null },
	]);
	expect(looks()).toHaveLength(1);
});

test('a call that is listed late is waited for', async () => {
	sandbox().settings.listDelaySeconds = 3600;
	const items = await created(numbers(1));
	const listing = afterLooks(2, () => (sandbox().settings.listDelaySeconds = 0));
	const result = await run(getOutcome(), { items });
	await listing;
	expect(json(result)).toMatchObject([{ outcome: 'ended' }]);
});

describe('a number that is called again right after a call that nobody answered', () => {
	async function calledAgain() {
		const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
		const [earlier] = sandbox().receive({ phoneNumber: '+12025550100' });
		Object.assign(sandbox().calls[0], { StartedAt: ago(40), EndedAt: ago(25) });
		sandbox().settings.listDelaySeconds = 30;
		const items = await created(numbers(1));
		return { items, earlier };
	}

	test('gives the new call, also where that is listed late', async () => {
		const { items, earlier } = await calledAgain();
		const listing = afterLooks(2, () => (sandbox().settings.listDelaySeconds = 0));
		const result = json(await run(getOutcome(), { items }));
		await listing;

		expect(result).toMatchObject([{ CallId: sandbox().calls[0].Id, outcome: 'ended', matches: 1 }]);
		expect(result[0].CallId).not.toBe(earlier.Id);
	});
});

test('what Create did not place is not looked for', async () => {
	const items = [
		...(await created(numbers(1), { dryRun: true })),
		...(await created([{ to: 'nobody' }])),
	];
	const result = await run(getOutcome(), { items });

	expect(json(result)).toMatchObject([
		{ PhoneNumber: '+12025550100', outcome: 'notCalled', reason: 'It was a dry run', matches: 0 },
		{
			PhoneNumber: 'nobody',
			outcome: 'notCalled',
			reason: expect.stringContaining('"nobody"'),
			matches: 0,
		},
	]);
	expect(looks()).toEqual([]);
	expect(result.hints).toEqual([
		{
			message: expect.stringMatching(
				/^Nobody was called\.<br>• \+12025550100: It was a dry run<br>• The phone number "nobody"/,
			),
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

test('a warning names the variables that the assistant did not get', async () => {
	const items = await created(numbers(2));
	for (const { Transcript } of sandbox().calls.slice(0, 2)) {
		Transcript[0].Text = 'Hello {first_name}, this is {company}, for { you }.';
		Transcript[1].Text = 'What is {that}?';
	}
	const { hints } = await run(getOutcome({ waitUpTo: 0 }), { items });
	expect(hints.map(({ message }) => message)).toEqual([
		"The assistant said {first_name}, {company}. Add these variables under 'Variables' of Create.",
	]);
});

test.each([
	['Mara', 'No listed call has the assistant "Mara": that is a name. Its ID is "assistant-mara".'],
	['asst-9', `No listed call has the assistant "asst-9". Check the ID in 'Assistant' of Create.`],
])('an assistant that no call has is named in a warning: %s', async (assistantId, message) => {
	const items = await created(numbers(1));
	const result = await run(getOutcome({ assistantId, waitUpTo: 0 }), { items });
	expect(json(result)).toMatchObject([{ outcome: 'notFound' }]);
	expect(result.hints).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
});

test('two items with the same number get two calls', async () => {
	const items = await created([{ to: '+12025550100' }, { to: '+12025550100' }]);
	const found = json(await run(getOutcome(), { items })).map(({ CallId }) => CallId);

	expect(found).toEqual([sandbox().calls[1].Id, sandbox().calls[0].Id]);
});

describe('a service that fails', () => {
	const failing = (status: number, times: number): FaultRule => ({
		times,
		method: 'GET',
		fault: { kind: 'status', status },
	});

	test.each([429, 499, 500, 503])('for a while is asked again: %i', async (status) => {
		const items = await created(numbers(1));
		sandbox().fault(failing(status, 2));
		expect(json(await run(getOutcome(), { items }))).toMatchObject([{ outcome: 'ended' }]);
		expect(looks()).toHaveLength(3);
	});

	test('is asked as often as by any other operation where there is one look only', async () => {
		const items = await created(numbers(1));
		sandbox().fault(failing(503, 2));
		const result = await run(getOutcome({ waitUpTo: 0 }), { items });
		expect(json(result)).toMatchObject([{ outcome: 'ended' }]);
		expect(looks()).toHaveLength(3);
	});

	const MISLED: Array<[name: string, fault: FaultRule['fault']]> = [
		['a redirect', { kind: 'redirect', status: 302, location: 'https://example.com/' }],
		['another form', { kind: 'json', body: { items: [] } }],
	];

	test.each(MISLED)('with %s has a wrong address, which is an error at once', async (_, fault) => {
		const items = await created(numbers(1));
		sandbox().fault({ method: 'GET', fault });
		const { error } = await run(getOutcome(), { items });
		expect(error?.description).toContain("'Base URL'");
		expect(looks()).toHaveLength(1);
	});

	test.each(MISLED)('with %s after a good look is asked again', async (_, fault) => {
		sandbox().settings.turnSeconds = 3600;
		const items = await created(numbers(1));
		sandbox().fault({ method: 'GET', skip: 1, times: 1, fault });
		const ending = afterLooks(2, () => sandbox().end(sandbox().calls[0].Id));
		expect(json(await run(getOutcome(), { items }))).toMatchObject([{ outcome: 'ended' }]);
		await ending;
	});

	test('until the time is up is an error with its last words', async () => {
		const items = await created(numbers(1));
		sandbox().fault(failing(503, 99));
		const { error } = await run(getOutcome({ waitUpTo: 0.02 }), { items });
		expect(error?.message).toMatch(/\(503\) \[item 0\]$/);
	});

	test.each([401, 403, 404])('for good is an error at once: %i', async (status) => {
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
	[{ startedAfter: 'yesterday' }, /yesterday/],
	[{ waitUpTo: 'long' }, /^'Wait Up To' is "long"/],
	[{ output: 'all' }, /^'Output' is "all"/],
])('a field that cannot be used is named, and nothing is asked: %j', async (wrong, title) => {
	const items = await created(numbers(1));
	const { error } = await run(getOutcome(wrong), { items });
	expect(error?.message).toMatch(title);
	expect(looks()).toEqual([]);
});

test('the advice for Wait Up To does not lead to Options, where the field is not', async () => {
	const items = await created(numbers(1));
	const { error } = await run(getOutcome({ waitUpTo: 'long' }), { items });
	expect(error?.description).toBe('Enter a number of minutes, 0 or more.');
});
