import type { IDataObject } from 'n8n-workflow';

import { customRange } from '../form/dateRange';
import { findCalls } from '../service/calls';
import { readOutput } from '../form/output';
import { Call, textOf } from '../service/call';
import { readCollection, readNumber, wrongOption } from '../form/readers';
import type { ServiceClock } from '../service/clock';
import { judge } from '../service/status';
import { canonicalPhone, normalizePhoneNumber, shownNumber } from '../phone';
import { isBlank, withoutInvisible } from '../n8n/text';
import { asUserError, UserError } from '../n8n/errors';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';
import type { ItemContext } from '../n8n/itemContext';
import type { ItemList, ItemResult } from '../n8n/operation';
import { connectItem } from '../form/connection';
import { notCalledLine, readAloud, unknownAssistant } from './hints';
import { Candidates, type FoundCall } from './match';
import { callNotPlaced, outcomeJson, unfilledPlaceholders } from './output';

const MIN_INTERVAL_MS = 1000;

/** Some services cut a time to whole seconds. */
const SECOND_MS = 1000;

/** A call that starts longer after its request than this is another one. */
const MAX_START_MS = 60 * 60_000;

/** An item that waits for its call. */
interface Waiting {
	/** The position of the item in the input, from 0. */
	index: number;
	/** E.164, as `canonicalPhone` writes it. */
	phoneNumber: string;
	/** Empty = any. */
	assistantId: string;
	/** Milliseconds since 1970, by n8n's clock. */
	startedAfter: number;
	/** Whether that is when Create sent the request, and not a time that the user chose. */
	isRequestTime: boolean;
	/** Milliseconds since 1970. */
	deadline: number;
	intervalMs: number;
	/** What the node puts out for the item. */
	resultOf: (found?: FoundCall) => ItemResult;
}

/**
 * Call: Get Outcome: waits until the calls that Create placed have ended. All items of a run share one
 * look at the list of calls, and nothing is ever placed.
 */
export async function getOutcomes({ items, stopsOnError, hint }: ItemList): Promise<ItemResult[]> {
	const results = new Map<number, ItemResult>();
	const waiting = new Map<number, Waiting>();
	const begin = Date.now();
	const yieldNow = yieldToEventLoop();
	let hasFailed = false;
	for (const item of items) {
		await yieldNow();
		try {
			const read = readItem(item, begin);
			if ('records' in read) results.set(item.index, read);
			else waiting.set(item.index, read);
		} catch (thrown) {
			results.set(item.index, { error: asUserError(thrown) });
			hasFailed = true;
		}
	}
	const warnings: Array<string | undefined> = [];
	if (waiting.size > 0 && !(hasFailed && stopsOnError)) {
		try {
			warnings.push(...(await waitForAll(items[0], waiting, results)));
		} catch (thrown) {
			for (const index of waiting.keys()) results.set(index, { error: asUserError(thrown) });
		}
	}
	const inOrder = items.map(({ index }) => results.get(index)!);
	const notCalled = notCalledLine(items, inOrder);
	for (const warning of [notCalled, ...warnings]) if (warning) hint(warning, 'warning');
	return inOrder;
}

/**
 * Looks at the list until nothing is waited for any more, and moves what is known to the results.
 *
 * @returns sentences about what people do not see in a call that went well: an assistant that no listed
 * call has, if that is why a call was not found, and variables that the assistant did not get
 */
async function waitForAll(
	first: ItemContext,
	waiting: Map<number, Waiting>,
	results: Map<number, ItemResult>,
): Promise<Array<string | undefined>> {
	const isOneLook = [...waiting.values()].every(({ deadline }) => deadline <= Date.now());
	// A look that fails is made again after the interval; the only one is repeated like any other request.
	const retries = isOneLook ? undefined : { attempts: 1, patienceMs: 0 };
	const { client, path } = await connectItem(first, retries);
	const { clock } = client;
	const candidates = new Candidates([...waiting.values()].map(({ phoneNumber }) => phoneNumber));
	let found = new Map<number, FoundCall>();
	let hasLooked = false;
	let unknown: string | undefined;
	const unfilled = new Set<string>();
	for (;;) {
		const earliest = least([...waiting.values()].map((item) => openSince(item, found)));
		// Read anew for each page: the first response already tells what time it is there.
		const range = { after: () => earliest + clock.minAheadMs - SECOND_MS };
		// A call that nobody answered may have no start. An item that has found nothing looks for it once.
		const readsOtherEnd = [...waiting.values()].some(
			({ index, deadline }) => deadline <= Date.now() && !found.has(index),
		);
		const reach = { range, keepsUndated: true, readsOtherEnd };
		const search = { path, filters: [], ...reach, limit: Infinity };
		const look = await findCalls(client, search).catch(asUserError);
		if (look instanceof UserError && (client.isCancelled || !mayPass(look, hasLooked))) throw look;
		if (!(look instanceof UserError)) {
			hasLooked = true;
			candidates.add(look);
			found = candidates.match([...waiting.values()].map((item) => wantedCall(item, clock)));
		}
		const now = Date.now();
		const unsettled = unsettledNumbers(waiting, found);
		for (const { index, phoneNumber, assistantId, deadline, resultOf } of waiting.values()) {
			const call = found.get(index);
			// Until all calls to a number are known, one of them may turn out to be another item's.
			if (unsettled.has(phoneNumber) && now < deadline) continue;
			const isUnknown = look instanceof UserError && !hasEnded(call);
			results.set(index, isUnknown ? { error: look } : resultOf(call));
			waiting.delete(index);
			if (call) {
				candidates.take(call);
				for (const name of unfilledPlaceholders(call.record)) unfilled.add(name);
			} else unknown ??= unknownAssistant(assistantId, candidates.assistants);
		}
		if (waiting.size === 0) return [unknown, readAloud([...unfilled])];
		const asked = look instanceof UserError ? look.retryAfterMs : undefined;
		await client.pause(pauseBefore([...waiting.values()], now, asked));
	}
}

/** What an item looks for, by the service's clock. */
function wantedCall({ startedAfter, isRequestTime, ...item }: Waiting, clock: ServiceClock) {
	return {
		...item,
		from: startedAfter + clock.minAheadMs - SECOND_MS,
		until: isRequestTime ? startedAfter + clock.maxAheadMs + MAX_START_MS : Infinity,
	};
}

/** How far back the list must be read for an item: not at all for a call that is known to have ended. */
function openSince({ index, startedAfter }: Waiting, found: Map<number, FoundCall>): number {
	return hasEnded(found.get(index)) ? Infinity : startedAfter;
}

function hasEnded(call: FoundCall | undefined): boolean {
	return call !== undefined && call.record.end !== undefined;
}

/** The numbers for which an item has no call yet, or one that goes on. */
function unsettledNumbers(waiting: Map<number, Waiting>, found: Map<number, FoundCall>) {
	const open = [...waiting.values()].filter(({ index }) => !hasEnded(found.get(index)));
	return new Set(open.map(({ phoneNumber }) => phoneNumber));
}

/**
 * Whether a failed look may succeed a little later; a rejection for good may not. Before the first look
 * that succeeded, what does not pass by itself is a wrong address or setting. After it, it may be a service
 * that is being maintained.
 */
function mayPass({ status, mayPass: isLost = false }: UserError, hasLooked: boolean): boolean {
	if (status === undefined) return isLost || hasLooked;
	const { blames, rejected } = judge(status);
	if (blames === 'redirect') return hasLooked;
	return blames === 'rate' || !rejected;
}

/**
 * The last look is made when the first item runs out of time.
 *
 * @param askedMs how long the service asks to wait
 */
function pauseBefore(waiting: Waiting[], now: number, askedMs = 0): number {
	const interval = least(waiting.map(({ intervalMs }) => intervalMs));
	const left = least(waiting.map(({ deadline }) => deadline)) - now;
	return Math.max(0, Math.min(Math.max(interval, askedMs), left));
}

/** `Math.min(...numbers)` breaks at about 125,000 numbers. */
function least(numbers: number[]): number {
	return numbers.reduce((a, b) => Math.min(a, b));
}

function readItem(item: ItemContext, begin: number): Waiting | { records: IDataObject[] } {
	item.assertHasFields();
	const startedAfter = item.parameter('startedAfter', '');
	const isEmpty = startedAfter === undefined || startedAfter === null || startedAfter === '';
	const number = item.parameter('phoneNumber', '');
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	// A number that Create refused cannot be read, and need not be: no call was placed.
	const notPlaced =
		isEmpty && callNotPlaced(item, shape(new Call({ PhoneNumber: shownNumber(number) })));
	if (notPlaced) return { records: [notPlaced] };
	const phoneNumber = normalizePhoneNumber(number);
	const minutes = 'Enter a number of minutes, 0 or more.';
	const waitUpTo = readNumber(item.parameter('waitUpTo', 10), 'Wait Up To', minutes, '');
	const { pollInterval = 10 } = readCollection(item.parameter('options', {}), 'Options');
	const seconds = readNumber(pollInterval, 'Poll Interval', 'Enter a number of seconds.');
	return {
		index: item.index,
		phoneNumber: canonicalPhone(phoneNumber),
		assistantId: readAssistantId(item.parameter('assistantId', '')),
		startedAfter: readStart(startedAfter, isEmpty, item.timezone),
		isRequestTime: startedAfter === item.field('requestedAt'),
		deadline: begin + waitUpTo * 60_000,
		intervalMs: Math.max(seconds * 1000, MIN_INTERVAL_MS),
		resultOf: (found) => ({
			records: [outcomeJson(shape(found?.record ?? new Call({ PhoneNumber: phoneNumber })), found)],
		}),
	};
}

/** Empty = any. What cannot be an ID is not taken for that: it would give the call of another assistant. */
function readAssistantId(value: unknown): string {
	const id = withoutInvisible(textOf(value ?? '')).trim();
	if (!isBlank(id)) return id;
	if (value === undefined || value === null || typeof value === 'string') return '';
	const advice = 'Enter the ID of an assistant, or leave the field empty for any assistant.';
	throw wrongOption(value, 'Assistant', advice, '');
}

function readStart(value: unknown, isEmpty: boolean, zone: string): number {
	if (isEmpty) {
		throw new UserError(
			"'Started After' is empty",
			'Enter when the call was requested. After Create, use {{ $json.requestedAt }}.',
		);
	}
	return customRange(value, undefined, zone).after ?? 0;
}
