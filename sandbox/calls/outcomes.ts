/** The variables of a call. A Map, so that a name such as `__proto__` is a name like any other. */
export type Variables = ReadonlyMap<string, string>;

/** How a call goes, whoever called. */
interface Course {
	mood: 'green' | 'yellow' | 'red';
	/** `{customer}` stands for whoever the company speaks to. */
	summary: string;
	/** What the customer says; nothing where a voicemail answers. */
	reply?: string;
	/** What the assistant says at the end; nothing where nobody answers. */
	closing?: string;
}

const noAnswer: Course = { mood: 'yellow', summary: 'Nobody answered.' };

const voicemail: Course = {
	mood: 'yellow',
	summary: 'Reached the voicemail and left a message.',
	closing: 'Please call us back. Goodbye.',
};

/** What people speak about who answer, by the keyword that the call gets. */
const answered = {
	Callback: {
		mood: 'yellow',
		summary: '{customer} asked for a call back tomorrow.',
		reply: 'Please have a colleague call me back tomorrow.',
		closing: 'We will. Goodbye.',
	},
	WrongNumber: {
		mood: 'yellow',
		summary: 'It was the wrong number.',
		reply: 'This must be the wrong number.',
		closing: 'I am sorry. Goodbye.',
	},
	PrankCall: {
		mood: 'red',
		summary: 'Somebody ordered a pizza for the moon.',
		reply: 'One pizza for the moon, please!',
		closing: 'I will end the call here.',
	},
	Invoice: {
		mood: 'green',
		summary: '{customer} will pay the invoice this week.',
		reply: 'I have the invoice. I will pay it this week.',
		closing: 'Thank you. Goodbye.',
	},
	Offer: {
		mood: 'green',
		summary: '{customer} asked for an offer for twelve seats.',
		reply: 'Please send me an offer for twelve seats.',
		closing: 'It is on its way. Goodbye.',
	},
	Appointment: {
		mood: 'green',
		summary: '{customer} confirmed the appointment.',
		reply: 'I would like to confirm my appointment.',
		closing: 'See you then. Goodbye.',
	},
} satisfies Record<string, Course>;

export type Keyword = keyof typeof answered;
export const keywords = Object.keys(answered) as Keyword[];

/** Nobody answers, a voicemail does, or a person who speaks about something. */
export type Outcome = Keyword | 'NoAnswer' | 'Voicemail';
export const courses: Readonly<Record<Outcome, Course>> = {
	...answered,
	NoAnswer: noAnswer,
	Voicemail: voicemail,
};

/** The last two digits of numbers behind which somebody else than a willing customer is. */
const endings: ReadonlyArray<readonly [from: number, to: number, outcome: Outcome]> = [
	[80, 83, 'NoAnswer'],
	[84, 85, 'NoAnswer'],
	[86, 87, 'Voicemail'],
	[92, 94, 'WrongNumber'],
	[95, 97, 'Callback'],
];
/** Who calls one of these numbers again is answered. */
const onlyFirstCall = /8[45]$/;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/**
 * What becomes of a call: what its variable `outcome` asks for; otherwise what the last two digits of
 * the number stand for; otherwise somebody answers and speaks about what the assistant asks.
 *
 * @param keyword what the assistant asks about
 * @param isFirstCall whether the number was not called before
 */
export function decideOutcome(
	keyword: Keyword,
	phoneNumber: string,
	variables: Variables,
	isFirstCall: boolean,
): Outcome {
	const wish = lettersOf(variables.get('outcome') ?? '');
	const wanted = (Object.keys(courses) as Outcome[]).find((name) => lettersOf(name) === wish);
	if (wanted !== undefined) return wanted;
	if (onlyFirstCall.test(phoneNumber) && !isFirstCall) return keyword;
	const digits = Number(phoneNumber.slice(-2));
	return endings.find(([from, to]) => digits >= from && digits <= to)?.[2] ?? keyword;
}
