import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { answerAtPhoneDesk } from '../../../scripts/standIns/phoneDesk.mjs';
import { scriptModel, toldToModel } from '../agent.mjs';
import { byTestId, openWorkflow } from '../browser.mjs';
import { CREATE_ACTION } from '../sentences.mjs';
import { readTemplate } from '../templates.mjs';

export const title = 'The template "AI agent with approval"';

const name = 'agent-with-approval';
const phone = '+12025550142';
const order = 'Call Ada at +1 202 555 0142 about the open invoice';
/** n8n looks every three seconds whether there is something to say in the chat. */
const sayMs = 60_000;

export async function run(step, rig) {
	const { api, sandbox, chatModel } = rig;
	const template = readTemplate(rig, name);
	const dialled = () =>
		sandbox.log
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body).phone_number);
	let page;
	const body = () => page.locator(byTestId('canvas-chat-body'));
	const fromBot = () => body().locator('.chat-message-from-bot');

	/** A new chat, with the model of `npm start` or with these turns. */
	const openChat = async (turns) => {
		sandbox.clear();
		chatModel.requests.length = 0;
		if (turns) scriptModel(rig, turns);
		else chatModel.answer = answerAtPhoneDesk;
		if (page !== undefined) {
			await page.click(byTestId('refresh-session-button'));
			await fromBot().first().waitFor({ state: 'detached' });
			return;
		}
		page = await openWorkflow(rig, template.id);
		const chatButton = page.locator(byTestId('workflow-chat-button'));
		await chatButton.waitFor();
		// The editor remembers whether the chat was open.
		if ((await chatButton.innerText()).includes('Open')) await chatButton.click();
		await body().locator(byTestId('chat-input')).waitFor();
	};
	/** Writes into the chat, and gives what comes back: an answer, or a question with buttons. */
	const write = async (text) => {
		const before = await fromBot().count();
		const input = body().locator(byTestId('chat-input'));
		await input.fill(text);
		await input.press('Enter');
		return await nextMessage(before);
	};
	const nextMessage = async (before) => {
		const message = fromBot().nth(before);
		await message.locator('.chat-message-markdown').waitFor({ timeout: sayMs });
		return message;
	};
	const press = async (question, button) => {
		const before = await fromBot().count();
		const asked = page.waitForRequest((request) => request.url().includes('/webhook-waiting/'));
		await question.getByRole('button', { name: button, exact: true }).click();
		const link = (await asked).url();
		return { link, answer: await (await nextMessage(before)).innerText() };
	};
	const call = (number, id) => ({
		name: 'Place_a_Call',
		arguments: {
			toolParameters: { phone_number: number, first_name: id, reason: 'the invoice' },
			hitlParameters: {},
		},
	});

	await step('is imported', async () => await api.createWorkflow(template));

	await step("asked for yesterday's calls, it looks them up and answers", async () => {
		await openChat();
		const yesterday = DateTime.now().setZone(rig.timezone).minus({ days: 1 });
		const answer = await (await write('Which calls came in yesterday?')).innerText();
		const found = JSON.parse(toldToModel(rig)[0]);
		assert.equal(found.length, 50);
		for (const { StartedAt } of found) {
			const start = DateTime.fromISO(StartedAt, { zone: rig.timezone });
			assert.ok(start.hasSame(yesterday, 'day'), StartedAt);
		}
		assert.match(answer, /^I found/);
		assert.ok(answer.includes(found[0].StartedAt), answer);
		assert.deepEqual(dialled(), []);
	});

	await step('asked to call somebody, it asks first, and says who and why', async () => {
		await openChat();
		const question = await write(order);
		const text = await question.innerText();
		assert.match(text, /May I call Ada at \+1 202 555 0142\?/);
		assert.match(text, /Reason: the open invoice/);
		assert.match(text, /A real phone will ring/);
		assert.deepEqual(dialled(), []);
		const told = chatModel.requests[0].tools.map((tool) => tool.function);
		const creating = told.find((tool) => tool.name === 'Place_a_Call');
		assert.ok(creating.description.startsWith(CREATE_ACTION), creating.description);
	});

	await step('approved: exactly one call, however often the button is pressed', async () => {
		const { link, answer } = await press(fromBot().last(), 'Call');
		assert.equal(answer, `The call to ${phone} is placed.`);
		assert.deepEqual(dialled(), [phone]);
		assert.deepEqual(
			{ ...sandbox.placed[0].variables },
			{ first_name: 'Ada', topic: 'the open invoice', company: 'Example Ltd' },
		);
		assert.equal(JSON.parse(toldToModel(rig)[0])[0].outcome, 'placed');
		await page.request.get(link);
		await page.request.get(link);
		assert.deepEqual(dialled(), [phone]);
	});

	await step('declined: no call, and only the model reads what n8n tells the model', async () => {
		await openChat();
		const { answer } = await press(await write(order), 'Do not call');
		assert.equal(answer, 'All right, I have called nobody.');
		assert.doesNotMatch(await body().innerText(), /rejected the tool|tool call|STOP/i);
		assert.match(toldToModel(rig)[0], /User rejected the tool call/);
		assert.deepEqual(dialled(), []);
	});

	await step('a written answer in the place of a button: no call', async () => {
		await openChat();
		await write(order);
		const answer = await (await write('Wait, not that number')).innerText();
		assert.equal(answer, 'All right, I have called nobody.');
		assert.match(toldToModel(rig)[0], /Wait, not that number/);
		assert.deepEqual(dialled(), []);
	});

	await step('a model that asks for two calls at once: nobody is called', async () => {
		const calls = [call(phone, 'Ada'), call('+12025550143', 'Bob')];
		await openChat([{ tool_calls: calls }, { content: 'Done.' }]);
		const input = body().locator(byTestId('chat-input'));
		await input.fill('Please call Ada and Bob.');
		await input.press('Enter');
		const filter = encodeURIComponent(JSON.stringify({ workflowId: template.id }));
		const isAsked = async () => {
			const { results } = await api.request('GET', `/executions?filter=${filter}&limit=1`);
			return results[0].status === 'waiting' && chatModel.requests.length > 0;
		};
		while (!(await isAsked())) await wait(250);
		// n8n 2.41.1 shows neither question then, and the chat waits.
		assert.equal(chatModel.requests.length, 1);
		assert.deepEqual(dialled(), []);
	});

	chatModel.answer = answerAtPhoneDesk;
}
