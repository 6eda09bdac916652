import type { Call } from '../api';
import { Random } from '../random';
import { company, findAssistant, type Assistant } from './assistants';
import { writeConversation, type Conversation } from './conversation';
import { officeHours, type CallStart } from './officeHours';
import type { Outcome } from './outcomes';
import { fictionalNumber } from './phoneNumbers';

/** What the generated records depend on: the same plan gives the same records. */
export interface HistoryPlan {
	count: number;
	seed: number;
	/** `StartedAt` of the newest record. */
	newest: Date;
	/** Minutes between the starts of two records. Without it calls follow office hours. */
	everyMinutes?: number;
	/** IANA name of the time zone of the office hours. */
	timeZone: string;
}

/** A kind of call. */
interface Kind {
	/** How often it happens, compared with the others. */
	weight: number;
	assistant: 'mara' | 'jonas' | 'lena' | 'theo';
	outcome: Outcome;
	/** Whether the customer called. Only such calls come from the web, or out of office hours. */
	inbound?: true;
	/** Where the call gets others than its outcome stands for. */
	keywords?: string[];
}

const kinds: Kind[] = [
	{ weight: 12, assistant: 'mara', outcome: 'Appointment' },
	{ weight: 8, assistant: 'mara', outcome: 'Appointment', inbound: true },
	{ weight: 5, assistant: 'mara', outcome: 'Callback', keywords: ['Appointment', 'Callback'] },
	{ weight: 3, assistant: 'mara', outcome: 'NoAnswer' },
	{ weight: 2, assistant: 'mara', outcome: 'Voicemail' },
	{ weight: 7, assistant: 'jonas', outcome: 'Invoice' },
	{ weight: 3, assistant: 'jonas', outcome: 'Callback', keywords: ['Invoice', 'Callback'] },
	{ weight: 2, assistant: 'jonas', outcome: 'NoAnswer' },
	{ weight: 1, assistant: 'jonas', outcome: 'Voicemail' },
	{ weight: 10, assistant: 'lena', outcome: 'Offer' },
	{ weight: 4, assistant: 'lena', outcome: 'Callback' },
	{ weight: 3, assistant: 'lena', outcome: 'WrongNumber' },
	{ weight: 3, assistant: 'lena', outcome: 'NoAnswer' },
	{ weight: 2, assistant: 'lena', outcome: 'Voicemail' },
	{ weight: 7, assistant: 'theo', outcome: 'Callback', inbound: true },
	{ weight: 8, assistant: 'theo', outcome: 'Offer', inbound: true, keywords: [] },
	{ weight: 2, assistant: 'theo', outcome: 'PrankCall', inbound: true },
];

const customers = ['Ada', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Hugo'];

const msPerMinute = 60_000;
const msPerDay = 86_400_000;
const oneInWeb = 4;
const oneInLong = 40;
/** Calls end before this, counted from the newest start, since all of the history is over. */
const overAfterMs = 4 * msPerMinute;

/** A call of a kind as one customer had it. */
type Version = Conversation & Pick<Kind, 'inbound'> & Pick<Assistant, 'id' | 'name'>;

function versionOf({ assistant, outcome, inbound, keywords }: Kind, customer: string): Version {
	const found = findAssistant(`assistant-${assistant}`);
	const variables = new Map([
		['first_name', customer],
		['company', company.Name],
		['appointment', 'Thursday at nine'],
		['invoice_number', '2071'],
		['amount', '120 euros'],
		['product', 'our booking system'],
	]);
	const conversation = writeConversation(found, outcome, inbound ? undefined : variables, customer);
	const Keywords = keywords ?? conversation.Keywords;
	return { ...conversation, Keywords, inbound, id: found.id, name: found.name };
}

// Each version of each kind is written once: 100,000 records share these texts. Picking from these
// lists at random is picking by weight.
const anyTime = kinds.flatMap((kind) =>
	Array<Version[]>(kind.weight).fill(customers.map((customer) => versionOf(kind, customer))),
);
const outOfHours = anyTime.filter(([{ inbound }]) => inbound);

/** How long a call took: it rings, speaks, and now and then goes on for up to an hour. */
function secondsOf({ Transcript }: Version, random: Random): number {
	const ringing = 12 + random.below(20);
	const speaking = Transcript.length * (5 + random.below(14));
	const isLong = random.below(oneInLong) === 0 && Transcript.length > 1;
	return ringing + speaking + (isLong ? 600 + random.below(3000) : 0);
}

function* evenly(newest: Date, everyMinutes: number): Generator<CallStart, never> {
	for (let at = newest.getTime(); ; at -= everyMinutes * msPerMinute) {
		yield { at, inOfficeHours: true };
	}
}

/** Generates the records of calls that are over, the newest first. */
export function generateCalls(plan: HistoryPlan): Call[] {
	const { count, seed, newest, everyMinutes, timeZone } = plan;
	const random = new Random(seed);
	// A stream of their own: a call that somebody chose by its ID is there after a restart as well.
	const ids = new Random(seed ^ 0x1d5);
	const starts = everyMinutes
		? evenly(newest, everyMinutes)
		: officeHours(newest, timeZone, new Random(seed ^ 0x0ff1ce));
	const allOver = newest.getTime() + overAfterMs;
	const oneDayOld = newest.getTime() - msPerDay;

	return Array.from({ length: count }, (): Call => {
		const { at, inOfficeHours } = starts.next().value;
		const version = random.pick(random.pick(inOfficeHours ? anyTime : outOfHours));
		const isWeb = version.inbound && random.below(oneInWeb) === 0;
		const ended = Math.min(at + secondsOf(version, random) * 1000, allOver);
		return {
			Id: ids.uuid(),
			Company: company.Id,
			// What is older than a day has mostly been read.
			Status: random.below(10) < (at > oneDayOld ? 8 : 4) ? 'unread' : 'archive',
			Assistant: version.id,
			AssistantName: version.name,
			PhoneNumber: isWeb ? 'Web' : fictionalNumber(random),
			Summary: version.Summary,
			StartedAt: new Date(at).toISOString(),
			EndedAt: new Date(ended).toISOString(),
			Transcript: version.Transcript,
			Keywords: version.Keywords,
			Flags: [`${version.mood}, ${isWeb ? 'web' : 'phone'}`],
		};
	});
}
