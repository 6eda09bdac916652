import type { IDataObject } from 'n8n-workflow';

import { customRange } from '../form/dateRange';
import { findCalls } from '../service/calls';
import { readOutput } from '../form/output';
import { Call } from '../service/call';
import { readCollection, readNumber, wrongOption } from '../form/readers';
import type { ServiceClock } from '../service/clock';
import { judge } from '../service/status';
import { canonicalPhone, normalizePhoneNumber, shownNumber } from '../phone';
import { asUserError, UserError } from '../n8n/errors';
import { asText } from '../n8n/values';
import { yieldToEventLoop } from '../n8n/yieldToEventLoop';
import type { ItemContext } from '../n8n/itemContext';
import type { ItemList, ItemResult } from '../n8n/operation';
import { connectItem } from '../form/connection';
import { idOfNamed, notCalledLine, readAloud, unknownAssistant } from './hints';
import { Candidates, type FoundCall, type WantedCall } from './match';
import { callNotPlaced, outcomeJson, unfilledPlaceholders } from './output';

const MIN_INTERVAL_MS = 1000;

/** Some services cut a time to whole seconds. */
const SECOND_MS = 1000;

/** A call that starts longer after its request than this is another one. */
const MAX_START_MS = 60 * 60_000;

/** An item that waits for its call. */
interface Waiting extends Pick<WantedCall, 'index' | 'phoneNumber' | 'assistantId'> {
	/** Milliseconds since 1970, by n8n's clock. */
	startedAfter: number;
	/** Whether that is when Create sent the request, and not a time that the user chose. */
	isRequestTime: boolean;
	/** Milliseconds since 1970. */
	deadline: number;
	intervalMs: number;
	/** What the last look found. */
	call?: FoundCall;
	/** What the node puts out for the item. */
	jsonOf: (call?: FoundCall) => IDataObject;
}

/**
 * Call: Get Outcome: waits until the calls that Create placed have ended. All items of a run share one
 * look at the list of calls, and nothing is ever placed.
 */
export async function getOutcomes({ items, stopsOnError, hint }: ItemList): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	const waiting: Waiting[] = [];
	const begin = Date.now();
	const yieldNow = yieldToEventLoop();
	for (const [position, item] of items.entries()) {
		await yieldNow();
		try {
			const read = readItem(item, position, begin);
			if ('records' in read) results[position] = read;
			else waiting.push(read);
		} catch (thrown) {
			results[position] = { error: asUserError(thrown) };
			if (stopsOnError) return results;
		}
	}
	const candidates = new Candidates(waiting.map(({ phoneNumber }) => phoneNumber));
	const failure = await waitForAll(items[0], waiting, candidates).catch(asUserError);
	for (const item of waiting) {
		const isUnknown = failure && !hasEnded(item);
		results[item.index] = isUnknown ? { error: failure } : { records: [item.jsonOf(item.call)] };
	}
	const said = waiting.flatMap(({ call }) => (call ? unfilledPlaceholders(call.record) : []));
	const unfilled = readAloud([...new Set(said)]);
	const unknown = waiting
		.filter(({ call }) => !call)
		.map(({ assistantId }) => unknownAssistant(assistantId, candidates.assistants));
	const warnings = [notCalledLine(items, results), unknown.find(Boolean), unfilled];
	for (const warning of warnings) if (warning) hint(warning, 'warning');
	return results;
}

/**
 * Looks at the list until nothing is waited for any more, and notes the call of each item.
 *
 * @returns why the last look failed, if it did
 */
async function waitForAll(
	first: ItemContext,
	waiting: Waiting[],
	candidates: Candidates,
): Promise<UserError | undefined> {
	if (waiting.length === 0) return undefined;
	const isOneLook = waiting.every(({ deadline }) => deadline <= Date.now());
	// A look that fails is made again after the interval; the only one is repeated like any other request.
	const retries = isOneLook ? undefined : { attempts: 1, patienceMs: 0 };
	const { client, path } = await connectItem(first, retries);
	const { clock } = client;
	let hasLooked = false;
	for (;;) {
		// A call that is known to have ended need not be read again.
		const earliest = least(waiting.map((item) => (hasEnded(item) ? Infinity : item.startedAfter)));
		const look = await findCalls(client, {
			path,
			filters: [],
			// Read anew for each page: the first response already tells what time it is there.
			range: { after: () => earliest + clock.minAheadMs - SECOND_MS },
			// A call that nobody answered may have no start. An item that has found nothing looks for it at last.
			keepsUndated: true,
			readsOtherEnd: waiting.some(({ deadline, call }) => deadline <= Date.now() && !call),
			limit: Infinity,
		}).catch(asUserError);
		const failure = look instanceof UserError ? look : undefined;
		if (look instanceof UserError) {
			if (client.isCancelled || !mayPass(look, hasLooked)) return look;
		} else {
			hasLooked = true;
			candidates.add(look);
			// Until all calls are known, one of them may turn out to be another item's.
			const found = candidates.match(waiting.map((item) => wantedCall(item, clock)));
			for (const item of waiting) {
				item.call = found.get(item.index);
				// No wait makes an ID of a name.
				if (idOfNamed(item.assistantId, candidates.assistants)) item.deadline = Date.now();
			}
		}
		const now = Date.now();
		const open = waiting.filter((item) => now < item.deadline && !hasEnded(item));
		if (open.length === 0) return failure;
		// The last look is made when an item runs out of time.
		const left = least(open.map(({ deadline }) => deadline)) - now;
		const interval = least(open.map(({ intervalMs }) => intervalMs));
		await client.pause(Math.min(Math.max(interval, failure?.retryAfterMs ?? 0), left));
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

function hasEnded({ call }: Waiting): boolean {
	return call?.record.end !== undefined;
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

/** `Math.min(...numbers)` breaks at about 125,000 numbers. */
function least(numbers: number[]): number {
	return numbers.reduce((a, b) => Math.min(a, b));
}

function readItem(
	item: ItemContext,
	position: number,
	begin: number,
): Waiting | { records: IDataObject[] } {
	item.assertHasFields();
	const startedAfter = item.parameter('startedAfter', '') ?? '';
	const number = item.parameter('phoneNumber', '');
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	// A number that Create refused cannot be read, and need not be: no call was placed.
	const notPlaced = callNotPlaced(item, shape(new Call({ PhoneNumber: shownNumber(number) })));
	if (notPlaced && startedAfter === '') return { records: [notPlaced] };
	const phoneNumber = normalizePhoneNumber(number);
	const minutes = 'Enter a number of minutes, 0 or more.';
	const waitUpTo = readNumber(item.parameter('waitUpTo', 10), 'Wait Up To', minutes, '');
	const { pollInterval = 10 } = readCollection(item.parameter('options', {}), 'Options');
	const seconds = readNumber(pollInterval, 'Poll Interval', 'Enter a number of seconds.');
	return {
		index: position,
		phoneNumber: canonicalPhone(phoneNumber),
		assistantId: readAssistantId(item.parameter('assistantId', '')),
		startedAfter: readStart(startedAfter, item.timezone),
		isRequestTime: startedAfter === item.field('requestedAt'),
		deadline: begin + waitUpTo * 60_000,
		intervalMs: Math.max(seconds * 1000, MIN_INTERVAL_MS),
		jsonOf: (found) =>
			outcomeJson(shape(found?.record ?? new Call({ PhoneNumber: phoneNumber })), found),
	};
}

/** Empty = any. What cannot be an ID is not taken for that: it would give the call of another assistant. */
function readAssistantId(value: unknown): string {
	const id = asText(value ?? '');
	if (id !== undefined) return id.trim();
	const advice = 'Enter the ID of an assistant, or leave the field empty for any assistant.';
	throw wrongOption(value, 'Assistant', advice, '');
}

function readStart(value: unknown, zone: string): number {
	if (value !== '') return customRange(value, undefined, zone).after ?? 0;
	throw new UserError(
		"'Started After' is empty",
		'Enter when the call was requested. After Place Call, use {{ $json.requestedAt }}.',
	);
}
