import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { Random } from '../../sandbox/random';
import type { Hours } from './wallClock';

/* A list for Create of which everything is random: leads, options, and what the service does. */

const BEGINNING = Date.parse('2026-10-24T10:00:57Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NUMBERS = ['+12025550100', '+12025550101', '+12025550102', '+4930123456'];
const SPELLINGS = ['', ' ', 'tel:'];
const ZONES = ['Europe/Berlin', 'UTC', 'America/New_York', 'Asia/Kolkata'];

/** How a POST ends: a status, or the network code of a request without a response. */
export type Response = 200 | 400 | 429 | 500 | 'ECONNREFUSED' | 'ECONNRESET';

const SERVICES: Response[][] = [
	[200],
	[200, 429],
	[200, 200, 200, 200, 400],
	['ECONNREFUSED', 200],
	[429, 'ECONNREFUSED', 200],
	[200, 200, 200, 429, 'ECONNRESET', 400, 'ECONNREFUSED', 500],
];

/** The options of Create, as far as they are set. */
export interface Options {
	callingHours?: { window: Hours };
	doNotCall?: string[];
	dryRun?: boolean;
	duplicateNumbers?: 'callOnce' | 'callEach';
	maxAttempts?: { limit: { calls: number; days: number } };
	pauseBetweenCalls?: number;
	requestsAtOnce?: number;
	skipAfterKeywords?: string;
	skipIfCalledWithin?: number;
	waitWhenRateLimited?: boolean;
}

export interface Lead {
	/** E.164. */
	number: string;
	/** As it stands in the item. */
	written: string;
	/** The attempt from which on the item can be read. */
	rightFrom: number;
	options: Options;
}

export interface RandomList {
	random: Random;
	/** Milliseconds since 1970. */
	beginning: number;
	leads: Lead[];
	/** Whether all leads have the same options. */
	isUniform: boolean;
	/** Calls that the service lists. */
	history: IDataObject[];
	responses: Response[];
	doLookUpsFail: boolean;
	batching?: { batchSize: number; batchInterval: number };
	stopsOnError: boolean;
	/** How often n8n tries. */
	attempts: number;
	/** Milliseconds after the beginning. */
	cancelledAfter?: number;
}

export function randomList(seed: number): RandomList {
	const random = new Random(seed);
	const one = <T>(...choices: T[]) => random.pick(choices);
	const isOneIn = (count: number) => random.below(count) === 0;
	const beginning = BEGINNING + random.below(36 * 60) * MINUTE;
	const sharedOptions = isOneIn(2) ? optionsAt(beginning, random) : undefined;
	return {
		random,
		beginning,
		leads: Array.from({ length: 1 + random.below(7) }, () => {
			const number = random.pick(NUMBERS);
			return {
				number,
				written: random.pick(SPELLINGS) + number,
				rightFrom: isOneIn(25) ? one(2, 3) : 1,
				options: sharedOptions ?? optionsAt(beginning, random),
			};
		}),
		isUniform: sharedOptions !== undefined,
		history: Array.from({ length: random.below(5) }, (_, index) => ({
			Id: `call-${index}`,
			PhoneNumber: random.pick(NUMBERS),
			StartedAt: isOneIn(7)
				? one('', null, '0001-01-01T00:00:00Z')
				: new Date(beginning - random.below(72 * HOUR)).toISOString(),
			Keywords: isOneIn(3) ? ['WrongNumber'] : [],
		})),
		responses: random.pick(SERVICES),
		doLookUpsFail: isOneIn(7),
		...(isOneIn(5) && { batching: { batchSize: one(1, 2, 3), batchInterval: one(100, 3000) } }),
		stopsOnError: isOneIn(2),
		attempts: one(1, 1, 2, 3),
		...(isOneIn(5) && { cancelledAfter: random.below(9000) }),
	};
}

function optionsAt(now: number, random: Random): Options {
	const one = <T>(...choices: T[]) => random.pick(choices);
	const isOneIn = (count: number) => random.below(count) === 0;
	return {
		...(isOneIn(4) && { callingHours: { window: hoursAt(now, random) } }),
		...(isOneIn(7) && { doNotCall: [random.pick(NUMBERS)] }),
		...(isOneIn(7) && { dryRun: one(true, true, false) }),
		...(isOneIn(3) && { duplicateNumbers: one('callOnce', 'callEach') }),
		...(isOneIn(5) && { maxAttempts: { limit: { calls: one(1, 2, 3), days: one(1, 2) } } }),
		...(isOneIn(3) && { pauseBetweenCalls: one(0, 0.25, 1, 5) }),
		...(isOneIn(2) && { requestsAtOnce: one(1, 2, 5, 50) }),
		...(isOneIn(7) && { skipAfterKeywords: 'WrongNumber' }),
		...(isOneIn(4) && { skipIfCalledWithin: one(0, 1, 24) }),
		...(isOneIn(2) && { waitWhenRateLimited: true }),
	};
}

/** Some of them end within seconds. */
function hoursAt(now: number, random: Random): Hours {
	const timezone = random.pick(ZONES);
	const nextMinute = DateTime.fromMillis(now + MINUTE, { zone: timezone }).toFormat('HH:mm');
	const [from, to] = random.pick([
		['08:00', '12:00'],
		['20:00', '03:00'],
		['02:30', '10:31'],
		['00:00', nextMinute === '00:00' ? '24:00' : nextMinute],
	]);
	return {
		from,
		to,
		days: random.pick([['sat'], ['sun'], ['fri', 'sat', 'sun', 'mon']]),
		timezone,
	};
}
