import { WAYS_OF_TOOLS } from '../../support/agents';
import { createParameters } from '../../support/againstSandbox';
import { mayHaveBeenPlaced, notPlaced, TITLES, wrongNumber } from '../../support/engineSentences';
import { phone, phones, phonesOf, tries, useDialing } from '../../support/dialing';

const { sandbox, credential, posts, posted, placed, respond, arrived } = useDialing();

/** The agent says whom to call. */
const asked = createParameters({
	phoneNumber: "={{ $fromAI('phone', 'The number', 'string') }}",
});
const fixed = createParameters({ phoneNumber: phone(0) });

const callsTo = (...indexes: number[]) => indexes.map((index) => ({ phone: phone(index) }));

const ACCEPTED = expect.stringContaining('"outcome":"placed"');

describe.each(WAYS_OF_TOOLS)('as a tool that an AI agent %s', (_, runTool) => {
	test('each call of the tool dials, the same number included', async () => {
		const node = { parameters: asked, ...tries() };
		const { responses } = await runTool(credential(), node, { calls: callsTo(0, 1, 0) });

		expect(posted()).toEqual(phones(0, 1, 0));
		expect(responses).toEqual([ACCEPTED, ACCEPTED, ACCEPTED]);
	});

	test('calls of the tool at the same time dial once each', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'hold' } });
		const node = { parameters: asked, ...tries() };
		const run = runTool(credential(), node, { calls: callsTo(0, 1, 2), atOnce: true });
		await arrived(1);
		sandbox().release();

		expect((await run).responses).toEqual([ACCEPTED, ACCEPTED, ACCEPTED]);
		expect(posted().sort()).toEqual(phonesOf(3));
		expect(placed().sort()).toEqual(phonesOf(3));
	});

	test('a tool without arguments dials each time, and the agent reads who was called', async () => {
		const node = { parameters: fixed, ...tries() };
		const { responses } = await runTool(credential(), node, { calls: [{}, {}] });

		expect(posted()).toEqual(phones(0, 0));
		const called = { outcome: 'placed', phone_number: phone(0) };
		for (const response of responses) expect(JSON.parse(response)).toMatchObject([called]);
		expect(responses).toHaveLength(2);
	});

	test('a retry sends a call again that was answered with 429', async () => {
		respond(429);
		const node = { parameters: asked, ...tries(3) };
		const { responses } = await runTool(credential(), node, { calls: callsTo(0) });

		expect(posted()).toEqual(phones(0, 0));
		expect(placed()).toEqual(phones(0));
		expect(responses).toEqual([ACCEPTED]);
	});

	test('a retry repeats no call that may have been placed, and the agent is told', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		const node = { parameters: asked, ...tries(5) };
		const { responses, error } = await runTool(credential(), node, { calls: callsTo(0, 1) });

		// n8n before 2.41 or so ends the execution where a tool that it runs fails.
		expect(posted()).toEqual(error === undefined ? phones(0, 1) : phones(0));
		expect(responses[0] ?? error).toContain(mayHaveBeenPlaced(TITLES.connectionLost));
		if (error === undefined) expect(responses[1]).toEqual(ACCEPTED);
	});

	test.each([
		['repeats no call that was rejected for good', 400, 1, TITLES.rejected(400, 'no (400)')],
		['ends with the attempts', 429, 3, TITLES.rateLimited(429, 'no (429)')],
	])('a retry %s, and the agent is told', async (__, status, count, why) => {
		respond(status, { times: 9 });
		const node = { parameters: fixed, ...tries(3) };
		const { responses, error, stored } = await runTool(credential(), node, { calls: [{}] });

		expect(posts()).toHaveLength(count);
		expect(responses[0] ?? error).toContain(notPlaced(why));
		expect(stored).not.toContain(sandbox().apiKey);
	});

	test('the agent is told that there is no such record', async () => {
		const callId = { __rl: true, mode: 'id', value: 'nobody' };
		const node = { parameters: { operation: 'get', callId } };
		const { responses, error } = await runTool(credential(), node, { calls: [{}] });

		expect(responses[0] ?? error).toContain('(404)');
	});

	test('the agent is told what is wrong with a number', async () => {
		const calls = [{ phone: '030 1234' }];
		const { responses, error } = await runTool(credential(), { parameters: asked }, { calls });

		expect(posts()).toEqual([]);
		const told = JSON.stringify(responses[0] ?? error).replaceAll(/\\+"/g, '"');
		expect(told).toContain(wrongNumber('030 1234'));
		expect(told).toContain('. Nobody was called');
	});
});
