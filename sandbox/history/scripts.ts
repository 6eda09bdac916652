/** How a call of the history went. `{customer}` stands for a first name, `{name}` for the assistant. */
export interface Script {
	assistant: 'assistant-mara' | 'assistant-jonas' | 'assistant-lena' | 'assistant-theo';
	/** Whether the customer called. Only such calls come from the web, or out of office hours. */
	inbound?: true;
	/** How often it happens, compared with the others. */
	weight: number;
	keywords: string[];
	mood: 'green' | 'yellow' | 'red';
	summary: string;
	/** AI and User in turns, the AI first; none where nobody answered. */
	lines: string[];
}

export const customers = ['Ada', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Hugo'];

const answered: Script[] = [
	{
		assistant: 'assistant-mara',
		weight: 12,
		keywords: ['Appointment'],
		mood: 'green',
		summary: '{customer} confirmed the visit on Thursday at nine.',
		lines: [
			'Hello {customer}, this is Mara from Sandbox Corp. Your visit is on Thursday at nine.',
			'Yes, I will be there.',
			'Great. See you on Thursday!',
		],
	},
	{
		assistant: 'assistant-mara',
		weight: 5,
		keywords: ['Appointment', 'Callback'],
		mood: 'yellow',
		summary: '{customer} has to move the visit and waits for a call with new dates.',
		lines: [
			'Hello {customer}, this is Mara from Sandbox Corp. Your visit is tomorrow at ten.',
			'I have to move it.',
			'A colleague will call you back with new dates.',
		],
	},
	{
		assistant: 'assistant-mara',
		inbound: true,
		weight: 8,
		keywords: ['Appointment'],
		mood: 'green',
		summary: '{customer} booked a visit for Thursday at nine.',
		lines: [
			'Sandbox Corp, this is Mara. How can I help?',
			'{customer} here. I need an appointment. Is Thursday free?',
			'Yes, at nine or at two.',
			'Nine is fine.',
			'I booked it: Thursday at nine.',
			'Thanks, bye!',
		],
	},
	{
		assistant: 'assistant-jonas',
		weight: 7,
		keywords: ['Invoice'],
		mood: 'green',
		summary: '{customer} says that the invoice was paid on Monday.',
		lines: [
			'Good day {customer}, this is Jonas from Sandbox Corp. An invoice is still open.',
			'I paid it on Monday.',
			'Thank you, I will note that.',
			'Good. Goodbye.',
		],
	},
	{
		assistant: 'assistant-jonas',
		weight: 3,
		keywords: ['Invoice', 'Callback'],
		mood: 'red',
		summary: '{customer} disputes the amount of the invoice and waits for a call from accounting.',
		lines: [
			'Good day {customer}, this is Jonas from Sandbox Corp. An invoice is still open.',
			'The amount on it is wrong.',
			'Accounting will call you back.',
		],
	},
	{
		assistant: 'assistant-lena',
		weight: 6,
		keywords: ['Offer'],
		mood: 'green',
		summary: '{customer} wants an offer for twelve seats from next month on.',
		lines: [
			'Hi {customer}, this is Lena from Sandbox Corp. You asked us for an offer.',
			'Yes, for twelve seats.',
			'From which month on?',
			'From next month.',
			'Thank you, it is on its way.',
		],
	},
	{
		assistant: 'assistant-lena',
		weight: 4,
		keywords: ['Offer'],
		mood: 'yellow',
		summary: '{customer} has the offer and decides next week.',
		lines: [
			'Hi {customer}, this is Lena from Sandbox Corp. Did our offer reach you?',
			'Yes. I need a week to decide.',
		],
	},
	{
		assistant: 'assistant-lena',
		weight: 4,
		keywords: ['Callback'],
		mood: 'yellow',
		summary: '{customer} had no time and asked for a call tomorrow at ten.',
		lines: [
			'Hi {customer}, this is Lena from Sandbox Corp. Is it a good time?',
			'Not now. Please call me tomorrow at ten.',
		],
	},
	{
		assistant: 'assistant-lena',
		weight: 3,
		keywords: ['WrongNumber'],
		mood: 'yellow',
		summary: 'The number does not belong to {customer}.',
		lines: [
			'Hello, this is Lena from Sandbox Corp. Am I speaking to {customer}?',
			'You have the wrong number.',
			'Sorry to bother you. Goodbye.',
		],
	},
	{
		assistant: 'assistant-theo',
		inbound: true,
		weight: 7,
		keywords: ['Callback'],
		mood: 'green',
		summary: '{customer} wants to speak to a colleague and waits for a call today.',
		lines: [
			'Sandbox Corp, this is Theo. How can I help?',
			'{customer} here. I would like to speak to a colleague of yours.',
			'Gladly. Someone will call you back today.',
		],
	},
	{
		assistant: 'assistant-theo',
		inbound: true,
		weight: 8,
		keywords: [],
		mood: 'green',
		summary: '{customer} asked for the opening hours.',
		lines: [
			'Sandbox Corp, this is Theo. How can I help?',
			'When are you open?',
			'From eight to six, Monday to Friday.',
		],
	},
	{
		assistant: 'assistant-theo',
		inbound: true,
		weight: 2,
		keywords: ['PrankCall'],
		mood: 'red',
		summary: 'Somebody ordered a pizza for the moon.',
		lines: [
			'Sandbox Corp, this is Theo. How can I help?',
			'One pizza for the moon, please!',
			'I will end the call here.',
		],
	},
];

/** What happens to every assistant that calls people: nobody answers, or a voicemail does. */
const notAnswered: Script[] = (
	[
		['assistant-mara', 3],
		['assistant-jonas', 2],
		['assistant-lena', 3],
	] as const
).flatMap(([assistant, weight]): Script[] => [
	{
		assistant,
		weight,
		keywords: [],
		mood: 'yellow',
		summary: 'Nobody answered.',
		lines: [],
	},
	{
		assistant,
		weight: weight - 1,
		keywords: [],
		mood: 'yellow',
		summary: 'Reached the voicemail of {customer} and left a message.',
		lines: ['Hello {customer}, this is {name} from Sandbox Corp. Please call us back.'],
	},
]);

export const scripts: readonly Script[] = [...answered, ...notAnswered];
