import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../sandbox';
import { againstSandbox, createParameters } from './againstSandbox';
import type { RunResult } from './engine';
import { mayHaveBeenPlaced, notPlaced, TITLES } from './engineSentences';
import { until, untilStill, watchRejections, watchWork } from './quiet';

/* A list of people to call, each with a number of their own. */

export const phone = (index: number) => `+1202555${1000 + index}`;

export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(index), lead: index }));

export const phones = (...indexes: number[]) => indexes.map(phone);

/** The numbers of so many people. */
export const phonesOf = (count: number) => people(count).map((item) => item.phone as string);

/** Settings of the node. */
export const regularOutput = { onError: 'continueRegularOutput' as const };
export const errorOutput = { onError: 'continueErrorOutput' as const };
/** Retry On Fail. n8n takes a wait of 0 for "not set", which is a second. */
export const tries = (maxTries = 2) => ({ retryOnFail: true, maxTries, waitBetweenTries: 1 });

/** The output item of a call that was placed. */
export const placedItem = (index: number, number = phone(index)) => ({
	json: expect.objectContaining({ outcome: 'placed', phone_number: number }),
	pairedItem: { item: index },
});

/**
 * The output item of a call that an option did not allow.
 *
 * @param details what it says of the reason; also the number or the variables, if they are others
 */
export const skippedItem = (index: number, skippedBy: string, details: IDataObject) => ({
	json: {
		outcome: 'skipped',
		phone_number: phone(index),
		assistant_id: 'assistant-mara',
		variables: {},
		skippedBy,
		...details,
	},
	pairedItem: { item: index },
});

/** The output item of a call that failed, on the regular output. */
export const failedItem = (index: number, error: unknown, outcome = 'notPlaced') => ({
	json: expect.objectContaining({ outcome, error, message: expect.any(String) }),
	pairedItem: { item: index },
});

/** Titles of calls that were answered with 400, 429 and 502, as `respond` lets them be. */
export const REJECTED = notPlaced(TITLES.rejected(400, 'no (400)'));
export const RATE_LIMITED = notPlaced(TITLES.rateLimited(429, 'no (429)'));
export const IN_DOUBT = mayHaveBeenPlaced(TITLES.failed(502, 'no (502)'));

/** A call with a number, so many hours ago, as the service lists it. */
export const earlierCall = (number: string, hours: number, more: IDataObject = {}) => ({
	Id: `call-${hours}`,
	Status: 'unread',
	AssistantName: 'Mara',
	PhoneNumber: number,
	StartedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
	...more,
});

/** What a test may say besides about a run: settings of the node, and parameters. */
export interface DialOptions {
	settings?: Partial<INode>;
	/** Fields of the credential that are not those of the sandbox. */
	credential?: object;
	/** Called when the run has begun. */
	onStart?: (cancel: () => void) => void;
	[parameter: string]: unknown;
}

/**
 * Starts a sandbox before each test, and fails a test that leaves a rejection unhandled or places calls
 * after n8n has ended the node.
 */
export function useDialing() {
	const { sandbox, run } = againstSandbox({ calls: 0, turnSeconds: 0 });
	let rejections: ReturnType<typeof watchRejections>;
	let quiet: () => Promise<void>;
	beforeEach(() => {
		rejections = watchRejections();
		quiet = watchWork();
	});
	afterEach(() => {
		rejections.stop();
		// n8n survives such a rejection only by luck; a bare process ends with it.
		expect(rejections.reasons).toEqual([]);
	});

	const posts = () => sandbox().log.filter(({ method }) => method === 'POST');
	const posted = () => posts().map(({ body }) => (body as IDataObject).phone_number as string);

	/** Creates a call for each item. */
	async function dial(
		items: unknown[],
		options: INodeParameters = {},
		{ settings, credential, onStart, ...parameters }: DialOptions = {},
	): Promise<RunResult> {
		const fields = { phoneNumber: '={{ $json.phone }}', options, ...parameters } as INodeParameters;
		const own = { apiKey: sandbox().apiKey, baseUrl: sandbox().url };
		let isCancelled = false;
		const result = await run(createParameters(fields), {
			items,
			settings,
			credential: credential
				? Object.defineProperties({ ...own }, Object.getOwnPropertyDescriptors(credential))
				: own,
			onStart: (cancel) =>
				onStart?.(() => {
					isCancelled = true;
					cancel();
				}),
		});
		const atTheEnd = posted();
		// A cancelled execution ends while requests are on their way.
		if (isCancelled) return result;
		await quiet();
		expect(posted()).toEqual(atTheEnd);
		return result;
	}

	return {
		sandbox,
		run,
		dial,
		posts,
		posted,
		/** Resolves when nothing is under way any more that the test has begun. */
		quiet: async () => await quiet(),
		/** Resolves when so many requests have arrived, and no other comes. */
		async arrived(count: number) {
			const { log } = sandbox();
			await until(() => log.length >= count);
			await untilStill(() => log.length);
		},
		/** Calls that the service lists besides, newest first. */
		has: (...records: IDataObject[]) => sandbox().calls.push(...(records as never[])),
		/** The numbers that were looked up, one for each request. */
		lookedUp: () =>
			sandbox()
				.log.filter(({ method }) => method === 'GET')
				.map(({ query }) => query.find(([name]) => name === 'filter')?.[1].split(':==:')[1]),
		credential: () => ({ apiKey: sandbox().apiKey, baseUrl: sandbox().url }),
		/** The numbers of the calls that the service placed, in the order of their requests. */
		placed: () => sandbox().placed.map(({ phone_number }) => phone_number),
		/** A call is answered with this status, once unless the rule says otherwise. */
		respond(status: number, rule: Partial<FaultRule> = {}, headers?: Record<string, string>) {
			const body = { message: `no (${status})` };
			const fault = { kind: 'status' as const, status, headers, body };
			sandbox().fault({ method: 'POST', path: '/calls', times: 1, fault, ...rule });
		},
	};
}
