import { ADVICE, at, mayHaveBeenPlaced, notPlaced, TITLES } from '../../support/engineSentences';
import { people, phones, phonesOf, regularOutput, tries, useDialing } from '../../support/dialing';
import type { RunResult } from '../../support/engine';
import { until, untilStill } from '../../support/quiet';

/* Once the execution is cancelled, nobody is called any more. */

const { sandbox, dial, posts, posted, respond, arrived, quiet } = useDialing();

/** Longer than any test runs. */
const FOREVER_S = 60;

/** Cancels a run when something has come about, and waits until nothing of it is left. */
async function cancelledWhen(
	comesAbout: () => Promise<unknown>,
	...[items, options, more]: Parameters<typeof dial>
): Promise<RunResult> {
	let cancel = () => {};
	const run = dial(items, options, { ...more, onStart: (stop) => (cancel = stop) });
	await comesAbout();
	cancel();
	const result = await run;
	sandbox().release();
	await quiet();
	return result;
}

/** The first twenty are answered as soon as `width` of them are there; those after them are held. */
function holdAfterTwenty(width: number) {
	const path = '/calls';
	for (let begun = 0; begun < 20; begun += width) {
		sandbox().fault({ path, times: width, fault: { kind: 'hold', count: width } });
	}
	sandbox().fault({ path, fault: { kind: 'hold' } });
}

describe.each([
	['one after another', 1, {}],
	['five at once', 5, {}],
	['five at once, with Retry On Fail', 5, tries(5)],
])('in the middle of a list, %s', (_, requestsAtOnce, settings) => {
	const held = requestsAtOnce === 1 ? '(item 20)' : '(items 20-24)';
	const sent = 20 + requestsAtOnce;

	test('those on their way may have been placed, and no other is', async () => {
		holdAfterTwenty(requestsAtOnce);
		const whenHeld = async () => await arrived(sent);
		const { error } = await cancelledWhen(whenHeld, people(100), { requestsAtOnce }, { settings });

		expect(posted().sort()).toEqual(phonesOf(sent));
		expect(error?.message).toBe(`${mayHaveBeenPlaced(TITLES.cancelled)}${at(20)}`);
		expect(error?.description).toContain(
			`Of 100 calls: 20 placed, ${requestsAtOnce} may have been placed ${held}, ${100 - sent} not tried.`,
		);
		expect(error?.description).toContain(ADVICE.runAgain);
	});

	test('where the node continues: each item says what became of it', async () => {
		holdAfterTwenty(requestsAtOnce);
		const { items } = await cancelledWhen(
			async () => await arrived(sent),
			people(100),
			{ requestsAtOnce },
			{ settings: { ...regularOutput, ...settings } },
		);

		expect(posted().sort()).toEqual(phonesOf(sent));
		const outcomes = items.map(({ json }) => [json.outcome, json.error]);
		expect(outcomes).toEqual([
			...Array(20).fill(['placed', undefined]),
			...Array(requestsAtOnce).fill(['unconfirmed', mayHaveBeenPlaced(TITLES.cancelled)]),
			...Array(100 - sent).fill(['notPlaced', notPlaced(TITLES.cancelled)]),
		]);
	});
});

test('while the items are prepared: nobody is called', async () => {
	// The credential is read when the first item is prepared.
	const credential = {
		get apiKey() {
			cancel();
			return sandbox().apiKey;
		},
	};
	let cancel = () => {};
	const onStart = (stop: () => void) => (cancel = stop);
	const { error } = await dial(people(500), {}, { credential, onStart });
	await quiet();

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(notPlaced(TITLES.cancelled));
	expect(error?.description).toContain('Of 500 calls: 0 placed, 500 not tried.');
});

test.each([
	['a pause between calls', { pauseBetweenCalls: FOREVER_S }, {}],
	[
		'a pause between batches',
		{},
		{ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: FOREVER_S * 1000 } } } },
	],
])('in %s: the next one is not called', async (_, options, parameters) => {
	const whenPausing = async () => await arrived(1);
	const { error } = await cancelledWhen(whenPausing, people(3), options, parameters);

	expect(posted()).toEqual(phones(0));
	expect(error?.description).toContain('Of 3 calls: 1 placed, 2 not tried.');
});

test('while a call waits after a 429: it is not sent again', async () => {
	respond(429, {}, { 'Retry-After': `${FOREVER_S}` });
	const whenWaiting = async () => await arrived(1);
	const { error } = await cancelledWhen(whenWaiting, people(2), { waitWhenRateLimited: true });

	expect(posted()).toEqual(phones(0));
	expect(error?.description).toContain('Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.');
});

test('while a number is looked up: it is not called', async () => {
	sandbox().fault({ method: 'GET', fault: { kind: 'hold' } });
	const whenAsked = async () => await arrived(1);
	await cancelledWhen(whenAsked, people(2), { skipIfCalledWithin: 24 });

	expect(posts()).toEqual([]);
});

test('while a look-up waits to be repeated: nothing is sent', async () => {
	const headers = { 'Retry-After': `${FOREVER_S}` };
	sandbox().fault({ method: 'GET', fault: { kind: 'status', status: 503, headers } });
	const whenWaiting = async () => await arrived(1);
	await cancelledWhen(whenWaiting, people(2), { skipIfCalledWithin: 24 });

	expect(sandbox().log).toHaveLength(1);
});

test('while n8n waits to try again: nobody is called', async () => {
	respond(429);
	const settings = { ...tries(3), waitBetweenTries: 3000 };
	const whenFailed = async () => {
		await until(() => posts()[0]?.status === 429);
		await untilStill(() => posts().length);
	};
	await cancelledWhen(whenFailed, people(2), {}, { settings });

	expect(posted()).toEqual(phones(0));
});
