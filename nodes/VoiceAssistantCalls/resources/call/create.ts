import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Dialable, Outcome } from '../../../shared/callRun';
import { findCalls } from '../../../shared/findCalls';
import { backoff, cancelledProblem, type Service } from '../../../shared/http';
import { checkedPhoneNumber } from '../../../shared/phoneNumber';
import { placeCall, type Placing } from '../../../shared/placeCall';
import { asProblem, Problem } from '../../../shared/problem';
import {
	callBody,
	variablesFromJson,
	variablesFromRows,
	type Variables,
} from '../../../shared/variables';
import type { Item } from '../../item';
import { wholeNumber } from '../fields';

const displayOptions = { show: { resource: ['call'], operation: ['create'] } };

/** So long one call may wait in total while the service answers 429. */
const LONGEST_WAIT_MS = 5 * 60 * 1000;
const MOST_CALLS_AT_ONCE = 50;

export const createFields: INodeProperties[] = [
	{
		displayName: 'Each run places a real phone call for every input item',
		name: 'realCallNotice',
		type: 'notice',
		displayOptions,
		default: '',
	},
	{
		displayName: 'Assistant',
		name: 'assistantId',
		type: 'resourceLocator',
		displayOptions,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The voice assistant that speaks',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an assistant...',
				hint: 'Shows the assistants of recent calls',
				typeOptions: { searchListMethod: 'searchAssistants', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. asst-3f2a',
			},
		],
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		displayOptions,
		required: true,
		default: '',
		placeholder: 'e.g. +4930123456',
		description: 'The number to call, in international format with "+" and the country code',
	},
	{
		displayName: 'Variables Mode',
		name: 'variablesMode',
		type: 'options',
		displayOptions,
		options: [
			{ name: 'Fields', value: 'fields', description: 'One row for each variable' },
			{ name: 'JSON', value: 'json', description: 'All variables as one JSON object' },
		],
		default: 'fields',
		description: 'How to enter what the assistant should know',
	},
	{
		displayName: 'Variables',
		name: 'variables',
		type: 'fixedCollection',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['fields'] } },
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variable' },
		placeholder: 'Add Variable',
		default: {},
		description: 'What the assistant can use as {name} in its instructions',
		options: [
			{
				displayName: 'Variable',
				name: 'variable',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. first_name',
						description: 'The name that stands in braces in the instructions, without the braces',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada',
					},
				],
			},
		],
	},
	{
		displayName: 'Variables (JSON)',
		name: 'variablesJson',
		type: 'json',
		displayOptions: { show: { ...displayOptions.show, variablesMode: ['json'] } },
		default: '{}',
		description:
			'A JSON object of names and values. Put numbers of more than 15 digits in quotes, or they are rounded.',
	},
	{
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
	},
];

/** What one item asks for, checked. */
export interface CallRequest extends Dialable {
	assistantId: string;
	variables: Variables;
	/** JSON text. */
	body: string;
	service: Service;
	options: CreateOptions;
}

interface CreateOptions {
	dryRun?: boolean;
	duplicateNumbers?: string;
	/** Milliseconds, 0 = off. */
	skipWithinMs: number;
	waitWhenRateLimited?: boolean;
}

/** Call Create, API description 4.1. */
export async function createCall(item: Item): Promise<IDataObject[]> {
	return await item.run.calls.carryOut(
		{
			index: item.index,
			read: () => requestOf(item),
			dial: async (request) => await dial(item, request),
		},
		item.run.attempt,
	);
}

/** Completes what a failed item reports with what became of the other calls. */
export function accountOfCalls(item: Item, problem: Problem): Problem {
	return item.run.calls.account(item.index, problem, item.run.total);
}

function requestOf(item: Item): CallRequest {
	const assistant = item.chosen('assistantId');
	const assistantId = typeof assistant === 'number' ? String(assistant) : assistant;
	if (typeof assistantId !== 'string' || assistantId.trim() === '') {
		throw new Problem(
			'No assistant is chosen',
			'Choose one under Assistant, or enter its ID. If the field holds an expression, check that the input item has that value.',
		);
	}
	const options = item.parameter('options', {}) as IDataObject;
	const phoneNumber = checkedPhoneNumber(
		item.parameter('phoneNumber', ''),
		options.cleanPhoneNumber !== false,
	);
	const variables = variablesOf(item);
	return {
		assistantId: assistantId.trim(),
		phoneNumber,
		variables,
		body: callBody(assistantId.trim(), phoneNumber, variables),
		service: item.service(),
		callsAtOnce: Math.min(
			wholeNumber(options.callsAtOnce ?? 1, 'Calls at Once'),
			MOST_CALLS_AT_ONCE,
		),
		options: {
			dryRun: options.dryRun === true,
			duplicateNumbers: options.duplicateNumbers as string | undefined,
			skipWithinMs: hoursInMs(options.skipIfCalledWithin ?? 0),
			waitWhenRateLimited: options.waitWhenRateLimited === true,
		},
	};
}

function variablesOf(item: Item): Variables {
	if (item.parameter('variablesMode', 'fields') === 'json') {
		return variablesFromJson(item.parameter('variablesJson', '{}'));
	}
	const { variable } = item.parameter('variables', {}) as IDataObject;
	return variablesFromRows(variable);
}

function hoursInMs(hours: unknown): number {
	if (typeof hours === 'number' && hours >= 0 && Number.isFinite(hours)) return hours * 3_600_000;
	throw new Problem(
		`Skip If Called Within is "${String(hours)}", which is not a number of hours`,
		'Enter a number of 0 or more under Options.',
	);
}

async function dial(item: Item, request: CallRequest): Promise<Outcome> {
	const { assistantId, phoneNumber, variables, body, service, options } = request;
	if (service.cancelled) throw cancelledProblem();
	const skipped = await reasonToSkip(item, request);
	if (skipped) return { kind: 'skipped', output: { accepted: false, skipped: true, ...skipped } };
	if (options.dryRun) {
		const url = service.address(item.path);
		const preview = { method: 'POST', url, body: JSON.parse(body) as IDataObject };
		return { kind: 'checked', output: { accepted: false, dryRun: true, request: preview } };
	}
	const output = {
		accepted: true,
		assistant_id: assistantId,
		phone_number: phoneNumber,
		variables: Object.fromEntries(variables),
		requestedAt: new Date().toISOString(),
	};
	const placing = await placeWithPatience(item.path, request);
	if (placing.kind !== 'placed') return placing;
	return { kind: 'placed', output: { ...output, response: placing.response } };
}

/** Sends the request once, and again only after a 429, which proves that nothing happened. */
async function placeWithPatience(
	path: string,
	{ service, body, options }: CallRequest,
): Promise<Placing> {
	const deadline = Date.now() + LONGEST_WAIT_MS;
	for (let tries = 1; ; tries++) {
		const placing = await placeCall(service, path, body);
		if (placing.kind !== 'refused' || !options.waitWhenRateLimited) return placing;
		const pause = placing.retryAfterMs ?? backoff(tries + 2);
		if (Date.now() + pause > deadline) return placing;
		await service.pause(pause);
		if (service.cancelled) return placing;
	}
}

async function reasonToSkip(
	item: Item,
	{ phoneNumber, service, options }: CallRequest,
): Promise<IDataObject | undefined> {
	const { duplicateNumbers, skipWithinMs, dryRun } = options;
	if (duplicateNumbers === 'callOnce' || skipWithinMs > 0) {
		const earlier = await item.run.calls.earlierCallTo(phoneNumber, item.index);
		if (earlier !== undefined) {
			return { reason: `Item ${earlier} of this run has the same number, ${phoneNumber}` };
		}
	}
	if (skipWithinMs === 0 || dryRun) return undefined;
	const search = {
		filters: [`PhoneNumber:==:${phoneNumber}`],
		range: { after: Date.now() - skipWithinMs },
		// Whatever the service makes of the filter.
		keep: (record: IDataObject) => record.PhoneNumber === phoneNumber,
		limit: 1,
	};
	const [lastCall] = await item
		.paging()
		.then(async (paging) => await findCalls(service, search, paging))
		.catch(lookUpFailed);
	if (!lastCall) return undefined;
	const { Id, StartedAt, Status, AssistantName } = lastCall;
	return {
		reason: `${phoneNumber} was called at ${String(StartedAt)}, within the last ${skipWithinMs / 3_600_000} hours`,
		lastCall: { Id, StartedAt, Status, AssistantName },
	};
}

function lookUpFailed(error: unknown): never {
	const { message, advice, status } = asProblem(error);
	throw new Problem(
		`The call was not placed, since it is not known whether the number was called before. ${message}`,
		`Skip If Called Within asks the service first. ${advice}`,
		status,
	);
}
