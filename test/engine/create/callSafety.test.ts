import { sleep, type IDataObject, type INode, type INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../../sandbox';
import { isOlderN8n } from '../../support/built';
import type { RunResult } from '../../support/engine';
import { watchRejections } from '../../support/unhandledRejections';
import { WAYS_OF_TOOLS } from '../../support/agents';
import { runInRounds } from '../../support/loop';
import { againstSandbox, createParameters } from '../../support/againstSandbox';

/*
 * A list of people to call, and everything that must not happen to them: being called twice, being
 * called after something went wrong, or being called although n8n says that nobody was.
 */

const { sandbox, run } = againstSandbox({ calls: 0, turnSeconds: 0 });

let rejections: ReturnType<typeof watchRejections>;
beforeEach(() => (rejections = watchRejections()));
afterEach(() => {
	rejections.stop();
	// n8n survives such a rejection only by luck; a bare process ends with it.
	expect(rejections.reasons).toEqual([]);
});

const phone = (index: number) => `+1202555${1000 + index}`;
const list = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(index), lead: index }));

const credential = () => ({ apiKey: sandbox().apiKey, baseUrl: sandbox().url });
const posts = () => sandbox().log.filter(({ method }) => method === 'POST');
const posted = () => posts().map(({ body }) => (body as IDataObject).phone_number as string);
const placed = () => sandbox().placed.map(({ phone_number }) => phone_number);
const people = (count: number) => list(count).map((item) => item.phone);

/** Creates a call for each item. */
async function dial(
	items: IDataObject[],
	options: INodeParameters = {},
	{ settings, ...parameters }: { settings?: Partial<INode>; [name: string]: unknown } = {},
	onStart?: (cancel: () => void) => void,
): Promise<RunResult> {
	const fields = { phoneNumber: '={{ $json.phone }}', options, ...parameters } as INodeParameters;
	return await run(createParameters(fields), { items, settings, onStart });
}

/** `POST /calls` is answered so, after this many that were not, and so many times. */
function refuse(status: number, rule: Partial<FaultRule> = {}, headers?: Record<string, string>) {
	const body = { message: `no (${status})` };
	const fault = { kind: 'status' as const, status, headers, body };
	sandbox().fault({ method: 'POST', path: '/calls', times: 1, fault, ...rule });
}

const goOn = { onError: 'continueRegularOutput' as const };
const errorOutput = { onError: 'continueErrorOutput' as const };
const again = (maxTries = 2) => ({ retryOnFail: true, maxTries, waitBetweenTries: 1 });

const accepted = (index: number) => ({
	json: expect.objectContaining({ accepted: true, phone_number: phone(index) }),
	pairedItem: { item: index },
});
const failed = (index: number, error: unknown) => ({
	json: { error, message: expect.any(String) },
	pairedItem: { item: index },
});

test('Calls at Once is 1 where nothing is chosen', async () => {
	await dial(list(10));
	expect(sandbox().inFlight.max).toBe(1);
});

describe('all items are checked before the first call', () => {
	const wrong = (...bad: Array<[index: number, item: IDataObject]>) => {
		const items = list(50);
		for (const [index, item] of bad) items[index] = item;
		return items;
	};

	test('one that is wrong among fifty, and nobody is called', async () => {
		const result = await dial(wrong([37, { phone: '030 123456' }]));

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toBe(
			'The phone number "030 123456" is not in international format. Nobody was called [item 37]',
		);
		expect(result.error?.description).toContain(
			'Of 50 calls: 0 placed, 1 not placed (item 37), 49 not tried.',
		);
	});

	test('of several that are wrong, every one is named with what is wrong', async () => {
		const items = wrong([3, { phone: '030 123456' }], [4, { phone: '' }], [49, { phone: 'n/a' }]);
		const result = await dial(items, { callsAtOnce: 20 }, { settings: again(3) });

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toBe(
			'3 of 50 items cannot be called (items 3, 4, 49). Nobody was called [item 3]',
		);
		for (const sentence of [
			'Of 50 calls: 0 placed, 3 not placed (items 3, 4, 49), 47 not tried.',
			'Item 3: The phone number "030 123456" is not in international format.',
			'Item 4: The phone number is empty.',
			'Item 49: The phone number "n/a" is not in international format.',
		]) {
			expect(result.error?.description).toContain(sentence);
		}
	});

	test('also what comes from the assistant and the variables', async () => {
		const result = await dial(
			wrong([8, { phone: phone(8), assistant: ' ' }], [9, { phone: phone(9), json: '[1]' }]),
			{},
			{
				assistantId: {
					__rl: true,
					mode: 'id',
					value: '={{ $json.assistant ?? "assistant-mara" }}',
				},
				variablesMode: 'json',
				variablesJson: '={{ $json.json ?? "{}" }}',
			},
		);

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toContain('2 of 50 items cannot be called (items 8, 9)');
		expect(result.error?.description).toContain('Item 8: No assistant is chosen.');
		expect(result.error?.description).toContain('Item 9: Variables (JSON) is not a JSON object.');
	});

	test('what is wrong with all of them is said in the title', async () => {
		const assistantId = { __rl: true, mode: 'id', value: '={{ $json.nowhere }}' };
		const result = await dial(list(200), {}, { assistantId });

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toContain('No assistant is chosen');
		expect(result.error?.message.length).toBeLessThan(200);
	});

	test('where the node continues, the others are called', async () => {
		const items = list(4);
		items[1] = { phone: 'n/a' };
		const result = await dial(items, {}, { settings: goOn });

		expect(posted()).toEqual([phone(0), phone(2), phone(3)]);
		expect(result.items).toEqual([
			accepted(0),
			failed(1, 'The phone number "n/a" is not in international format'),
			accepted(2),
			accepted(3),
		]);
	});
});

describe('an expression that fails while n8n builds an item', () => {
	const parameters = {
		phoneNumber: '={{ $json.lead === 2 ? $("Nowhere").first().json.phone : $json.phone }}',
	};

	test.each([
		['once', {}],
		['in every try', again(3)],
	])('calls nobody, %s', async (_, retry) => {
		const result = await dial(list(5), { callsAtOnce: 5 }, { ...parameters, settings: retry });

		// What n8n left behind would dial after the end of the execution.
		await sleep(150);
		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toMatch(/Nowhere|node/);
	});

	describe.each([
		['the regular output', goOn],
		['the error output', errorOutput],
		['the regular output, in every try', { ...goOn, ...again() }],
	])('where the node continues, by %s', (_, settings) => {
		test.each([0, 2, 4])('whoever is called is in the output, item %i failing', async (bad) => {
			const phoneNumber = `={{ $json.lead === ${bad} ? $("Nowhere").first().json.phone : $json.phone }}`;
			const result = await dial(list(5), {}, { phoneNumber, settings });

			// What n8n left behind would dial after the end of the execution.
			await sleep(150);
			// n8n gives the whole node up before 2.39.8, and puts out what it put in.
			const others = [0, 1, 2, 3, 4].filter((index) => index !== bad).map(phone);
			expect(posted()).toEqual(isOlderN8n ? [] : others);
			const called = result.items.filter(({ json }) => json.accepted);
			expect(called.map(({ json }) => json.phone_number)).toEqual(posted());
			expect(result.outputs.flat()).toHaveLength(5);
		});
	});

	test('calls nobody of its batch', async () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 20 } } };
		const late = {
			phoneNumber: '={{ $json.lead === 3 ? $("Nowhere").first().json.phone : $json.phone }}',
		};
		await dial(list(6), {}, { ...late, requestOptions });
		await sleep(150);

		expect(posted()).toEqual([0, 1].map(phone));
	});

	test('ends the calls of the batches before it, and none is made twice', async () => {
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 100 } } };
		const late = {
			phoneNumber: '={{ $json.lead === 4 ? $("Nowhere").first().json.phone : $json.phone }}',
		};
		sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 80 } });
		await dial(list(6), {}, { ...late, requestOptions, settings: again() });
		await sleep(500);

		// The second try begins while a call of the first one is on its way.
		expect(sandbox().inFlight.max).toBe(1);
		expect(posted()).toEqual([0, 1, 2, 3].map(phone));
	});
});

describe('Request Options > Batching', () => {
	const batching = {
		requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 100 } } },
	};

	test('a failure in the first batch: the later ones are not dialled', async () => {
		refuse(400);
		const result = await dial(list(6), {}, batching);

		expect(posted()).toEqual([phone(0)]);
		expect(result.error?.message).toBe(
			'The call was not placed. The service refused the request: no (400) (400). Nobody was called [item 0]',
		);
		expect(result.error?.description).toContain(
			'Of 6 calls: 0 placed, 1 not placed (item 0), 5 not tried.',
		);
	});

	test('an item of a later batch that is wrong: the batches before it were called', async () => {
		const items = list(5);
		items[2] = { phone: 'n/a' };
		const result = await dial(items, {}, batching);

		expect(posted()).toEqual([0, 1].map(phone));
		expect(result.error?.message).toBe(
			'The phone number "n/a" is not in international format [item 2]',
		);
		expect(result.error?.description).toContain(
			'Of 5 calls: 2 placed, 1 not placed (item 2), 2 not tried.',
		);
	});

	test.each([2, 3, 6, 7, 0, -1])('everybody is called with batches of %i', async (batchSize) => {
		const result = await dial(
			list(6),
			{},
			{ requestOptions: { batching: { batch: { batchSize, batchInterval: 5 } } } },
		);

		expect(posted()).toEqual(people(6));
		expect(result.items).toEqual(list(6).map((_, index) => accepted(index)));
	});

	test('Retry On Fail goes on with the items that were refused with 429', async () => {
		refuse(429, { skip: 1 });
		const result = await dial(list(5), {}, { ...batching, settings: again() });

		expect(result.error).toBeUndefined();
		expect(posted()).toEqual([0, 1, 1, 2, 3, 4].map(phone));
	});
});

describe('Execute Once', () => {
	test('calls the first item only', async () => {
		const result = await dial(list(5), {}, { settings: { executeOnce: true } });

		expect(posted()).toEqual([phone(0)]);
		expect(result.items).toEqual([accepted(0)]);
	});

	test('fails with the first item, also in the last of several tries', async () => {
		refuse(429, { times: 3 });
		const result = await dial(list(5), {}, { settings: { executeOnce: true, ...again(3) } });

		expect(posted()).toEqual([0, 0, 0].map(phone));
		expect(result.error?.message).toBe(
			'The call was not placed. The service is receiving too many requests: no (429) (429). Nobody was called [item 0]',
		);
	});
});

describe('a failure stops the list', () => {
	test('no further call begins, and those in flight are counted', async () => {
		sandbox().fault({ method: 'POST', skip: 4, times: 1, fault: { kind: 'status', status: 400 } });
		sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 60 } });
		const result = await dial(list(30), { callsAtOnce: 3 });

		const count = posted().length;
		expect(count).toBeLessThanOrEqual(7);
		expect(placed()).toHaveLength(count - 1);
		expect(result.error?.message).toMatch(/^The call was not placed\. .* \[item 4\]$/);
		expect(result.error?.description).toContain(
			`Of 30 calls: ${count - 1} placed, 1 not placed (item 4), ${30 - count} not tried.`,
		);
	});

	test('several failures at once are all named', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 400 } });
		const result = await dial(list(10), { callsAtOnce: 2 });

		expect(posted()).toHaveLength(2);
		expect(result.error?.message).toContain('[item 0]');
		expect(result.error?.description).toMatch(
			/Of 10 calls: 0 placed, 1 may have been placed \(item \d\), 1 not placed \(item \d\), 8 not tried\. Item 1: The call /,
		);
	});

	test('a number that waits for another item with the same number is not dialled any more', async () => {
		sandbox().fault({
			method: 'POST',
			times: 1,
			fault: { kind: 'delay', ms: 50, then: { kind: 'status', status: 400 } },
		});
		const twice = [{ phone: phone(0) }, { phone: phone(0) }, { phone: phone(1) }];
		await dial(twice, { callsAtOnce: 2, duplicateNumbers: 'callOnce' });

		expect(posted()).toEqual([phone(0)]);
	});

	test('a number that is looked up meanwhile is not dialled any more', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 400 } });
		sandbox().fault({ method: 'GET', skip: 1, times: 1, fault: { kind: 'delay', ms: 150 } });
		await dial(list(2), { callsAtOnce: 2, skipIfCalledWithin: 24 });

		expect(posts()).toHaveLength(1);
	});

	test('a number that waits after a 429 is not dialled any more', async () => {
		refuse(429, {}, { 'Retry-After': '1' });
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 400 } });
		const result = await dial(list(3), { callsAtOnce: 2, waitWhenRateLimited: true });

		expect(posts()).toHaveLength(2);
		expect(result.error?.description).toMatch(
			/Of 3 calls: 0 placed, 2 not placed \(items 0, 1\), 1 not tried\./,
		);
	});
});

describe('Retry On Fail', () => {
	test('a list with refusals (429): each item is accepted once, in its place', async () => {
		refuse(429);
		refuse(429, { skip: 2, times: 2 });
		const result = await dial(list(6), {}, { settings: again(5) });

		expect(result.error).toBeUndefined();
		expect(placed()).toEqual(people(6));
		expect(posted()).toEqual([0, 0, 1, 2, 2, 2, 3, 4, 5].map(phone));
		expect(result.items).toEqual(list(6).map((_, index) => accepted(index)));
	});

	test('several at once, some of them refused (429): each is accepted once', async () => {
		refuse(429, { skip: 3, times: 2 });
		const result = await dial(list(20), { callsAtOnce: 5 }, { settings: again(5) });

		expect(result.error).toBeUndefined();
		expect(placed().sort()).toEqual(people(20));
		expect(posts()).toHaveLength(22);
		expect(result.items).toEqual(list(20).map((_, index) => accepted(index)));
	});

	test.each([
		[
			'400',
			400,
			'not placed',
			'The call was not placed. The service refused the request: no (400)',
		],
		['401', 401, 'not placed', 'The call was not placed. The service did not accept the API key'],
		['502', 502, 'may have been placed', 'The call may have been placed: the service could not'],
	])('a %s in the middle is kept and not sent again', async (_, status, count, title) => {
		refuse(status, { skip: 2 });
		const result = await dial(list(5), {}, { settings: again(5) });

		expect(posted()).toEqual([0, 1, 2].map(phone));
		expect(result.error?.message).toContain(title);
		expect(result.error?.message).toContain('[item 2]');
		expect(result.error?.description).toContain(
			`Of 5 calls: 2 placed, 1 ${count} (item 2), 2 not tried.`,
		);
	});

	test('a failure that is kept in a later batch stops the next try from its beginning', async () => {
		const late = { kind: 'delay' as const, ms: 200 };
		sandbox().fault({
			method: 'POST',
			times: 1,
			fault: { ...late, then: { kind: 'status', status: 429 } },
		});
		refuse(400, { skip: 1 });
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 50 } } };
		const result = await dial(list(3), { callsAtOnce: 5 }, { requestOptions, settings: again(3) });

		expect(posted().sort()).toEqual(people(3));
		expect(placed()).toEqual([phone(1)]);
		expect(result.error?.message).toContain('[item 2]');
	});

	test('a refusal (429) beside a failure for good is told as what it was', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 400 } });
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'status', status: 429 } });
		const result = await dial(list(4), { callsAtOnce: 2 }, { settings: again(2) });

		expect(posts()).toHaveLength(2);
		expect(result.error?.description).toContain(
			'Of 4 calls: 0 placed, 2 not placed (items 0, 1), 2 not tried.',
		);
	});

	test('a service that is back after the connection was refused is called once an item', async () => {
		const closed = { ...credential(), baseUrl: 'http://127.0.0.1:9' };
		const result = await run(createParameters(), { credential: closed, settings: again(2) });

		expect(posts()).toEqual([]);
		expect(result.error?.message).toBe(
			'The call was not placed. Nothing answers at 127.0.0.1:9: the connection was refused. Nobody was called [item 0]',
		);
	});

	describe.each([
		['the regular output', goOn],
		['the error output', errorOutput],
	])('with On Error set to continue, by %s', (_, onError) => {
		const both = ({ outputs }: RunResult) => outputs.flat();

		test('the first item refused (429): it alone is sent again', async () => {
			refuse(429);
			refuse(502, { skip: 1 });
			const result = await dial(list(4), {}, { settings: { ...onError, ...again(3) } });

			expect(posted()).toEqual([0, 1, 2, 3, 0].map(phone));
			expect(placed().sort()).toEqual([phone(0), phone(1), phone(3)]);
			expect(result.items.filter(({ json }) => json.accepted)).toEqual([
				accepted(0),
				accepted(1),
				accepted(3),
			]);
			expect(both(result)).toHaveLength(4);
			expect(both(result).find(({ json }) => json.error)).toMatchObject({
				json: {
					error: 'The call may have been placed: the service could not answer: no (502) (502)',
				},
				pairedItem: { item: 2 },
			});
		});

		test('the first item failed for good: nothing is sent again', async () => {
			refuse(400);
			const result = await dial(list(3), {}, { settings: { ...onError, ...again(5) } });

			expect(posted()).toEqual(people(3));
			expect(both(result)).toHaveLength(3);
		});

		test('the failed item keeps its input on the error output', async () => {
			refuse(400, { skip: 1 });
			const result = await dial(list(3), {}, { settings: { ...onError, ...again(2) } });

			const expected = {
				error: 'The call was not placed. The service refused the request: no (400) (400)',
				message: 'Correct what the service names, and run the node again.',
			};
			const item = both(result).find(({ json }) => json.error);
			expect(item?.pairedItem).toEqual({ item: 1 });
			expect(item?.json).toEqual(
				onError === errorOutput ? { ...list(3)[1], ...expected } : expected,
			);
		});
	});
});

describe('a loop', () => {
	test('every round dials, with the very same items', async () => {
		const items = [{ phone: phone(0) }];
		const parameters = createParameters({ phoneNumber: '={{ $json.phone }}' });
		const { data } = await runInRounds(3, credential(), { parameters, ...again() }, items);

		expect(data.resultData.error).toBeUndefined();
		expect(data.resultData.runData.Calls).toHaveLength(3);
		expect(posted()).toEqual([0, 0, 0].map(phone));
	});

	test('a round that is tried again repeats nothing of the rounds before', async () => {
		refuse(429, { skip: 3 });
		const parameters = createParameters({ phoneNumber: '={{ $json.phone }}' });
		const { data } = await runInRounds(2, credential(), { parameters, ...again() }, list(2));

		expect(data.resultData.error).toBeUndefined();
		expect(posted()).toEqual([0, 1, 0, 1, 1].map(phone));
		expect(placed()).toEqual([0, 1, 0, 1].map(phone));
	});

	test('a failure in one round does not stop another execution', async () => {
		refuse(400);
		await dial(list(2));
		const result = await dial(list(2));

		expect(result.error).toBeUndefined();
		expect(posted()).toEqual([0, 0, 1].map(phone));
	});
});

describe('the execution is cancelled', () => {
	/** Cancels as soon as so many requests have arrived. */
	const after = (requests: number) => (cancel: () => void) => {
		void (async () => {
			while (sandbox().log.length < requests) await sleep(2);
			cancel();
		})();
	};

	test.each([
		['one after another', 1, {}],
		['five at once', 5, {}],
		['five at once, with Retry On Fail', 5, again(5)],
	])('in the middle of a list, %s', async (_, callsAtOnce, settings) => {
		sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 40 } });
		const result = await dial(list(100), { callsAtOnce }, { settings }, after(21));
		// A request that was already on its way may still arrive.
		await sleep(50);
		const sent = posts().length;
		await sleep(200);

		expect(posts()).toHaveLength(sent);
		expect(sent).toBeLessThanOrEqual(21 + callsAtOnce);
		expect(new Set(posted()).size).toBe(sent);
		expect(result.error?.message).toMatch(
			/^The call .*The execution was cancelled|^The call .*the execution was cancelled/,
		);

		const { description } = result.error ?? {};
		// Everybody who was called would be called again.
		expect(description).not.toMatch(/run the workflow again to go on/i);
		const count = (words: string) =>
			Number(new RegExp(`(\\d+) ${words}`).exec(description ?? '')?.[1] ?? 0);
		const known = count('placed');
		const maybe = count('may have been placed');
		expect(maybe).toBeLessThanOrEqual(callsAtOnce);
		expect(known + maybe).toBeGreaterThanOrEqual(sent);
		expect(known).toBeGreaterThanOrEqual(21 - callsAtOnce);
		expect(known).toBeLessThanOrEqual(placed().length);
		expect(placed().length).toBeLessThanOrEqual(known + maybe);
		expect(known + maybe + count('not placed') + count('not tried')).toBe(100);
	});

	test('in the middle of a list, where the node continues: nobody is called any more', async () => {
		sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 40 } });
		const settings = { ...goOn, ...again(5) };
		const result = await dial(list(100), { callsAtOnce: 5 }, { settings }, after(21));
		await sleep(50);
		const sent = posts().length;
		await sleep(200);

		expect(posts()).toHaveLength(sent);
		expect(sent).toBeLessThanOrEqual(26);
		const count = (words: RegExp) =>
			result.items.filter(({ json }) => words.test(String(json.error ?? 'placed'))).length;
		const known = count(/^placed/);
		const maybe = count(/may have been placed/);
		expect(result.items).toHaveLength(100);
		expect(known + maybe).toBeGreaterThanOrEqual(sent);
		expect(maybe).toBeLessThanOrEqual(5);
		const others = result.items.filter(({ json }) => /not placed/.test(String(json.error)));
		expect(others).toHaveLength(100 - known - maybe);
		expect(
			new Set(others.map(({ json }) => `${String(json.error)}: ${String(json.message)}`)),
		).toEqual(
			new Set([
				'The call was not placed. The execution was cancelled: If you run the workflow again, it begins with the first item: take out those who were called, or set Skip If Called Within.',
			]),
		);
	});

	test('while a call waits after a 429: it is not sent', async () => {
		refuse(429, {}, { 'Retry-After': '60' });
		const start = Date.now();
		const result = await dial(list(2), { waitWhenRateLimited: true }, {}, after(1));

		expect(Date.now() - start).toBeLessThan(5000);
		expect(posts()).toHaveLength(1);
		expect(result.error?.description).toContain('Of 2 calls: 0 placed');
	});

	test('while a number is looked up: it is not dialled', async () => {
		sandbox().fault({ method: 'GET', fault: { kind: 'delay', ms: 100 } });
		await dial(list(2), { skipIfCalledWithin: 24 }, {}, after(1));
		await sleep(150);

		expect(posts()).toEqual([]);
	});

	test('between two batches: the next is not dialled', async () => {
		const requestOptions = { batching: { batch: { batchSize: 1, batchInterval: 100 } } };
		await dial(list(4), {}, { requestOptions }, after(2));
		await sleep(250);

		expect(posts().length).toBeLessThanOrEqual(2);
	});

	test('while a list of calls waits before it is asked for again', async () => {
		sandbox().fault({
			fault: { kind: 'status', status: 503, headers: { 'Retry-After': '30' } },
		});
		const start = Date.now();
		await run({ resource: 'call', operation: 'getAll' }, { onStart: after(1) });

		expect(Date.now() - start).toBeLessThan(5000);
		expect(sandbox().log).toHaveLength(1);
	});
});

describe('Dry Run', () => {
	test('sends nothing at all, whatever else is chosen', async () => {
		const options = {
			dryRun: true,
			skipIfCalledWithin: 24,
			duplicateNumbers: 'callOnce',
			waitWhenRateLimited: true,
		};
		const items = [...list(2), { phone: ' +1 (202) 555-1000 ' }];
		const result = await dial(items, options, {
			variables: { variable: [{ name: 'lead', value: '={{ $json.lead }}' }] },
		});

		expect(sandbox().log).toEqual([]);
		expect(result.items.map(({ json }) => json)).toEqual([
			...[0, 1].map((index) => ({
				accepted: false,
				dryRun: true,
				request: {
					method: 'POST',
					url: `${sandbox().url}/calls`,
					body: { assistant_id: 'assistant-mara', phone_number: phone(index), lead: `${index}` },
				},
			})),
			{
				accepted: false,
				skipped: true,
				reason: `Item 0 of this run has the same number, ${phone(0)}`,
			},
		]);
		expect(result.stored).not.toContain(sandbox().apiKey);
	});

	test.each(['={{ "true" }}', '={{ 1 }}', '={{ $json.nowhere }}'])(
		'a call is never the answer to a value that is neither on nor off: %s',
		async (dryRun) => {
			await dial(list(1), { dryRun });
			expect(posts()).toEqual([]);
		},
	);

	test('finds what is wrong', async () => {
		const result = await dial([...list(1), { phone: 'n/a' }], { dryRun: true });

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toContain('"n/a" is not in international format');
	});
});

describe('Duplicate Numbers', () => {
	const once = { duplicateNumbers: 'callOnce' };
	const skippedFor = (index: number, first: number, number: string) => ({
		json: {
			accepted: false,
			skipped: true,
			reason: `Item ${first} of this run has the same number, ${number}`,
		},
		pairedItem: { item: index },
	});
	const same = [
		{ phone: phone(0) },
		{ phone: '+1 202 555 1000' },
		{ phone: phone(1) },
		{ phone: phone(0) },
	];

	test('every item is called where nothing is chosen', async () => {
		await dial(same);
		expect(posted()).toEqual([0, 0, 1, 0].map(phone));
	});

	test('an item that was skipped is counted as such where a later call fails', async () => {
		refuse(400, { skip: 1 });
		const { error } = await dial(same, once);

		expect(error?.description).toContain(
			'Of 4 calls: 1 placed, 1 skipped, 1 not placed (item 2), 1 not tried.',
		);
	});

	test.each([1, 5])('each number is called once, %i at once', async (callsAtOnce) => {
		const result = await dial(same, { ...once, callsAtOnce });

		expect(posted()).toEqual([0, 1].map(phone));
		expect(result.items).toEqual([
			accepted(0),
			skippedFor(1, 0, phone(0)),
			{ ...accepted(1), pairedItem: { item: 2 } },
			skippedFor(3, 0, phone(0)),
		]);
	});

	test.each([1, 5])('also when the node is tried again, %i at once', async (callsAtOnce) => {
		refuse(429, { skip: 1 });
		const result = await dial(same, { ...once, callsAtOnce }, { settings: again(3) });

		expect(result.error).toBeUndefined();
		expect(placed()).toEqual([0, 1].map(phone));
		expect(result.items.filter(({ json }) => json.accepted)).toHaveLength(2);
	});

	test.each([1, 5])(
		'the next one is called where the first was not, %i at once',
		async (atOnce) => {
			refuse(400);
			const result = await dial(same, { ...once, callsAtOnce: atOnce }, { settings: goOn });

			expect(placed().sort()).toEqual([0, 1].map(phone));
			expect(posted().filter((number) => number === phone(0))).toHaveLength(2);
			expect(result.items.map(({ json }) => Object.keys(json)[0])).toEqual([
				'error',
				'accepted',
				'accepted',
				'accepted',
			]);
			expect(result.items[3]).toEqual(skippedFor(3, 1, phone(0)));
		},
	);

	test('a number that may have been called counts as called', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		const result = await dial(same, once, { settings: goOn });

		expect(posted()).toEqual([0, 1].map(phone));
		expect(result.items[1]).toEqual(skippedFor(1, 0, phone(0)));
	});

	test.each(['={{ $json.nowhere }}', 'once'])(
		'a value that is none of the list is refused, and nobody is called: %s',
		async (duplicateNumbers) => {
			const result = await dial(same, { duplicateNumbers });

			expect(posts()).toEqual([]);
			expect(result.error?.description).toContain('Duplicate Numbers');
		},
	);

	test('fifty times the same number, ten at once, with refusals: one call', async () => {
		refuse(429, { times: 3 });
		const items = Array.from({ length: 50 }, () => ({ phone: phone(7) }));
		const result = await dial(items, { ...once, callsAtOnce: 10 }, { settings: { ...again(5) } });

		expect(result.error).toBeUndefined();
		expect(placed()).toEqual([phone(7)]);
	});
});

describe('Skip If Called Within', () => {
	const hour = 3_600_000;
	const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
	const record = (number: string, hours: number, Id = `call-${hours}`) => ({
		Id,
		Status: 'unread',
		AssistantName: 'Mara',
		PhoneNumber: number,
		StartedAt: ago(hours),
	});
	const guard = { skipIfCalledWithin: 24 };
	/** What the service has, the newest first. */
	const has = (...records: IDataObject[]) => sandbox().calls.push(...(records as never[]));

	test('a number that was called is skipped, and the last call is named', async () => {
		has(record(phone(1), 1), record(phone(0), 2), record(phone(0), 3));
		const result = await dial(list(1), guard);

		expect(posts()).toEqual([]);
		expect(result.items).toEqual([
			{
				json: {
					accepted: false,
					skipped: true,
					reason: expect.stringMatching(
						/^\+12025551000 was called at \S+, within the last 24 hours$/,
					),
					lastCall: {
						Id: 'call-2',
						StartedAt: expect.any(String),
						Status: 'unread',
						AssistantName: 'Mara',
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('a number that was called before that is called', async () => {
		has(record(phone(0), 25));
		const result = await dial(list(1), guard);

		expect(placed()).toEqual([phone(0)]);
		expect(result.items).toEqual([accepted(0)]);
		expect(sandbox().log.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});

	test.each([
		['half an hour', 0.5, 0.4, true],
		['half an hour', 0.5, 0.6, false],
		['three days', 72, 71.9, true],
		['off', 0, 0.1, false],
	])('%s: a call %d h … ago', async (_, within, hours, isSkipped) => {
		has(record(phone(0), hours));
		await dial(list(1), { skipIfCalledWithin: within });
		expect(posts()).toHaveLength(isSkipped ? 0 : 1);
	});

	test('hours that an expression does not find are not taken for "off"', async () => {
		has(record(phone(0), 1));
		const result = await dial(list(1), { skipIfCalledWithin: '={{ $json.nowhere }}' });

		expect(posts()).toEqual([]);
		expect(result.error?.message).toContain('Skip If Called Within');
	});

	test('a number of hours may come as text', async () => {
		has(record(phone(0), 1));
		const result = await dial(list(1), { skipIfCalledWithin: '={{ "24" }}' });

		expect(result.items[0].json).toMatchObject({ skipped: true });
	});

	test('a number that was called earlier in the run is skipped, though the list is late', async () => {
		sandbox().fault({
			method: 'GET',
			fault: { kind: 'json', body: { data: [], hasMore: false, nextCursor: '' } },
		});
		const items = [...list(2), { phone: phone(0) }];
		const result = await dial(items, { ...guard, callsAtOnce: 3 });

		expect(placed().sort()).toEqual([0, 1].map(phone));
		expect(result.items[2].json).toEqual({
			accepted: false,
			skipped: true,
			reason: `Item 0 of this run has the same number, ${phone(0)}`,
		});
	});

	test.each<[string, FaultRule['fault'], string]>([
		['500', { kind: 'status', status: 500 }, 'The service could not answer'],
		['401', { kind: 'status', status: 401 }, 'The service did not accept the API key'],
		['a web page', { kind: 'html' }, 'A web page titled "Sign in" came back'],
		['no list', { kind: 'json', body: {} }, 'The answer of the service holds no list'],
		['a lost connection', { kind: 'drop' }, 'The connection was lost'],
	])(
		'the look-up fails with %s: nobody is called, and the item says why',
		async (_, fault, why) => {
			sandbox().fault({ method: 'GET', fault });
			const result = await dial(list(2), guard);

			expect(posts()).toEqual([]);
			expect(result.error?.message).toContain(
				`The call was not placed, since it is not known whether the number was called before. ${why}`,
			);
			expect(result.error?.message).toMatch(/\. Nobody was called \[item 0\]$/);
			expect(result.error?.description).toContain('Skip If Called Within asks the service first.');
			expect(result.error?.description).toContain(
				'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
			);
		},
	);

	test('a look-up that fails once is repeated, and the call is made', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 503 } });
		const result = await dial(list(1), guard);

		expect(result.error).toBeUndefined();
		expect(placed()).toEqual([phone(0)]);
	});

	test('a look-up that failed is made again when the node is tried again', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 500 } });
		const result = await dial(list(2), guard, { settings: again() });

		expect(result.error).toBeUndefined();
		expect(placed()).toEqual([0, 1].map(phone));
	});

	test('where the node continues, only the item whose look-up fails is left out', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 500 } });
		const result = await dial(list(2), guard, { settings: goOn });

		expect(placed()).toEqual([phone(1)]);
		expect(result.items[0].json.error).toContain('not known whether the number was called before');
	});

	test.each<[string, FaultRule['fault']]>([
		['refuses the sort', { kind: 'refuseSort' }],
		['ignores the sort', { kind: 'ignoreSort' }],
		['keeps its own order', { kind: 'ignoreSort', order: 'held' }],
	])('a service that %s: the call is found', async (_, fault) => {
		const others = Array.from({ length: 150 }, (__, index) => record(phone(0), 180 - index));
		// In the order of the service, the oldest is the first.
		has(...others, record(phone(0), 5, 'recent'));
		sandbox().fault({ method: 'GET', fault });
		const result = await dial(list(2), guard);

		expect(posted()).toEqual([phone(1)]);
		expect(result.items[0].json).toMatchObject({ skipped: true, lastCall: { Id: 'recent' } });
	});

	describe('a service that ignores the filter', () => {
		/** Pages of everybody's calls, whatever was asked for. */
		const everybody = (...pages: IDataObject[][]) =>
			pages.forEach((data, index) => {
				const hasMore = index < pages.length - 1;
				sandbox().fault({
					method: 'GET',
					times: 1,
					fault: {
						kind: 'json',
						body: { data, hasMore, nextCursor: hasMore ? `page ${index + 1}` : '' },
					},
				});
			});

		test('a call to somebody else does not count', async () => {
			everybody([record(phone(1), 1), record(phone(2), 2)]);
			await dial(list(1), guard);
			expect(placed()).toEqual([phone(0)]);
		});

		test('the call is found on a later page', async () => {
			everybody(
				[record(phone(1), 1), record(phone(2), 2)],
				[record(phone(3), 3), record(phone(0), 4, 'found')],
			);
			const result = await dial(list(1), guard);

			expect(posts()).toEqual([]);
			expect(result.items[0].json).toMatchObject({ lastCall: { Id: 'found' } });
		});

		test('it is not read beyond the hours that count', async () => {
			everybody([record(phone(1), 30), record(phone(2), 31)], [record(phone(0), 32)]);
			await dial(list(1), guard);

			expect(sandbox().log.map(({ method }) => method)).toEqual(['GET', 'POST']);
		});
	});

	test('the number is asked for as it is dialled', async () => {
		await dial([{ phone: '+1 (202) 555-1000' }], guard);

		const [{ query }] = sandbox().log;
		expect(query).toContainEqual(['filter', `PhoneNumber:==:${phone(0)}`]);
		expect(query).toContainEqual(['sort', 'StartedAt:desc']);
	});
});

describe('Wait When Rate Limited', () => {
	const wait = { waitWhenRateLimited: true };
	const timed = async (task: () => Promise<RunResult>) => {
		const start = Date.now();
		const result = await task();
		return { result, ms: Date.now() - start };
	};

	test.each([
		['seconds', () => '1', 1000, 3000],
		['a date', () => new Date(Date.now() + 2000).toUTCString(), 900, 4000],
	])('waits as Retry-After says, in %s, and places the call once', async (_, when, least, most) => {
		refuse(429, {}, { 'Retry-After': when() });
		const { result, ms } = await timed(async () => await dial(list(2), wait));

		expect(ms).toBeGreaterThanOrEqual(least);
		expect(ms).toBeLessThan(most);
		expect(result.items).toEqual([accepted(0), accepted(1)]);
		expect(posted()).toEqual([0, 0, 1].map(phone));
		expect(placed()).toEqual([0, 1].map(phone));
	});

	test('waits by itself where the service does not say how long', async () => {
		refuse(429);
		const { ms } = await timed(async () => await dial(list(1), wait));

		expect(ms).toBeGreaterThanOrEqual(500);
		expect(posted()).toEqual([0, 0].map(phone));
	});

	test.each([
		['0', '0'],
		['a date that is over', new Date(0).toUTCString()],
	])(
		'does not rush the service where Retry-After is %s',
		async (_, value) => {
			refuse(429, { times: 2 }, { 'Retry-After': value });
			const { ms } = await timed(async () => await dial(list(1), wait));

			expect(ms).toBeGreaterThanOrEqual(1000);
			expect(posts()).toHaveLength(3);
		},
		60_000,
	);

	test('gives up at once where the wait would be too long', async () => {
		refuse(429, {}, { 'Retry-After': '301' });
		const { result, ms } = await timed(async () => await dial(list(2), wait));

		expect(ms).toBeLessThan(2000);
		expect(posts()).toHaveLength(1);
		expect(result.error?.message).toContain('The call was not placed. ');
	});

	test('waits after nothing but a 429', async () => {
		refuse(503, {}, { 'Retry-After': '1' });
		const { result } = await timed(async () => await dial(list(1), wait));

		expect(posts()).toHaveLength(1);
		expect(result.error?.message).toContain('The call may have been placed');
	});

	test('does not wait where it is off', async () => {
		refuse(429, {}, { 'Retry-After': '1' });
		const { ms } = await timed(async () => await dial(list(1)));

		expect(ms).toBeLessThan(900);
		expect(posts()).toHaveLength(1);
	});
});

describe('what is sent', () => {
	test.each([
		['+12025551000', true],
		['+1 202 555 1000', false],
		['tel:+12025551000', false],
		[' +12025551000', false],
	])('with Clean Phone Number off, %s is called: %s', async (written, isCalled) => {
		const result = await dial([{ phone: written }], { cleanPhoneNumber: false });

		expect(posted()).toEqual(isCalled ? [phone(0)] : []);
		expect(result.error === undefined).toBe(isCalled);
	});

	test.each([
		['an object', '={{ $json.data }}'],
		['its text', '={{ JSON.stringify($json.data) }}'],
	])('variables as JSON, from %s', async (_, variablesJson) => {
		const data = { first_name: 'Ada', n: 0, no: false, gone: null, list: [1], deep: { a: 'b' } };
		await dial([{ phone: phone(0), data }], {}, { variablesMode: 'json', variablesJson });

		expect(posts()[0].body).toEqual({
			assistant_id: 'assistant-mara',
			phone_number: phone(0),
			first_name: 'Ada',
			n: '0',
			no: 'false',
			gone: '',
			list: '[1]',
			deep: '{"a":"b"}',
		});
	});

	test.each([
		'{"phone_number": "+12025559999"}',
		'{"assistant_id": "x"}',
		'{"a":',
		'"text"',
		'null',
	])('variables as JSON that are refused: %s', async (variablesJson) => {
		const result = await dial(list(1), {}, { variablesMode: 'json', variablesJson });

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toMatch(/\. Nobody was called \[item 0\]$/);
	});

	test('a key that cannot be sent: nobody is called, and the credential is named', async () => {
		const result = await run(createParameters(), {
			credential: { ...credential(), apiKey: ' ' },
			settings: again(2),
		});

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toContain('The field API Key of the credential is empty');
	});
});

describe.each(WAYS_OF_TOOLS)('as a tool that an AI agent %s', (_, runTool) => {
	const asked = createParameters({
		phoneNumber: "={{ $fromAI('phone', 'The number', 'string') }}",
	});
	const fixed = createParameters({ phoneNumber: phone(0) });

	test('each call of the tool dials, the same number included', async () => {
		const calls = [0, 1, 0].map((index) => ({ phone: phone(index) }));
		const { responses } = await runTool(credential(), { parameters: asked, ...again() }, { calls });

		expect(posted()).toEqual([0, 1, 0].map(phone));
		expect(responses).toHaveLength(3);
		for (const response of responses) expect(response).toContain('"accepted":true');
	});

	test('calls of the tool at the same time dial once each', async () => {
		const calls = [0, 1, 2].map((index) => ({ phone: phone(index) }));
		const { responses } = await runTool(
			credential(),
			{ parameters: asked, ...again() },
			{ calls, atOnce: true },
		);

		expect(placed().sort()).toEqual(people(3));
		expect(responses.filter((response) => response.includes('"accepted":true'))).toHaveLength(3);
	});

	test('a tool without arguments dials each time that it is called', async () => {
		const { responses } = await runTool(
			credential(),
			{ parameters: fixed, ...again() },
			{ calls: [{}, {}] },
		);

		expect(posted()).toEqual([0, 0].map(phone));
		expect(responses).toHaveLength(2);
	});

	test('a retry sends a refused call (429) again', async () => {
		refuse(429);
		const { responses } = await runTool(
			credential(),
			{ parameters: asked, ...again(3) },
			{ calls: [{ phone: phone(0) }] },
		);

		expect(posted()).toEqual([0, 0].map(phone));
		expect(placed()).toEqual([phone(0)]);
		expect(responses[0]).toContain('"accepted":true');
	});

	test('a retry does not repeat a call that may have been placed, and the agent is told', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		const { responses, error } = await runTool(
			credential(),
			{ parameters: asked, ...again(5) },
			{ calls: [{ phone: phone(0) }, { phone: phone(1) }] },
		);

		// n8n before 2.41 or so ends the execution where a tool that it runs fails.
		expect(posted()).toEqual((error === undefined ? [0, 1] : [0]).map(phone));
		expect(responses[0] ?? error).toContain(
			'The call may have been placed: the connection was lost',
		);
		if (error === undefined) expect(responses[1]).toContain('"accepted":true');
	});

	test('a retry does not repeat a call that was refused for good', async () => {
		refuse(400);
		const { responses, error, stored } = await runTool(
			credential(),
			{ parameters: fixed, ...again(5) },
			{ calls: [{}] },
		);

		expect(posts()).toHaveLength(1);
		expect(responses[0] ?? error).toContain(
			'The call was not placed. The service refused the request',
		);
		expect(stored).not.toContain(sandbox().apiKey);
	});

	test('the agent is told what is wrong with a number', async () => {
		const { responses, error } = await runTool(
			credential(),
			{ parameters: asked },
			{ calls: [{ phone: '030 1234' }] },
		);

		expect(posts()).toEqual([]);
		expect(responses[0] ?? error).toMatch(/is not in international format. Nobody was called/);
	});

	test('the agent is told when the tries are over', async () => {
		refuse(429, { times: 9 });
		const { responses, error } = await runTool(
			credential(),
			{ parameters: asked, ...again(3) },
			{ calls: [{ phone: phone(0) }] },
		);

		expect(posts()).toHaveLength(3);
		expect(responses[0] ?? error).toContain('The service is receiving too many requests');
	});
});
