import type { Assistant } from './assistants';

/** The variables of a call. A Map, so that a name such as `__proto__` is a name like any other. */
export type Variables = ReadonlyMap<string, string>;

/** What a person says who answers, and how the call is labelled then. */
export interface Subject {
	mood: 'green' | 'yellow' | 'red';
	/** What the assistant asks when it calls, and what the person replies. */
	question: string;
	reply: string;
	/** What the person says who calls. */
	request: string;
	closing: string;
	summary: string;
}

/** By the keyword that the call gets. */
export const subjects: Readonly<Record<string, Subject>> = {
	Callback: {
		mood: 'yellow',
		question: 'Is it a good time?',
		reply: 'I am busy. Please call me back tomorrow.',
		request: 'Please have a colleague call me back tomorrow.',
		closing: 'We will. Goodbye.',
		summary: 'The customer asked for a call back tomorrow.',
	},
	WrongNumber: {
		mood: 'yellow',
		question: 'Am I speaking to the right person?',
		reply: 'You have the wrong number.',
		request: 'Is this the pharmacy? Then I have the wrong number.',
		closing: 'I am sorry. Goodbye.',
		summary: 'It was the wrong number.',
	},
	PrankCall: {
		mood: 'red',
		question: 'How may I help you?',
		reply: 'Nobody of that name lives on this planet!',
		request: 'One pizza for the moon, please!',
		closing: 'I will end the call here.',
		summary: 'Somebody played a prank.',
	},
	Invoice: {
		mood: 'green',
		question: 'When may we expect the payment?',
		reply: 'I will pay the invoice this week.',
		request: 'I have your invoice. I will pay it this week.',
		closing: 'Thank you. Goodbye.',
		summary: 'The customer will pay the invoice this week.',
	},
	Offer: {
		mood: 'green',
		question: 'Shall I send it to you?',
		reply: 'Yes, please send me the offer.',
		request: 'Please send me an offer.',
		closing: 'It is on its way. Goodbye.',
		summary: 'The customer asked for the offer.',
	},
	Appointment: {
		mood: 'green',
		question: 'Does that suit you?',
		reply: 'Yes, the appointment suits me.',
		request: 'I would like to confirm my appointment.',
		closing: 'See you then. Goodbye.',
		summary: 'The customer confirmed the appointment.',
	},
};

/** Nobody answers, a voicemail does, or a person who speaks about a subject. */
export type CallOutcome = { kind: 'noAnswer' } | { kind: 'voicemail' } | Answered;

export interface Answered {
	kind: 'answered';
	/** A key of `subjects`. */
	keyword: string;
}

const noAnswer: CallOutcome = { kind: 'noAnswer' };
const voicemail: CallOutcome = { kind: 'voicemail' };

/** @param keyword a key of `subjects` */
export const answered = (keyword: string): Answered => ({ kind: 'answered', keyword });

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

const outcomesByName = new Map<string, CallOutcome>([
	['noanswer', noAnswer],
	['voicemail', voicemail],
	...Object.keys(subjects).map((keyword): [string, CallOutcome] => [
		lettersOf(keyword),
		answered(keyword),
	]),
]);

/** The outcome of that name: `callback`, `wrong number`, `No answer`, `Voicemail`, … */
export function outcomeNamed(name: string): CallOutcome | undefined {
	return outcomesByName.get(lettersOf(name));
}

/** The last two digits of numbers behind which somebody else than a willing customer is. */
const endings: ReadonlyArray<{
	from: number;
	to: number;
	outcome: CallOutcome;
	/** Whether from the second call to the number on the person answers as any other. */
	onlyFirstCall?: true;
}> = [
	{ from: 80, to: 83, outcome: noAnswer },
	{ from: 84, to: 85, outcome: noAnswer, onlyFirstCall: true },
	{ from: 86, to: 87, outcome: voicemail },
	{ from: 92, to: 94, outcome: answered('WrongNumber') },
	{ from: 95, to: 97, outcome: answered('Callback') },
];

/**
 * What becomes of a call: what its variable `outcome` asks for; otherwise what the last two digits of
 * the number stand for; otherwise somebody answers and speaks about what the assistant asks.
 *
 * @param earlierCalls how often the number was called before
 */
export function decideOutcome(
	assistant: Assistant,
	phoneNumber: string,
	variables: Variables,
	earlierCalls: number,
): CallOutcome {
	const digits = Number(phoneNumber.slice(-2));
	const ending = endings.find(({ from, to }) => digits >= from && digits <= to);
	const isOver = ending?.onlyFirstCall === true && earlierCalls > 0;
	return (
		outcomeNamed(variables.get('outcome') ?? '') ??
		(isOver ? undefined : ending?.outcome) ??
		answered(assistant.keyword)
	);
}
