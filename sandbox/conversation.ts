import { summarise, type Call, type TranscriptEntry } from './api';
import type { Assistant } from './assistants';

/** The variables of a call. A Map, so that a name such as `__proto__` is a name like any other. */
export type Variables = ReadonlyMap<string, string>;

/** All that will be said in a call, and how it will be labelled. */
export interface Conversation {
	transcript: TranscriptEntry[];
	keyword: string;
	flags: string;
}

/** The part of a call record that changes while the call goes on. */
export type Progress = Pick<Call, 'EndedAt' | 'Flags' | 'Keywords' | 'Summary' | 'Transcript'>;

interface Ending {
	flags: string;
	user: string;
	ai: string;
}

const endings: Readonly<Record<string, Ending>> = {
	Callback: {
		flags: 'yellow, phone',
		user: 'I am busy. Please call me back tomorrow.',
		ai: 'I will. Goodbye.',
	},
	WrongNumber: {
		flags: 'yellow, phone',
		user: 'You have the wrong number.',
		ai: 'I am sorry. Goodbye.',
	},
	PrankCall: {
		flags: 'red, phone',
		user: 'Nobody of that name lives on this planet!',
		ai: 'I will end the call here.',
	},
	Invoice: {
		flags: 'green, phone',
		user: 'I will pay the invoice this week.',
		ai: 'Thank you. Goodbye.',
	},
	Offer: {
		flags: 'green, phone',
		user: 'Yes, please send me the offer.',
		ai: 'It is on its way. Goodbye.',
	},
	Appointment: {
		flags: 'green, phone',
		user: 'Yes, the appointment suits me.',
		ai: 'See you then. Goodbye.',
	},
};

/**
 * Puts the variables of a call into an assistant's instructions (API description 1.2): `{key}`
 * becomes the value. Values are literal and not searched again; a placeholder that no variable
 * fills stays as it is.
 */
export function fillIn(instructions: string, variables: Variables): string {
	// The longest name first: a name may itself hold a brace, as `a}` does beside `a`.
	const names = [...variables.keys()].sort((a, b) => b.length - a.length);
	let filled = '';
	let position = 0;
	while (position < instructions.length) {
		const name =
			instructions[position] === '{'
				? names.find((candidate) => instructions.startsWith(`${candidate}}`, position + 1))
				: undefined;
		if (name === undefined) {
			filled += instructions[position];
			position += 1;
		} else {
			filled += variables.get(name) ?? '';
			position += name.length + 2;
		}
	}
	return filled;
}

/** The keyword that the variable `outcome` asks for: `callback`, `wrong number`, `Invoice`, … */
function wantedKeyword(variables: Variables): string | undefined {
	const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
	const wanted = plain(variables.get('outcome') ?? '');
	return Object.keys(endings).find((keyword) => plain(keyword) === wanted);
}

/**
 * Writes the conversation of a call before it begins. Variables that the instructions do not use
 * are spoken as notes, so that the transcript shows each of them.
 */
export function converse(assistant: Assistant, variables: Variables): Conversation {
	const keyword = wantedKeyword(variables) ?? assistant.keyword;
	const { flags, user, ai } = endings[keyword];
	const notes = [...variables]
		.filter(([name]) => !assistant.instructions.includes(`{${name}}`))
		.map(([name, value]) => `${name}: ${value}`);

	const turns: Array<[role: string, text: string]> = [
		['AI', fillIn(assistant.instructions, variables)],
		['User', 'Speaking. What is it about?'],
		...(notes.length > 0
			? ([
					['AI', `My notes: ${notes.join('; ')}`],
					['User', 'I see.'],
				] as Array<[string, string]>)
			: []),
		['AI', 'How shall we go on?'],
		['User', user],
		['AI', ai],
	];
	return {
		transcript: turns.map(([Role, Text], Sorting) => ({ Sorting, Role, Text })),
		keyword,
		flags,
	};
}

/**
 * How far a call has come. It rings first; then a turn is spoken every `turnSeconds`; with its
 * last turn it ends. All times in milliseconds except `turnSeconds`; 0 ends a call at once.
 */
export function progressOf(
	conversation: Conversation,
	startedAt: number,
	now: number,
	turnSeconds: number,
): Progress {
	const turnMs = turnSeconds * 1000;
	const all = conversation.transcript.length;
	const spoken = turnMs > 0 ? Math.min(all, Math.floor((now - startedAt) / turnMs)) : all;
	const transcript = conversation.transcript
		.slice(0, Math.max(0, spoken))
		.map((entry) => ({ ...entry }));
	if (spoken < all) {
		return { EndedAt: '', Flags: [], Keywords: [], Summary: '', Transcript: transcript };
	}
	return {
		EndedAt: new Date(startedAt + all * turnMs).toISOString(),
		Flags: [conversation.flags],
		Keywords: [conversation.keyword],
		Summary: summarise(transcript),
		Transcript: transcript,
	};
}
