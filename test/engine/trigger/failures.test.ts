import type { NodeApiError } from 'n8n-workflow';

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

const texts = async (poll: Promise<unknown>) =>
	await poll.then(
		() => undefined,
		({ message, description }: NodeApiError) => ({ message, description }),
	);

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
				"Place or receive a call that matches 'Filters', which are case-sensitive. Wait until it has ended, and fetch the test event again.",
		});
	});
});

test.each([
	[401, /^The service did not accept the API key/],
	[503, /\(503\)$/],
])('a service that answers %i at activation is an error with a sentence', async (status, title) => {
	sandbox.fault({ times: 99, fault: { kind: 'status', status } });
	const error = await texts(poller.activate());

	expect(error?.message).toMatch(title);
	expect(error?.description).not.toMatch(/Request Options|run (the node|this item) again|item/i);
	expect(poller.state).toEqual({});
});

test.each([['at the very first start'], ['after a restart']])(
	'a service that is down when n8n starts, %s, does not end the trigger',
	async (when) => {
		if (when === 'after a restart') await poller.activate();
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
	const [{ Assistant, AssistantName }] = sandbox.calls;
	const watch = (operator: string, value: string) => {
		const condition = [{ field: 'Assistant', operator, value }];
		poller.parameters = { event: 'callEnded', filters: { condition } };
		poller.restart();
	};
	const message = `"${AssistantName}" under 'Filters' is the name of an assistant, not its ID`;
	for (const operator of ['equals', 'not']) {
		watch(operator, AssistantName);
		const test = poller.poll({ mode: 'manual', activation: 'manual' });
		expect((await texts(test))?.message).toBe(message);
		expect((await texts(poller.activate()))?.message).toBe(message);
	}
	watch('equals', Assistant);
	expect(await poller.activate()).toBeNull();
	const requests = sandbox.log.length;
	expect(await poller.poll()).toBeNull();
	expect(sandbox.log).toHaveLength(requests + 1);
});
