import { customRange } from '../../../../shared/calls/dateRange';
import { findCalls } from '../../../../shared/calls/findCalls';
import { endOf } from '../../../../shared/calls/record';
import { asUserError, UserError } from '../../../../shared/userError';
import type { ItemContext } from '../../../execution/itemContext';
import { connectItem } from '../../connection';
import type { ItemList, ItemResult } from '../../../execution/operation';
import { letOthersRun } from '../../../../shared/yield';
import { normalizePhoneNumber } from '../../../../shared/phoneNumber';
import {
	CLOCK_DIFFERENCE_MS,
	keyOf,
	matchCalls,
	outcomeOf,
	type FoundCall,
	type WantedCall,
} from './match';
import { readCollection, readNumber } from '../../../../shared/form/readers';
import { readOutput } from '../../../../shared/calls/output';
import { isRejection } from '../../../../shared/httpStatus';

const SHORTEST_INTERVAL_MS = 1000;

/** An item that waits for its call. */
interface Waiting extends WantedCall {
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
export async function getOutcomes({ items, stopsOnError }: ItemList): Promise<ItemResult[]> {
	const results = new Map<number, ItemResult>();
	const throwFirstError = () => {
		for (const { index } of items) {
			const result = results.get(index);
			if (stopsOnError && result && 'error' in result) {
				result.error.itemIndex = index;
				throw result.error;
			}
		}
	};
	const waiting = new Map<number, Waiting>();
	const begin = Date.now();
	const breathe = letOthersRun();
	for (const item of items) {
		await breathe();
		try {
			const wanted = readItem(item, begin);
			if (wanted.isPlaced) waiting.set(item.index, wanted);
			else results.set(item.index, wanted.resultOf());
		} catch (thrown) {
			results.set(item.index, { error: asUserError(thrown) });
		}
	}
	throwFirstError();
	if (waiting.size > 0) {
		try {
			await waitForAll(items[0], waiting, results);
		} catch (thrown) {
			for (const index of waiting.keys()) results.set(index, { error: asUserError(thrown) });
		}
	}
	throwFirstError();
	return items.map(({ index }) => results.get(index)!);
}

/** Looks at the list until nothing is waited for any more, and moves what is known to the results. */
async function waitForAll(
	first: ItemContext,
	waiting: Map<number, Waiting>,
	results: Map<number, ItemResult>,
): Promise<void> {
	const isOneLook = [...waiting.values()].every(({ deadline }) => deadline <= Date.now());
	// A look that fails is made again after the interval; the only one is repeated like any other request.
	const retries = isOneLook ? undefined : { attempts: 1, patienceMs: 0 };
	const { client, path } = await connectItem(first, retries);
	const taken = new Set<string>();
	let hasLooked = false;
	for (;;) {
		const wanted = [...waiting.values()];
		const after = Math.min(...wanted.map(({ startedAfter }) => startedAfter)) - CLOCK_DIFFERENCE_MS;
		const search = { path, filters: [], range: { after }, keepsUndated: true, limit: Infinity };
		const look = await findCalls(client, search).catch(asUserError);
		if (look instanceof UserError && (client.isCancelled || !mayPass(look, hasLooked))) throw look;
		hasLooked ||= !(look instanceof UserError);
		const found = look instanceof UserError ? undefined : matchCalls(wanted, look, taken);
		const now = Date.now();
		for (const { index, deadline, resultOf } of wanted) {
			const call = found?.get(index);
			const hasEnded = call && !call.wasOver && endOf(call.record) !== undefined;
			if (!hasEnded && now < deadline) continue;
			results.set(index, look instanceof UserError ? { error: look } : resultOf(call));
			waiting.delete(index);
			if (call) taken.add(keyOf(call.record));
		}
		if (waiting.size === 0) return;
		const asked = look instanceof UserError ? look.retryAfterMs : undefined;
		await client.pause(pauseBefore([...waiting.values()], now, asked));
	}
}

/**
 * Whether a failed look may succeed a little later; a rejection for good may not. Before the first look
 * that succeeded, what does not pass by itself is a wrong address or setting. After it, it may be a service
 * that is being maintained.
 */
function mayPass({ status, mayPass: isLost = false }: UserError, hasLooked: boolean): boolean {
	if (status === undefined) return isLost || hasLooked;
	if (status >= 300 && status < 400) return hasLooked;
	return status === 429 || !isRejection(status);
}

/**
 * The last look is made when the first item runs out of time.
 *
 * @param askedMs how long the service asks to wait
 */
function pauseBefore(waiting: Waiting[], now: number, askedMs = 0): number {
	const interval = Math.min(...waiting.map(({ intervalMs }) => intervalMs));
	const left = Math.min(...waiting.map(({ deadline }) => deadline)) - now;
	return Math.max(0, Math.min(Math.max(interval, askedMs), left));
}

function readItem(item: ItemContext, begin: number): Waiting & { isPlaced: boolean } {
	item.assertHasFields();
	const startedAfter = item.parameter('startedAfter', '');
	const isEmpty = startedAfter === undefined || startedAfter === null || startedAfter === '';
	const isPlaced = !(isEmpty && NOT_PLACED.includes(String(item.field('outcome'))));
	const number = item.parameter('phoneNumber', '');
	// A number that Create refused can be read by nobody, and nobody looks for it.
	const phoneNumber = isPlaced
		? normalizePhoneNumber(number, { clean: true })
		: String(number ?? '');
	const shape = readOutput(item.parameter('output', 'simplified'), () =>
		item.parameter('outputFields', []),
	);
	const minutes = 'Enter a number of minutes, 0 or more.';
	const waitUpTo = readNumber('Wait Up To', item.parameter('waitUpTo', 10), minutes, '');
	const { pollInterval = 10 } = readCollection(item.parameter('options', {}), 'Options');
	const seconds = readNumber('Poll Interval', pollInterval, 'Enter a number of seconds.');
	return {
		index: item.index,
		phoneNumber,
		assistantId: String(item.parameter('assistantId', '') ?? '').trim(),
		startedAfter: isPlaced ? readStart(startedAfter, isEmpty, item.timezone) : 0,
		isPlaced,
		deadline: begin + waitUpTo * 60_000,
		intervalMs: Math.max(seconds * 1000, SHORTEST_INTERVAL_MS),
		resultOf: (found) => ({
			records: [{ ...shape(found?.record ?? { PhoneNumber: phoneNumber }), ...outcomeOf(found) }],
		}),
	};
}

/** What Create says of an item for which no call was placed: there is nothing to wait for. */
const NOT_PLACED = ['skipped', 'dryRun', 'notPlaced'];

function readStart(value: unknown, isEmpty: boolean, zone: string): number {
	if (isEmpty) {
		throw new UserError(
			"'Started After' is empty",
			'Enter when the call was requested. After Create, use {{ $json.requestedAt }}.',
		);
	}
	return customRange(value, undefined, zone).after ?? 0;
}
