import type { NodeApiError } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { queryValues } from '../support/againstSandbox';
import { isOlderN8n } from '../support/built';
import { Poller } from '../support/poller';

/* The trigger in n8n's own context for polls: which calls start a workflow, and what it says when it fails. */

let sandbox: Sandbox;
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

/** A trigger that was not activated yet. */
async function triggerOf(options: SandboxOptions = {}, parameters = {}) {
	sandbox = await startSandbox({ calls: 3, turnSeconds: 0, ...options });
	return new Poller(sandbox, { event: 'callEnded', ...parameters });
}

async function activated(options: SandboxOptions = {}, parameters = {}) {
	const poller = await triggerOf(options, parameters);
	expect(await poller.activate()).toBeNull();
	sandbox.log.splice(0);
	return poller;
}

const MANUAL = { mode: 'manual', activation: 'manual' } as const;

const ids = (items: unknown) => (items as Array<{ CallId: string }> | null)?.map((i) => i.CallId);
const idsOf = (calls: Array<{ Id: string }>) => calls.map(({ Id }) => Id);

test('a call that ends starts the workflow once, in ten flat fields, also where n8n was down', async () => {
	const poller = await activated();
	const [call] = sandbox.receive({ phoneNumber: '+4930123456' });
	const items = await poller.poll();
	expect(items).toMatchObject([{ CallId: call.Id, PhoneNumber: '+4930123456' }]);
	expect(Object.keys(items![0])).toHaveLength(10);
	expect(await poller.poll()).toBeNull();

	poller.restart();
	const during = sandbox.receive({ count: 3 });
	poller.restart();

	expect(ids(await poller.poll({ activation: 'init' }))?.sort()).toEqual(idsOf(during).sort());
	expect(await poller.poll()).toBeNull();
});

test('several polls at once, each on a copy of the position as it was saved, tell nothing twice', async () => {
	const poller = await activated({ delayMs: 5 });
	const calls = sandbox.receive({ count: 3 });
	const copies = [poller, poller.copy(), poller.copy()];
	const all = await Promise.all(copies.map(async (copy) => await copy.poll({ budget: 45_000 })));

	expect(all.flatMap((items) => ids(items) ?? []).sort()).toEqual(idsOf(calls).sort());
});

// n8n < 2.41: throws nothing away.
(isOlderN8n ? test.skip : test)(
	'calls that n8n throws away, since the workflow was saved while a poll read them, are told by the next',
	async () => {
		const poller = await activated();
		const saved = poller.copy();
		const [call] = sandbox.receive();

		expect(ids(await poller.poll())).toEqual([call.Id]);
		expect(ids(await saved.poll({ activation: 'update' }))).toEqual([call.Id]);
	},
);

test('filters go to the service, and the output is what was chosen', async () => {
	const condition = [{ field: 'PhoneNumber', operator: 'equals', value: '+4930123456' }];
	const poller = await activated({}, { filters: { condition }, output: 'raw' });
	sandbox.receive({ phoneNumber: '+4930999999' });
	const [call] = sandbox.receive({ phoneNumber: '+4930123456' });

	expect(await poller.poll()).toEqual([expect.objectContaining({ Id: call.Id })]);
	expect(sandbox.log.map((request) => queryValues(request, 'filter'))).toEqual(
		sandbox.log.map(() => ['PhoneNumber:==:+4930123456']),
	);
});

test('a filter with an expression that changes from poll to poll is no change', async () => {
	const value = '={{ $now.toMillis() }}';
	const condition = [{ field: 'PhoneNumber', operator: 'not', value }];
	const poller = await activated({}, { filters: { condition } });
	const [call] = sandbox.receive();
	expect(ids(await poller.poll())).toEqual([call.Id]);
	sandbox.calls.unshift({ ...call, Id: 'late' });

	expect(ids(await poller.poll())).toEqual(['late']);
	const sent = sandbox.log.map((request) => queryValues(request, 'filter')[0]);
	expect(new Set(sent).size).toBeGreaterThan(1);
});

test('where no name of the cursor works, that is an error, and what the first page shows is told', async () => {
	const cursor = { cursorParameter: 'weiter', ignoreUnknown: true };
	const poller = await activated({ pageSize: 10, ...cursor });
	sandbox.receive({ count: 25 });
	expect(await poller.poll()).toHaveLength(10);
	expect(poller.reported.map(({ message }) => message)).toEqual([
		expect.stringContaining('did not find the query parameter for the cursor'),
	]);
	sandbox.settings.cursorParameter = 'cursor';
	expect(await poller.poll()).toHaveLength(15);
});

const texts = async (poll: Promise<unknown>) =>
	await poll.then(
		() => undefined,
		({ message, description }: NodeApiError) => ({ message, description }),
	);

describe('Fetch Test Event', () => {
	test('shows up to five calls, oldest first, and leaves the position as it is', async () => {
		const poller = await triggerOf({ calls: 0 });
		const calls = sandbox.receive({ count: 7 });

		expect(ids(await poller.poll(MANUAL))).toEqual(idsOf(calls.slice(0, 5)).reverse());
		expect(sandbox.log).toHaveLength(1);
		expect(poller.state).toEqual({});
	});

	test('says what to do where there is nothing to show', async () => {
		const poller = await triggerOf({ calls: 0 });
		expect(await texts(poller.poll(MANUAL))).toEqual({
			message: 'None of the newest calls matches yet',
			description:
				"Place or receive a call that matches 'Filters', which are case-sensitive. Wait for its event, then fetch the test event again.",
		});
	});
});

test.each([
	[401, /^The service did not accept the API key/],
	[503, /\(503\)$/],
])('a service that answers %i at activation is an error with a sentence', async (status, title) => {
	const poller = await triggerOf();
	sandbox.fault({ times: 99, fault: { kind: 'status', status } });
	const error = await texts(poller.activate());

	expect(error?.message).toMatch(title);
	expect(error?.description).not.toMatch(/Request Options|run (the node|this item) again|item/i);
	expect(poller.state).toEqual({});
});

test.each([['at the very first start'], ['after a restart']])(
	'a service that is down when n8n starts, %s, does not end the trigger',
	async (when) => {
		const poller = when === 'after a restart' ? await activated() : await triggerOf();
		poller.restart();
		sandbox.fault({ times: 3, fault: { kind: 'status', status: 503 } });

		expect(await poller.poll({ activation: 'init' })).toBeNull();
		const message = expect.stringMatching(/\(503\)$/);
		expect(poller.reported).toEqual([expect.objectContaining({ message })]);
		await poller.poll({ activation: 'init' });
		const [call] = sandbox.receive();
		expect(await poller.poll()).toMatchObject([{ CallId: call.Id }]);
	},
);

test('the name of an assistant under Filters is told at once: it would match no call, for ever', async () => {
	const poller = await triggerOf();
	const [{ Assistant, AssistantName }] = sandbox.calls;
	const watch = (operator: string, value: string) => {
		const condition = [{ field: 'Assistant', operator, value }];
		poller.parameters = { event: 'callEnded', filters: { condition } };
		poller.restart();
	};
	const message = `"${AssistantName}" under 'Filters' is the name of an assistant, not its ID`;
	for (const operator of ['equals', 'not']) {
		watch(operator, AssistantName);
		expect((await texts(poller.poll(MANUAL)))?.message).toBe(message);
		expect((await texts(poller.activate()))?.message).toBe(message);
	}
	watch('equals', Assistant);
	expect(await poller.activate()).toBeNull();
	const requests = sandbox.log.length;
	expect(await poller.poll()).toBeNull();
	expect(sandbox.log).toHaveLength(requests + 1);
});
