import { ADVICE, at, mayHaveBeenPlaced, notPlaced, TITLES } from '../../support/engineSentences';
import { people, phones, phonesOf, regularOutput, tries, useDialing } from '../../support/dialing';
import type { RunResult } from '../../support/engine';
import { until, untilStill } from '../../support/quiet';

/* Once the execution is cancelled, nobody is called any more. */

const { sandbox, dial, posts, posted, respond, arrived, quiet } = useDialing();

/** Cancels a run when so many requests have arrived, and waits until nothing of it is left. */
async function cancelledAfter(
	requests: number | (() => Promise<unknown>),
	...[items, options, more]: Parameters<typeof dial>
): Promise<RunResult> {
	let cancel = () => {};
	const run = dial(items, options, { ...more, onStart: (stop) => (cancel = stop) });
	await (typeof requests === 'number' ? arrived(requests) : requests());
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
	['one after another', 1, '(item 20)', {}],
	['five at once, with Retry On Fail', 5, '(items 20, 21, 22, 23, 24)', tries(5)],
])('in the middle of a list, %s', (_, requestsAtOnce, held, settings) => {
	const sent = 20 + requestsAtOnce;

	test('those on their way may have been placed, and no other is', async () => {
		holdAfterTwenty(requestsAtOnce);
		const { error } = await cancelledAfter(sent, people(100), { requestsAtOnce }, { settings });

		expect(posted().sort()).toEqual(phonesOf(sent));
		expect(error?.message).toBe(`${mayHaveBeenPlaced(TITLES.cancelled)}${at(20)}`);
		expect(error?.description).toContain(
			`Of 100 calls: 20 placed, ${requestsAtOnce} may have been placed ${held}, ${100 - sent} not tried.`,
		);
		expect(error?.description).toContain(ADVICE.runAgain);
	});

	test('where the node continues: each item says what became of it', async () => {
		holdAfterTwenty(requestsAtOnce);
		const more = { settings: { ...regularOutput, ...settings } };
		const { items } = await cancelledAfter(sent, people(100), { requestsAtOnce }, more);

		expect(posted().sort()).toEqual(phonesOf(sent));
		expect(items.map(({ json }) => [json.outcome, json.error])).toEqual([
			...Array(20).fill(['placed', undefined]),
			...Array(requestsAtOnce).fill(['unconfirmed', mayHaveBeenPlaced(TITLES.cancelled)]),
			...Array(100 - sent).fill(['notPlaced', notPlaced(TITLES.cancelled)]),
		]);
	});
});

test('while the items are prepared: nobody is called', async () => {
	let cancel = () => {};
	// The credential is read when the first item is prepared.
	const credential = {
		get apiKey() {
			cancel();
			return sandbox().apiKey;
		},
	};
	const { error } = await dial(people(500), {}, { credential, onStart: (stop) => (cancel = stop) });
	await quiet();

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(notPlaced(TITLES.cancelled));
	expect(error?.description).toContain('Of 500 calls: 0 placed, 500 not tried.');
});

test.each([
	['is looked up', { kind: 'hold' }],
	[
		'waits to be looked up again',
		{ kind: 'status', status: 503, headers: { 'Retry-After': '60' } },
	],
] as const)('while a number %s: it is not called', async (_, fault) => {
	sandbox().fault({ method: 'GET', fault });
	await cancelledAfter(1, people(2), { skipIfCalledWithin: 24 });

	expect(sandbox().log.map(({ method }) => method)).toEqual(['GET']);
});

test('while n8n waits to try again: nobody is called', async () => {
	respond(429);
	const settings = { ...tries(3), waitBetweenTries: 500 };
	const whenFailed = async () => {
		await until(() => posts()[0]?.status === 429);
		await untilStill(() => posts().length);
	};
	await cancelledAfter(whenFailed, people(2), {}, { settings });

	expect(posted()).toEqual(phones(0));
});
