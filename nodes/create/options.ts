import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { GUARDS, readGuards, type ActiveGuard } from './guards';
import type { GuardedItem } from './guards/guard';
import type { Problems } from '../form/problems';
import { readCountryCode } from '../phone';
import { readWholeNumber, readNumber, readSwitch } from '../form/readers';

const MAX_REQUESTS_AT_ONCE = 50;

/** The options that are not guards: how fields are read, and how calls are sent. */
const CALL_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Calls in Progress at Once',
		name: 'callsInProgress',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description:
			'Wait until fewer calls than this are in progress, then place the next. Calls of all assistants and workflows count.',
	},
	{
		displayName: 'Default Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. 49',
		description:
			'Country code for national numbers. With 49, 030 123456 becomes +4930123456. Without a code, national numbers cause an error.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description:
			'Whether to check the items and to ask the guards without placing calls. To see the requests, set Output to Raw.',
	},
	{
		displayName: 'Include Input Fields',
		name: 'includeInput',
		type: 'boolean',
		default: true,
		description:
			'Whether to keep the fields of the input item in the output, so that a row can be updated by its own ID. Fields with the name of an output field are left out.',
	},
	{
		displayName: 'Pause Between Calls (Seconds)',
		name: 'pauseBetweenCalls',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description: 'Minimum time between two call requests',
	},
	{
		displayName: 'Requests at Once',
		name: 'requestsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE },
		default: 1,
		description:
			'Maximum number of call requests in progress at once. This does not limit how many people are on the phone.',
	},
	{
		displayName: 'Stop After Failures in a Row',
		name: 'stopAfterFailures',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description:
			"If 'On Error' is set to continue, stop calling after the service failed to accept this many calls in a row",
	},
	{
		displayName: 'Wait When Rate Limited',
		name: 'waitWhenRateLimited',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait and retry, for up to 5 minutes per call, on status 429 (Too Many Requests). A 429 means that no call was placed.',
	},
];

/**
 * The collection Options of Call: Create. An option arrives with a value that does something, where one
 * suits everybody.
 */
export function createOptionsField(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [...CALL_OPTIONS, ...GUARDS.map(({ field }) => field)].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

/** What is set under Options, checked. */
export interface CreateOptions {
	/** How many calls may be in progress, this one included; undefined for any number. */
	callsInProgress?: number;
	countryCode?: string;
	dryRun: boolean;
	guards: ActiveGuard[];
	/** Milliseconds. */
	pauseMs: number;
	requestsAtOnce: number;
	/** After how many failures in a row the list ends; undefined for none. */
	stopAfterFailures?: number;
	/** Whether to wait and send the call again after a 429. */
	waitsOnRateLimit: boolean;
}

/**
 * @param item what guards must know of the item, with the values under Options, evaluated for it, as
 * `readCollection` returns them
 * @param problems takes what is wrong: an option with a value that it cannot have, as an expression can
 * give it. What is returned must not be used then
 */
export async function readCreateOptions(
	item: GuardedItem,
	problems: Problems,
): Promise<CreateOptions> {
	const read = async <T>(name: string, reader: (value: unknown, label: string) => T) => {
		const { [name]: value } = item.options;
		if (value === undefined) return undefined;
		const { displayName = '' } = CALL_OPTIONS.find((option) => option.name === name) ?? {};
		// Without its unit.
		return await problems.note(() => reader(value, displayName.replace(/ \(.*/, '')));
	};
	const dryRun = (await read('dryRun', readSwitch)) ?? false;
	const callsInProgress = await read('callsInProgress', readWholeNumber);
	const countryCode = await read('countryCode', readCountryCode);
	const guards = await readGuards(item, problems);
	const atOnce = (await read('requestsAtOnce', readWholeNumber)) ?? 1;
	return {
		dryRun,
		callsInProgress,
		countryCode,
		guards,
		pauseMs: 1000 * ((await read('pauseBetweenCalls', readSeconds)) ?? 0),
		// What is in progress is counted call by call.
		requestsAtOnce: callsInProgress && !dryRun ? 1 : Math.min(atOnce, MAX_REQUESTS_AT_ONCE),
		stopAfterFailures: await read('stopAfterFailures', readWholeNumber),
		waitsOnRateLimit: (await read('waitWhenRateLimited', readSwitch)) ?? false,
	};
}

function readSeconds(value: unknown, label: string): number {
	return readNumber(value, label, 'Enter a number of seconds, 0 or more.');
}
