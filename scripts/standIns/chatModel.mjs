import { json } from 'node:stream/consumers';
import { serve } from './serve.mjs';

const apiKey = 'stand-in';
const models = '{"object":"list","data":[{"id":"stand-in","object":"model"}]}';

function completion(id, { content = null, tool_calls: calls }) {
	const toolCalls = calls?.map(({ name, arguments: values }, index) => ({
		id: `call_${id}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(values) },
	}));
	return {
		id: `chatcmpl-${id}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: 'stand-in',
		choices: [
			{
				index: 0,
				finish_reason: toolCalls ? 'tool_calls' : 'stop',
				message: { role: 'assistant', content, ...(toolCalls && { tool_calls: toolCalls }) },
			},
		],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

/** The answer as a stream of server-sent events, for those who ask for one. */
function inOneChunk({ choices: [{ message, ...choice }], ...rest }) {
	const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
	const delta = { ...message, ...(calls && { tool_calls: calls }) };
	const chunk = { ...rest, object: 'chat.completion.chunk', choices: [{ ...choice, delta }] };
	return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

/**
 * Starts a chat model that an AI Agent of n8n can use without an account: the part of OpenAI's API
 * that n8n asks for. It does not think; `answer` decides what it says.
 * @param {(request: { messages: any[], tools?: any[] }) => { content?: string,
 * tool_calls?: Array<{ name: string, arguments: object }>, status?: number }} answer With a status,
 * the model fails with it.
 * @returns {Promise<{ credential: { name: string, type: string, data: object }, requests: any[],
 * answer: typeof answer, close: () => Promise<void> }>} A credential for n8n, and what the model was
 * asked, oldest first. A test may set another `answer`.
 */
export async function openChatModel(answer) {
	const requests = [];
	const model = { requests, answer };
	const { url: address, close } = await serve(async (request, response) => {
		const send = (type, text, status = 200) =>
			response.writeHead(status, { 'content-type': type }).end(text);
		if (request.url !== '/v1/chat/completions') return send('application/json', models);
		const asked = await json(request);
		requests.push(asked);
		const { status, ...said } = model.answer(asked);
		const body = completion(requests.length, said);
		if (asked.stream && !status) return send('text/event-stream', inOneChunk(body));
		return send('application/json', JSON.stringify(body), status);
	});
	const data = { apiKey, url: `${address}/v1` };
	const credential = { name: 'Local chat model', type: 'openAiApi', data };
	return Object.assign(model, { credential, close });
}
