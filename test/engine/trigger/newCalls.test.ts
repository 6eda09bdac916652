import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { queryValues } from '../../support/againstSandbox';
import { isOlderN8n } from '../../support/built';
import { Poller } from '../../support/poller';

/* The trigger in n8n's own context for polls: which calls start a workflow, and what that costs. */

let sandbox: Sandbox;
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

async function activated(options: SandboxOptions = {}, parameters = {}) {
	sandbox = await startSandbox({ calls: 3, turnSeconds: 0, ...options });
	const poller = new Poller(sandbox, { event: 'callEnded', ...parameters });
	expect(await poller.activate()).toBeNull();
	sandbox.log.splice(0);
	return poller;
}

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
