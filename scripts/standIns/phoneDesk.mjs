/*
 * What the stand-in chat model says in `npm start`. It does not think: it knows two orders, to list
 * calls and to place one, and finds them by their words.
 */

const shown = 5;
/** The example workflow asks for no more. */
const limit = 50;
const ranges = [
	[/\byesterday\b/i, 'yesterday'],
	[/\btoday\b/i, 'today'],
	[/\bweek\b/i, 'last7Days'],
	[/\bmonth\b/i, 'last30Days'],
];
const help =
	'I am a stand-in for a chat model and do not think. I understand "Which calls came in ' +
	'yesterday?" and "Call Ada at +1 202 555 0142 about the invoice". With the credential of a real model you can ask ' +
	'anything.';

const asText = (content) =>
	Array.isArray(content) ? content.map((part) => part.text ?? '').join(' ') : String(content ?? '');

function listOf(calls) {
	if (calls.length === 0) return 'I found no calls.';
	const lines = calls.map(
		({ StartedAt, PhoneNumber, AssistantName, Keywords }) =>
			`- ${StartedAt}: ${PhoneNumber} with ${AssistantName} (${[Keywords].flat().join(', ')})`,
	);
	const rest = lines.splice(shown).length;
	if (rest > 0) lines.push(`- and ${rest} more`);
	const newest = calls.length < limit ? '' : 'the newest ';
	return `I found ${newest}${calls.length} calls:\n${lines.join('\n')}`;
}

/** What a tool gave back, in a sentence. */
function report(text) {
	if (!text.startsWith('[')) return `I have called nobody. ${text}`;
	const items = JSON.parse(text);
	const [{ error, message, output, outcome, phone_number: number } = {}] = items;
	if (error !== undefined) return [error, message].filter(Boolean).join('. ');
	// What n8n tells the model about a declined call is meant for the model.
	if (output !== undefined) return 'All right, I have called nobody.';
	if (outcome === 'placed') return `The call to ${number} is placed.`;
	return listOf(items.filter(({ CallId }) => CallId !== undefined));
}

/** A tool behind n8n's human review takes what it needs one level deeper. */
function argumentsFor({ parameters }, values) {
	return parameters.properties?.toolParameters === undefined
		? values
		: { toolParameters: values, hitlParameters: {} };
}

/**
 * Answers like a model that uses the tools of the example workflow, for `openChatModel`.
 * @type {Parameters<typeof import('./chatModel.mjs').openChatModel>[0]}
 */
export function answerAtPhoneDesk({ messages, tools = [] }) {
	const last = messages.at(-1);
	if (last.role === 'tool') return { content: report(asText(last.content)) };
	const use = (name, values) => {
		const tool = tools.map((entry) => entry.function).find((entry) => entry.name === name);
		return tool && { tool_calls: [{ name, arguments: argumentsFor(tool, values) }] };
	};
	const order = asText(last.content);
	const number = /\+[\d ().-]{6,}\d/.exec(order)?.[0];
	if (number !== undefined && /\bcall\b/i.test(order)) {
		const name = /\b[Cc]all\s+([A-Z][a-z]+)\b/.exec(order)?.[1] ?? '';
		const reason = /\babout\s+(.+?)[.!?]*$/is.exec(order)?.[1] ?? '';
		const values = { phone_number: number, first_name: name, reason };
		return use('Place_a_Call', values) ?? { content: help };
	}
	if (/\bcalls\b/i.test(order)) {
		const range = ranges.find(([word]) => word.test(order))?.[1] ?? 'any';
		return use('Find_Calls', { date_range: range }) ?? { content: help };
	}
	return { content: help };
}
