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

describe.each(WAYS_OF_TOOLS)('as a tool that an AI agent %s', (_, runTool) => {
	test('each call of the tool dials, the same number included', async () => {
		const calls = [0, 1, 0].map((index) => ({ phone: phone(index) }));
		const tool = await runTool(credential(), { parameters: asked, ...tries() }, { calls });

		expect(posted()).toEqual(phones(0, 1, 0));
		expect(tool.responses).toHaveLength(3);
		for (const response of tool.responses) expect(response).toContain('"accepted":true');
	});

	test('calls of the tool at the same time dial once each', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'hold' } });
		const calls = [0, 1, 2].map((index) => ({ phone: phone(index) }));
		const node = { parameters: asked, ...tries() };
		const run = runTool(credential(), node, { calls, atOnce: true });
		await arrived(1);
		sandbox().release();
		const { responses } = await run;

		expect(posted().sort()).toEqual(phonesOf(3));
		expect(placed().sort()).toEqual(phonesOf(3));
		expect(responses.filter((response) => response.includes('"accepted":true'))).toHaveLength(3);
	});

	test('a tool without arguments dials each time that it is called', async () => {
		const node = { parameters: fixed, ...tries() };
		const { responses } = await runTool(credential(), node, { calls: [{}, {}] });

		expect(posted()).toEqual(phones(0, 0));
		expect(responses).toHaveLength(2);
	});

	test('what the agent reads says who was called, and what became of it', async () => {
		const { responses } = await runTool(credential(), { parameters: fixed }, { calls: [{}] });

		expect(JSON.parse(responses[0])).toEqual([
			expect.objectContaining({ outcome: 'placed', accepted: true, phone_number: phone(0) }),
		]);
	});

	test('a retry sends a call again that was answered with 429', async () => {
		respond(429);
		const calls = [{ phone: phone(0) }];
		const node = { parameters: asked, ...tries(3) };
		const { responses } = await runTool(credential(), node, { calls });

		expect(posted()).toEqual(phones(0, 0));
		expect(placed()).toEqual(phones(0));
		expect(responses[0]).toContain('"accepted":true');
	});

	test('a retry repeats no call that may have been placed, and the agent is told', async () => {
		sandbox().fault({ method: 'POST', times: 1, fault: { kind: 'drop' } });
		const calls = [{ phone: phone(0) }, { phone: phone(1) }];
		const node = { parameters: asked, ...tries(5) };
		const { responses, error } = await runTool(credential(), node, { calls });

		// n8n before 2.41 or so ends the execution where a tool that it runs fails.
		expect(posted()).toEqual(error === undefined ? phones(0, 1) : phones(0));
		expect(responses[0] ?? error).toContain(mayHaveBeenPlaced(TITLES.connectionLost));
		if (error === undefined) expect(responses[1]).toContain('"accepted":true');
	});

	test('a retry repeats no call that was rejected for good', async () => {
		respond(400);
		const node = { parameters: fixed, ...tries(5) };
		const { responses, error, stored } = await runTool(credential(), node, { calls: [{}] });

		expect(posts()).toHaveLength(1);
		expect(responses[0] ?? error).toContain(notPlaced(TITLES.rejected(400, 'no (400)')));
		expect(stored).not.toContain(sandbox().apiKey);
	});

	test('the agent is told what is wrong with a number', async () => {
		const calls = [{ phone: '030 1234' }];
		const { responses, error } = await runTool(credential(), { parameters: asked }, { calls });

		expect(posts()).toEqual([]);
		const told = JSON.stringify(responses[0] ?? error).replaceAll(/\\+"/g, '"');
		expect(told).toContain(wrongNumber('030 1234'));
		expect(told).toContain('. Nobody was called');
	});

	test('the agent is told when the attempts are used up', async () => {
		respond(429, { times: 9 });
		const calls = [{ phone: phone(0) }];
		const node = { parameters: asked, ...tries(3) };
		const { responses, error } = await runTool(credential(), node, { calls });

		expect(posts()).toHaveLength(3);
		expect(responses[0] ?? error).toContain(TITLES.rateLimited(429, 'no (429)'));
	});
});
