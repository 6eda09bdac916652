import { joinTurns, type Call, type TranscriptEntry } from '../api';
import type { Assistant } from './assistants';
import { subjects, type Answered, type CallOutcome, type Variables } from './callOutcomes';
import { company } from './company';

/** All that will be said in a call, and how it will be labelled. */
export interface Conversation {
	transcript: TranscriptEntry[];
	summary: string;
	keywords: string[];
	mood: string;
	/** How long it takes, counted in spoken turns. */
	turns: number;
}

/** The part of a call record that changes while the call goes on. */
export type Progress = Pick<Call, 'EndedAt' | 'Flags' | 'Keywords' | 'Summary' | 'Transcript'>;

type Turn = [role: 'AI' | 'User', text: string];

/** An assistant hangs up after it rang that long, counted in spoken turns. */
const turnsOfRinging = 5;

/**
 * Puts the variables of a call into an assistant's instructions: `{key}` becomes the value. Values
 * are literal and not searched again; a placeholder that no variable fills stays as it is.
 */
export function fillIn(instructions: string, variables: Variables): string {
	// The longest name first: a name may itself have a brace in it, as `a}` does beside `a`.
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

function conversation(
	{ summaryStyle }: Assistant,
	lines: Turn[],
	{ summary, ...labels }: Pick<Conversation, 'keywords' | 'mood' | 'summary'>,
): Conversation {
	const transcript = lines.map(([Role, Text], Sorting) => ({ Sorting, Role, Text }));
	return {
		...labels,
		transcript,
		summary: summaryStyle === 'transcript' ? joinTurns(transcript) : summary,
		turns: transcript.length || turnsOfRinging,
	};
}

const labelsOf = ({ keyword }: Answered) => {
	const { mood, summary } = subjects[keyword];
	return { keywords: [keyword], mood, summary };
};

/**
 * Writes the conversation of a call to somebody before it begins. Variables that the instructions do
 * not use are spoken as notes, so that the transcript shows each of them.
 */
export function writeOutboundCall(
	assistant: Assistant,
	variables: Variables,
	outcome: CallOutcome,
): Conversation {
	const opening: Turn = ['AI', fillIn(assistant.instructions, variables)];
	const notes = [...variables]
		.filter(([name]) => !assistant.instructions.includes(`{${name}}`))
		.map(([name, value]) => `${name}: ${value}`);
	const spokenNotes: Turn[] = notes.length > 0 ? [['AI', `My notes: ${notes.join('; ')}`]] : [];

	switch (outcome.kind) {
		case 'noAnswer':
			return conversation(assistant, [], {
				keywords: [],
				mood: 'yellow',
				summary: 'Nobody answered.',
			});
		case 'voicemail':
			return conversation(
				assistant,
				[opening, ...spokenNotes, ['AI', 'Please call us back. Goodbye.']],
				{ keywords: [], mood: 'yellow', summary: 'Reached the voicemail and left a message.' },
			);
		case 'answered': {
			const { question, reply, closing } = subjects[outcome.keyword];
			const lines: Turn[] = [
				opening,
				['User', 'Speaking. What is it about?'],
				...spokenNotes.flatMap((turn): Turn[] => [turn, ['User', 'I see.']]),
				['AI', question],
				['User', reply],
				['AI', closing],
			];
			return conversation(assistant, lines, labelsOf(outcome));
		}
	}
}

/** Writes the conversation of a call that somebody makes to the company before it begins. */
export function writeInboundCall(assistant: Assistant, outcome: Answered): Conversation {
	const { request, closing } = subjects[outcome.keyword];
	const lines: Turn[] = [
		['AI', `${company.name}, this is ${assistant.name}. How can I help?`],
		['User', request],
		['AI', closing],
	];
	return conversation(assistant, lines, labelsOf(outcome));
}

/**
 * How far a call has come. It rings first; its turns are spoken at even distances; with the last one
 * it ends. Summary, keywords and flags come with the end.
 *
 * @param channel the word for it among the flags: `phone` or `web`
 * @param startedAt in milliseconds since 1970, as `endsAt` and `now`
 */
export function progressOf(
	{ transcript, summary, keywords, mood, turns }: Conversation,
	channel: string,
	startedAt: number,
	endsAt: number,
	now: number,
): Progress {
	if (now >= endsAt) {
		return {
			EndedAt: new Date(endsAt).toISOString(),
			Flags: [`${mood}, ${channel}`],
			Keywords: [...keywords],
			Summary: summary,
			Transcript: transcript.map((entry) => ({ ...entry })),
		};
	}
	const spoken = Math.max(0, Math.floor(((now - startedAt) * turns) / (endsAt - startedAt)));
	return {
		EndedAt: '',
		Flags: [],
		Keywords: [],
		Summary: '',
		Transcript: transcript.slice(0, spoken).map((entry) => ({ ...entry })),
	};
}
