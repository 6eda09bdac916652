/** An assistant of the sandbox. The API itself has no operation that lists them. */
export interface Assistant {
	id: string;
	name: string;
	/** What it says first; a variable of the call replaces its name in curly braces. */
	instructions: string;
	/** The keyword of its calls when nothing else decides. */
	keyword: string;
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
 * Finds an assistant. An id that the sandbox does not have is answered by a new assistant that is
 * named by that id, so that people can try the ids of their own account.
 */
export function assistantOf(id: string): Assistant {
	return (
		assistants.find((assistant) => assistant.id === id) ?? {
			id,
			name: id,
			instructions: 'Hello {first_name}, this is the assistant of {company}.',
			keyword: 'Callback',
		}
	);
}
