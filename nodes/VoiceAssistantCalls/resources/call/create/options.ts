import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { UserError } from '../../../../shared/userError';
import { readWholeNumber } from '../../../../shared/descriptions';

const MOST_CALLS_AT_ONCE = 50;

/** The collection Options of Call: Create. */
export function createOptionsField(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		displayOptions,
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Calls at Once',
				name: 'callsAtOnce',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MOST_CALLS_AT_ONCE },
				default: 1,
				description: 'How many requests to start calls may be on their way at the same time',
			},
			{
				displayName: 'Clean Phone Number',
				name: 'cleanPhoneNumber',
				type: 'boolean',
				default: true,
				description:
					'Whether to take away blanks, dashes, brackets and the like from the number before it is checked',
			},
			{
				displayName: 'Dry Run',
				name: 'dryRun',
				type: 'boolean',
				default: false,
				description:
					'Whether to check everything and return the request without sending it. Nobody is called.',
			},
			{
				displayName: 'Duplicate Numbers',
				name: 'duplicateNumbers',
				type: 'options',
				options: [
					{ name: 'Call Each Item', value: 'callEach' },
					{ name: 'Call Each Number Once', value: 'callOnce' },
				],
				default: 'callEach',
				description: 'What to do when several items of one run have the same number',
			},
			{
				displayName: 'Skip If Called Within (Hours)',
				name: 'skipIfCalledWithin',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 24,
				description:
					'Look first whether the service already has a call with the number in the last hours, and skip the item if so. 0 switches it off.',
			},
			{
				displayName: 'Wait When Rate Limited',
				name: 'waitWhenRateLimited',
				type: 'boolean',
				default: false,
				description:
					'Whether to wait and try again when the service answers 429 (too many requests), at most 5 minutes a call. Such a call was not placed.',
			},
		],
	};
}

/** What is set under Options, checked. */
export interface CreateOptions {
	callsAtOnce: number;
	cleanPhoneNumber: boolean;
	dryRun: boolean;
	isOncePerNumber: boolean;
	/** Milliseconds, 0 = off. */
	skipWithinMs: number;
	/** Whether to wait and send the call again after a 429. */
	isPatient: boolean;
}

/** @throws UserError if an option has a value that it cannot have, as an expression can give it */
export function createOptionsOf(options: IDataObject): CreateOptions {
	return {
		callsAtOnce: Math.min(
			readWholeNumber('callsAtOnce' in options ? options.callsAtOnce : 1, 'Calls at Once'),
			MOST_CALLS_AT_ONCE,
		),
		cleanPhoneNumber: onOrOff(options, 'cleanPhoneNumber', 'Clean Phone Number', true),
		dryRun: onOrOff(options, 'dryRun', 'Dry Run', false),
		isOncePerNumber: isOncePerNumber(options),
		skipWithinMs: hoursInMs(options),
		isPatient: onOrOff(options, 'waitWhenRateLimited', 'Wait When Rate Limited', false),
	};
}

/**
 * The options below decide who is called. A value that an expression did not find is therefore not
 * taken for "off".
 */
function onOrOff(options: IDataObject, name: string, field: string, byDefault: boolean): boolean {
	const value = name in options ? options[name] : byDefault;
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw wrongOption(field, value, 'Switch it on or off, or let the expression give true or false.');
}

function isOncePerNumber(options: IDataObject): boolean {
	const value = 'duplicateNumbers' in options ? options.duplicateNumbers : 'callEach';
	if (value === 'callOnce' || value === 'callEach') return value === 'callOnce';
	throw wrongOption('Duplicate Numbers', value, 'Let the expression give callEach or callOnce.');
}

function hoursInMs(options: IDataObject): number {
	const value = 'skipIfCalledWithin' in options ? options.skipIfCalledWithin : 0;
	const hours = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof hours === 'number' && hours >= 0 && Number.isFinite(hours)) return hours * 3_600_000;
	throw wrongOption('Skip If Called Within', value, 'Enter a number of hours, 0 or more.');
}

function wrongOption(field: string, value: unknown, todo: string): UserError {
	return new UserError(
		`${field} is "${String(value)}", which it cannot be`,
		`${todo} ${field} is under Options.`,
	);
}
