import type { Call, TranscriptEntry } from '../api';
import { company, type Assistant } from './assistants';
import { courses, keywords, type Outcome, type Variables } from './outcomes';

/** Puts variables into a text; a placeholder that no variable fills stays as it is. */
const fillIn = (text: string, variables: Variables) =>
	text.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => variables.get(name) ?? placeholder);

/** What the assistant of a call to somebody says first. Variables that are not used become notes. */
function openingOf({ instructions }: Assistant, variables: Variables): string {
	const notes = [...variables]
		.filter(([name]) => !instructions.includes(`{${name}}`))
		.map(([name, value]) => `${name}: ${value}`);
	const opening = fillIn(instructions, variables);
	return notes.length > 0 ? `${opening} My notes: ${notes.join('; ')}.` : opening;
}

/** All that will be said in a call, and how it will be labelled. */
export type Conversation = Pick<Call, 'Keywords' | 'Summary' | 'Transcript'> & {
	mood: string;
};

/**
 * Writes a conversation before it begins.
 *
 * @param variables of a call to somebody; undefined for a call to the company
 * @param customer who it is about in the summary
 */
export function writeConversation(
	assistant: Assistant,
	outcome: Outcome,
	variables?: Variables,
	customer = variables?.get('first_name') ?? 'The customer',
): Conversation {
	const { mood, summary, reply, closing } = courses[outcome];
	const opening = variables
		? openingOf(assistant, variables)
		: `${company.Name}, this is ${assistant.name}. How can I help?`;
	const said = closing === undefined ? [] : [opening, ...(reply ? [reply] : []), closing];
	const Transcript = said.map(
		(Text, Sorting): TranscriptEntry => ({ Sorting, Role: Text === reply ? 'User' : 'AI', Text }),
	);
	return {
		mood,
		Keywords: keywords.filter((keyword) => keyword === outcome),
		Summary: assistant.repeatsTranscript
			? Transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n')
			: summary.replace('{customer}', () => customer),
		Transcript,
	};
}
