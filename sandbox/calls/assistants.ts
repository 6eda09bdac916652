/** An assistant of the sandbox. The API itself has no operation that lists them. */
export interface Assistant {
	id: string;
	name: string;
	/** What it says first; a variable of the call replaces its name in curly braces. */
	instructions: string;
	/** The keyword of a placed call when nothing else decides. */
	keyword: string;
	/** What stands in the summary of its calls: a sentence, or all turns of the transcript. */
	summaryStyle: 'sentence' | 'transcript';
}

export const assistants: readonly Assistant[] = [
	{
		id: 'assistant-mara',
		name: 'Mara',
		instructions:
			'Hello {first_name}, this is Mara from {company}. I am calling about your appointment on {appointment}.',
		keyword: 'Appointment',
		summaryStyle: 'sentence',
	},
	{
		id: 'assistant-jonas',
		name: 'Jonas',
		instructions:
			'Good day {first_name}, this is Jonas from {company}. Invoice {invoice_number} over {amount} is still open.',
		keyword: 'Invoice',
		// As the sample of the API reference has it; a workflow has to cope with both.
		summaryStyle: 'transcript',
	},
	{
		id: 'assistant-lena',
		name: 'Lena',
		instructions:
			'Hi {first_name}, this is Lena from {company}. You asked us for an offer on {product}.',
		keyword: 'Offer',
		summaryStyle: 'sentence',
	},
	{
		id: 'assistant-theo',
		name: 'Theo',
		instructions:
			'Hello {first_name}, this is Theo. You asked {company} to call you back about {topic}.',
		keyword: 'Callback',
		summaryStyle: 'sentence',
	},
];

/**
 * Finds an assistant. For an ID that the sandbox does not have it makes one up that is named by that
 * ID, so that people can try the IDs of their own account.
 */
export function findAssistant(id: string): Assistant {
	return (
		assistants.find((assistant) => assistant.id === id) ?? {
			id,
			name: id,
			instructions: 'Hello {first_name}, this is the assistant of {company}.',
			keyword: 'Callback',
			summaryStyle: 'sentence',
		}
	);
}
