import { startSandbox, type Sandbox } from '../../../sandbox';
import { Poller } from '../../support/poller';

/* What a trigger says when it fails, and what it keeps. */

let sandbox: Sandbox;
let poller: Poller;
beforeEach(async () => {
	sandbox = await startSandbox({ calls: 3, turnSeconds: 0 });
	poller = new Poller(sandbox, { event: 'callEnded' });
});
afterEach(async () => await sandbox.close());

const texts = async (poll: Promise<unknown>) => {
	try {
		await poll;
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
	return undefined;
};

describe('Fetch Test Event', () => {
	test('shows up to five calls, oldest first, and leaves the position as it is', async () => {
		sandbox.receive({ count: 7 });
		const items = await poller.poll({ mode: 'manual', activation: 'manual' });

		expect(items).toHaveLength(5);
		expect(sandbox.log).toHaveLength(1);
		expect(poller.state).toEqual({});
	});

	test('says what to do where there is nothing to show', async () => {
		for (const { Id } of [...sandbox.calls]) sandbox.remove(Id);
		expect(await texts(poller.poll({ mode: 'manual', activation: 'manual' }))).toEqual({
			message: 'The service has no matching call yet',
			description:
				"Place or receive a call that matches 'Filters' (capitals count), wait until it has ended, and fetch the test event again.",
		});
	});
});

test.each([
	[401, /^The service did not accept the API key/],
	[404, /\(404\)$/],
	[503, /\(503\)$/],
])('a service that answers %i at activation is an error with a sentence', async (status, title) => {
	sandbox.fault({ times: 99, fault: { kind: 'status', status } });
	const error = await texts(poller.activate());

	expect(error?.message).toMatch(title);
	expect(error?.description).not.toMatch(/Request Options|run (the node|this item) again|item/i);
	expect(poller.state).toEqual({});
});

test('a service that is down when n8n starts does not end the trigger', async () => {
	await poller.activate();
	const [call] = sandbox.receive();
	sandbox.fault({ times: 3, fault: { kind: 'status', status: 503 } });
	poller.restart();

	expect(await poller.poll({ activation: 'init' })).toBeNull();
	expect(poller.reported.map(({ message }) => message)).toEqual([
		expect.stringMatching(/\(503\)$/),
	]);
	expect(await poller.poll()).toMatchObject([{ CallId: call.Id }]);
});

test('a service that is down at the very first start does not end it either: it begins later', async () => {
	sandbox.fault({ times: 3, fault: { kind: 'status', status: 503 } });
	expect(await poller.poll({ activation: 'init' })).toBeNull();
	expect(poller.reported.map(({ message }) => message)).toEqual([
		expect.stringMatching(/\(503\)$/),
	]);
	expect(await poller.poll({ activation: 'init' })).toBeNull();
	const [call] = sandbox.receive();
	expect(await poller.poll({ activation: 'init' })).toMatchObject([{ CallId: call.Id }]);
});

test('a poll that fails moves nothing, and the next one goes on', async () => {
	await poller.activate();
	const [call] = sandbox.receive();
	sandbox.fault({ times: 99, fault: { kind: 'status', status: 500 } });
	expect((await texts(poller.poll()))?.message).toMatch(/\(500\)$/);
	sandbox.clear();

	expect(await poller.poll()).toMatchObject([{ CallId: call.Id }]);
	expect(await poller.poll()).toBeNull();
});

test('what was read before a failure is told, and the failure is reported', async () => {
	sandbox.settings.pageSize = 10;
	await poller.activate();
	const calls = sandbox.receive({ count: 35 });
	sandbox.fault({ skip: 2, times: 99, fault: { kind: 'status', status: 500 } });
	const first = (await poller.poll()) ?? [];
	sandbox.clear();
	const second = (await poller.poll()) ?? [];

	expect(first).toHaveLength(20);
	expect(poller.reported).toHaveLength(1);
	expect([...first, ...second].map(({ CallId }) => CallId).sort()).toEqual(
		calls.map(({ Id }) => Id).sort(),
	);
});

test.each([
	[{ event: 'callMissed' }, '\'Event\' is "callMissed", which is not valid'],
	[{ output: 'selected', outputFields: [] }, "'Fields' is empty"],
	[
		{ options: { pageSize: 50 } },
		"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
	],
	[
		{ filters: { condition: [{ field: 'Keywords', operator: 'array-contains-any', value: '' }] } },
		'A value of filter 1 (Keywords) is empty or not text',
	],
])('a parameter that cannot be used is named: %j', async (parameters, message) => {
	poller.parameters = { event: 'callEnded', ...parameters };
	poller.restart();
	expect((await texts(poller.activate()))?.message).toBe(message);
	expect(sandbox.log).toEqual([]);
});
