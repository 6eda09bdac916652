import { answerAtPhoneDesk } from '../../../scripts/standIns/phoneDesk.mjs';
import { expect, test } from '../fixtures.mjs';
import { dialled, scriptModel, told, toldToModel, until } from '../rig.mjs';
import { readTemplate } from '../templates.mjs';

const phone = '+12025550142';
const order = 'Call Ada at +1 202 555 0142 about the open invoice';
const call = (number, name) => {
	const toolParameters = { phone_number: number, first_name: name, reason: 'the invoice' };
	return { name: 'Place_a_Call', arguments: { toolParameters, hitlParameters: {} } };
};

test('AI agent with approval', async ({ api, editor, page, rig, sandbox }) => {
	const { chatModel } = rig;
	const template = readTemplate(rig, 'agent-with-approval');
	const chat = page.getByTestId('canvas-chat-body');
	const fromBot = chat.locator('.chat-message-from-bot');
	const send = async (text) => {
		await chat.getByTestId('chat-input').fill(text);
		await chat.getByTestId('chat-input').press('Enter');
	};
	/** Does something, and gives what comes back: an answer, or a question with buttons. */
	const nextMessage = async (act) => {
		const before = await fromBot.count();
		await act();
		const message = fromBot.nth(before);
		await message.locator('.chat-message-markdown').waitFor();
		return message;
	};
	const write = async (text) => await nextMessage(async () => await send(text));
	/** Presses a button of the last question. */
	const press = async (button) =>
		await nextMessage(async () => {
			await fromBot.last().getByRole('button', { name: button, exact: true }).click();
		});
	/** Begins a new chat with the model of `npm start`. */
	const renew = async () => {
		sandbox.clear();
		chatModel.requests.length = 0;
		chatModel.answer = answerAtPhoneDesk;
		await page.getByTestId('refresh-session-button').click();
		await expect(fromBot).toHaveCount(0);
	};

	await test.step("asked for yesterday's calls, it looks them up and answers", async () => {
		chatModel.requests.length = 0;
		chatModel.answer = answerAtPhoneDesk;
		await api.createWorkflow(template);
		await editor.openWorkflow(template.id);
		await page.getByTestId('workflow-chat-button').click();
		const answer = await write('Which calls came in yesterday?');
		const found = JSON.parse(toldToModel(rig)[0]);
		expect(found).toHaveLength(50);
		await expect(answer).toContainText(found[0].StartedAt);
	});

	await test.step('asked to call somebody, it asks first, and says who and why', async () => {
		await renew();
		const question = await write(order);
		await expect(question).toContainText(
			'May the assistant assistant-theo call Ada at +1 202 555 0142?',
		);
		await expect(question).toContainText('Reason: the open invoice');
		await expect(question).toContainText('A real phone will ring');
		const tools = chatModel.requests[0].tools.map((tool) => tool.function);
		const { description } = tools.find(({ name }) => name === 'Place_a_Call');
		expect(description).toMatch(/^Place real phone call/);
		expect(dialled(sandbox)).toEqual([]);
	});

	await test.step('approved: exactly one call, however often the button is pressed', async () => {
		const asked = page.waitForRequest((request) => request.url().includes('/webhook-waiting/'));
		await expect(await press('Call')).toHaveText(`The call to ${phone} is placed.`);
		const lead = { first_name: 'Ada', topic: 'the open invoice', company: 'Example Ltd' };
		expect(told(sandbox)).toEqual([{ number: phone, ...lead }]);
		const link = (await asked).url();
		await page.request.get(link);
		await page.request.get(link);
		expect(dialled(sandbox)).toEqual([phone]);
	});

	for (const [how, act, reason] of [
		['declined', async () => await press('Do not call'), /User rejected the tool call/],
		['a written answer', async () => await write('Wait, not that one'), /Wait, not that one/],
	]) {
		await test.step(`${how}: no call, and only the model reads what n8n tells it`, async () => {
			await renew();
			await write(order);
			await expect(await act()).toHaveText('All right, I have called nobody.');
			await expect(chat).not.toContainText(/rejected the tool|tool call|STOP/i);
			expect(toldToModel(rig)[0]).toMatch(reason);
			expect(dialled(sandbox)).toEqual([]);
		});
	}

	await test.step('a model that asks for two calls at once: nobody is called', async () => {
		await renew();
		const tools = [call(phone, 'Ada'), call('+12025550143', 'Bob')];
		scriptModel(rig, [{ tool_calls: tools }, { content: 'Done.' }]);
		await send('Please call Ada and Bob.');
		// n8n 2.41.1 shows neither question then, and the chat waits.
		await until('n8n waits for answers', async () => {
			const [newest] = await api.executions(template.id, 1);
			return newest.status === 'waiting' && chatModel.requests.length > 0;
		});
		expect(chatModel.requests).toHaveLength(1);
		expect(dialled(sandbox)).toEqual([]);
	});
	chatModel.answer = answerAtPhoneDesk;
});
