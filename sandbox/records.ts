import { summarise, type Call } from './api';
import { assistants } from './assistants';
import { Random } from './random';

/** What the generated records depend on: the same plan gives the same records. */
export interface RecordPlan {
	count: number;
	seed: number;
	/** `StartedAt` of the newest record. */
	newest: Date;
	/** Minutes between the starts of two records. */
	everyMinutes: number;
}

interface Script {
	keywords: string[];
	mood: 'green' | 'yellow' | 'red';
	/** AI and User in turns, the AI first; `{name}` stands for the assistant's name. */
	lines: string[];
}

const scripts: readonly Script[] = [
	{
		keywords: ['Callback'],
		mood: 'yellow',
		lines: ['Hello, {name} here. Is it a good time?', 'Not now. Please call me tomorrow at ten.'],
	},
	{
		keywords: ['Callback'],
		mood: 'green',
		lines: [
			'Hello, this is {name}. How can I help?',
			'I would like to speak with a colleague of yours.',
			'Gladly. Someone will call you back today.',
		],
	},
	{
		keywords: ['WrongNumber'],
		mood: 'yellow',
		lines: [
			'Hello, this is {name}.',
			'You have the wrong number.',
			'Sorry to bother you. Goodbye.',
		],
	},
	{
		keywords: ['PrankCall'],
		mood: 'red',
		lines: [
			'Hello, this is {name}.',
			'One pizza for the moon, please!',
			'I will end the call here.',
		],
	},
	{
		keywords: ['Invoice'],
		mood: 'green',
		lines: [
			'Good day, this is {name}. An invoice is still open.',
			'I paid it on Monday.',
			'Thank you, I will note that.',
			'Good. Goodbye.',
		],
	},
	{
		keywords: ['Invoice', 'Callback'],
		mood: 'red',
		lines: [
			'Good day, this is {name}. An invoice is still open.',
			'The amount on it is wrong.',
			'Accounting will call you back.',
		],
	},
	{
		keywords: ['Offer'],
		mood: 'green',
		lines: [
			'Hi, this is {name}. You asked us for an offer.',
			'Yes, for twelve seats.',
			'From which month on?',
			'From next month.',
			'Thank you, it is on its way.',
		],
	},
	{
		keywords: ['Offer'],
		mood: 'yellow',
		lines: ['Hi, this is {name}. Did our offer reach you?', 'Yes. I need a week to decide.'],
	},
	{
		keywords: ['Appointment'],
		mood: 'green',
		lines: [
			'Hello, this is {name}. I can book a visit for you.',
			'Is Thursday free?',
			'Yes, at nine or at two.',
			'Nine is fine.',
			'Booked: Thursday at nine.',
			'Thanks, bye!',
		],
	},
	{
		keywords: ['Appointment', 'Callback'],
		mood: 'yellow',
		lines: [
			'Hello, this is {name}. Your visit is tomorrow.',
			'I have to move it.',
			'Someone will call you back with new dates.',
		],
	},
	{
		keywords: [],
		mood: 'green',
		lines: ['Hello, this is {name}. How can I help?', 'When are you open?', 'From eight to six.'],
	},
];

/** Numbers that the authorities keep free for fiction, less their last digits. */
const fictionalRanges = [
	{ prefix: '+1202555', from: 100, count: 100, digits: 4 },
	{ prefix: '+1415555', from: 100, count: 100, digits: 4 },
	{ prefix: '+493023125', from: 0, count: 1000, digits: 3 },
	{ prefix: '+498999998', from: 0, count: 1000, digits: 3 },
	{ prefix: '+442079460', from: 0, count: 1000, digits: 3 },
];

const oneInWeb = 8;
const shortestCallSeconds = 20;
const callSecondsSpread = 220;
const msPerMinute = 60_000;

/** The id of the company that owns every record of the sandbox. */
export const companyId = 'company-sandbox';

function fictionalNumber(random: Random): string {
	const range = random.pick(fictionalRanges);
	const digits = String(range.from + random.below(range.count));
	return range.prefix + digits.padStart(range.digits, '0');
}

// Each assistant's version of each script is written once: 100 000 records share these texts.
const conversations = assistants.map(({ id, name }) => ({
	id,
	name,
	versions: scripts.map(({ keywords, mood, lines }) => {
		const transcript = lines.map((line, index) => ({
			Sorting: index,
			Role: index % 2 === 0 ? 'AI' : 'User',
			Text: line.replace('{name}', name),
		}));
		return { keywords, mood, transcript, summary: summarise(transcript) };
	}),
}));

/** Generates call records, the newest first. */
export function generateCalls({ count, seed, newest, everyMinutes }: RecordPlan): Call[] {
	const random = new Random(seed);
	return Array.from({ length: count }, (_, index): Call => {
		const assistant = random.pick(conversations);
		const version = random.pick(assistant.versions);
		const fromWeb = random.below(oneInWeb) === 0;
		const started = newest.getTime() - index * everyMinutes * msPerMinute;
		const seconds = shortestCallSeconds + random.below(callSecondsSpread);
		return {
			Id: random.uuid(),
			Company: companyId,
			Status: random.below(5) < 3 ? 'unread' : 'archive',
			Assistant: assistant.id,
			AssistantName: assistant.name,
			PhoneNumber: fromWeb ? 'Web' : fictionalNumber(random),
			Summary: version.summary,
			StartedAt: new Date(started).toISOString(),
			EndedAt: new Date(started + seconds * 1000).toISOString(),
			Transcript: version.transcript.map((entry) => ({ ...entry })),
			Keywords: [...version.keywords],
			Flags: [`${version.mood}, ${fromWeb ? 'web' : 'phone'}`],
		};
	});
}
