import { joinTurns, type Call, type TranscriptEntry } from '../api';
import { findAssistant } from '../calls/assistants';
import { company, defaultTimeZone } from '../calls/company';
import { customers, scripts, type Script } from './scripts';
import { officeHours, type CallStart } from './officeHours';
import { fictionalNumber } from '../calls/phoneNumbers';
import { Random } from '../random';

/** What the generated records depend on: the same plan gives the same records. */
export interface HistoryPlan {
	count: number;
	seed: number;
	/** `StartedAt` of the newest record. */
	newest: Date;
	/** Minutes between the starts of two records. Without it calls follow office hours. */
	everyMinutes?: number;
	/** IANA name of the time zone of the office hours. Default `Europe/Berlin`. */
	timeZone?: string;
}

const msPerMinute = 60_000;
const msPerDay = 86_400_000;
const oneInWeb = 4;
const oneInLong = 40;
/** Calls end before this, counted from the newest start, since all of the history is over. */
const overAfterMs = 4 * msPerMinute;

/** A script as one customer played it. */
interface Version {
	id: string;
	name: string;
	keywords: string[];
	phoneFlags: string;
	webFlags: string;
	inbound: boolean;
	transcript: TranscriptEntry[];
	summary: string;
}

function versionsOf(script: Script): Version[] {
	const { id, name, summaryStyle } = findAssistant(script.assistant);
	return customers.map((customer) => {
		const fill = (text: string) => text.replace('{customer}', customer).replace('{name}', name);
		const transcript = script.lines.map((line, index) => ({
			Sorting: index,
			Role: index % 2 === 0 ? 'AI' : 'User',
			Text: fill(line),
		}));
		const { keywords, mood, inbound = false } = script;
		const summary = summaryStyle === 'transcript' ? joinTurns(transcript) : fill(script.summary);
		return {
			id,
			name,
			keywords,
			phoneFlags: `${mood}, phone`,
			webFlags: `${mood}, web`,
			inbound,
			transcript,
			summary,
		};
	});
}

// Each version of each script is written once: 100,000 records share these texts. Picking from these
// lists at random is picking by weight.
const anyTime = scripts.flatMap((script) =>
	Array<Version[]>(script.weight).fill(versionsOf(script)),
);
const outOfHours = anyTime.filter(([{ inbound }]) => inbound);

const copyOf = ({ Sorting, Role, Text }: TranscriptEntry) => ({ Sorting, Role, Text });

/** How long a call took: it rings, speaks, and now and then goes on for up to an hour. */
function secondsOf({ transcript }: Version, random: Random): number {
	const ringing = 12 + random.below(20);
	const speaking = transcript.length * (5 + random.below(14));
	const isLong = random.below(oneInLong) === 0 && transcript.length > 1;
	return ringing + speaking + (isLong ? 600 + random.below(3000) : 0);
}

function* evenly(newest: Date, everyMinutes: number): Generator<CallStart> {
	for (let at = newest.getTime(); ; at -= everyMinutes * msPerMinute) {
		yield { at, inOfficeHours: true };
	}
}

/** Generates the records of calls that are over, the newest first. */
export function generateCalls(plan: HistoryPlan): Call[] {
	const { count, seed, newest, everyMinutes, timeZone = defaultTimeZone } = plan;
	const random = new Random(seed);
	// A stream of their own: a call that somebody chose by its ID is there after a restart as well.
	const ids = new Random(seed ^ 0x1d5);
	const starts =
		everyMinutes === undefined
			? officeHours({ newest, seed, timeZone })
			: evenly(newest, everyMinutes);
	const allOver = newest.getTime() + overAfterMs;
	const oneDayOld = newest.getTime() - msPerDay;

	return Array.from({ length: count }, (): Call => {
		const { at, inOfficeHours } = starts.next().value as CallStart;
		const version = random.pick(random.pick(inOfficeHours ? anyTime : outOfHours));
		const isWeb = version.inbound && random.below(oneInWeb) === 0;
		const ended = Math.min(at + secondsOf(version, random) * 1000, allOver);
		return {
			Id: ids.uuid(),
			Company: company.id,
			// What is older than a day has mostly been read.
			Status: random.below(10) < (at > oneDayOld ? 8 : 4) ? 'unread' : 'archive',
			Assistant: version.id,
			AssistantName: version.name,
			PhoneNumber: isWeb ? 'Web' : fictionalNumber(random),
			Summary: version.summary,
			StartedAt: new Date(at).toISOString(),
			EndedAt: new Date(ended).toISOString(),
			Transcript: version.transcript.map(copyOf),
			Keywords: [...version.keywords],
			Flags: [isWeb ? version.webFlags : version.phoneFlags],
		};
	});
}
