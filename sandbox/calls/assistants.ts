import { ApiError } from '../api';
import type { Keyword } from './outcomes';

/** The company whose assistants live in the sandbox, and whose name they give on the phone. */
export const company = { Id: 'company-sandbox', Name: 'Sandbox Corp', Seats: 12 };

/** An assistant of the sandbox. The API itself has no operation that lists them. */
export interface Assistant {
	id: string;
	name: string;
	/** What it says first; a variable of the call replaces its name in curly braces. */
	instructions: string;
	/** The keyword of a call when nothing else decides. */
	keyword: Keyword;
	/** Whether the transcript stands in the place of a summary, as in the sample of the API reference. */
	repeatsTranscript?: true;
}

export const assistants: readonly Assistant[] = [
	{
		id: 'assistant-mara',
		name: 'Mara',
		instructions:
			'Hello {first_name}, this is Mara from {company}. I am calling about your appointment on {appointment}.',
		keyword: 'Appointment',
	},
	{
		id: 'assistant-jonas',
		name: 'Jonas',
		instructions:
			'Good day {first_name}, this is Jonas from {company}. Invoice {invoice_number} over {amount} is still open.',
		keyword: 'Invoice',
		repeatsTranscript: true,
	},
	{
		id: 'assistant-lena',
		name: 'Lena',
		instructions:
			'Hi {first_name}, this is Lena from {company}. You asked us for an offer on {product}.',
		keyword: 'Offer',
	},
	{
		id: 'assistant-theo',
		name: 'Theo',
		instructions:
			'Hello {first_name}, this is Theo. You asked {company} to call you back about {topic}.',
		keyword: 'Callback',
	},
];

/**
 * Finds an assistant by its ID.
 *
 * @throws {ApiError} where there is none: so a name in the place of an ID is noticed
 */
export function findAssistant(id: string): Assistant {
	const found = assistants.find((assistant) => assistant.id === id);
	if (found !== undefined) return found;
	const ids = assistants.map((assistant) => assistant.id).join(', ');
	throw new ApiError(422, `There is no assistant with the ID "${id}". Use ${ids}.`);
}
