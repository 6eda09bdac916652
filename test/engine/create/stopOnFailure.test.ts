import { ADVICE, at, mayHaveBeenPlaced, TITLES } from '../../support/engineSentences';
import { REJECTED, people, phone, phones, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';

/* Where the node stops on errors, no further call is placed after a failure. */

const { sandbox, dial, posts, posted, placed, respond, openDoor } = useDialing();

const isCallTo = (number: string) => (request: string) => request.includes(number);

test('no further call begins, and who was called is said', async () => {
	respond(400, { skip: 4 });
	const { error, items } = await dial(people(30));

	expect(posted()).toEqual(phones(0, 1, 2, 3, 4));
	expect(items).toEqual([]);
	expect(error?.message).toBe(`${REJECTED}${at(4)}`);
	expect(error?.description).toContain(
		'Of 30 calls: 4 placed, 1 not placed (item 4), 25 not tried.',
	);
	expect(error?.description).toContain(ADVICE.runAgain);
});

test('those in flight are waited for and counted', async () => {
	const door = await openDoor();
	const slow = [0, 2].map((index) => door.hold({ matches: isCallTo(phone(index)) }));
	respond(400);
	const run = dial(people(30), { requestsAtOnce: 3 }, { credential: { baseUrl: door.url } });
	await until(() => slow.every(({ count }) => count === 1) && posts()[0]?.status === 400);
	for (const { release } of slow) release();
	const { error } = await run;

	expect(posted().sort()).toEqual(phones(0, 1, 2));
	expect(placed().sort()).toEqual(phones(0, 2));
	expect(error?.message).toContain(at(1));
	expect(error?.description).toContain(
		'Of 30 calls: 2 placed, 1 not placed (item 1), 27 not tried.',
	);
});

test('of several failures at once the most serious is the title, and all are named', async () => {
	const door = await openDoor();
	door.hold({ count: 3 });
	const isTo = (index: number) => ({ matches: isCallTo(phone(index)) });
	door.reset({ at: 'answer', ...isTo(1) });
	sandbox().fault({ method: 'POST', fault: { kind: 'status', status: 400 } });
	const { error } = await dial(
		people(10),
		{ requestsAtOnce: 3 },
		{ credential: { baseUrl: door.url } },
	);

	expect(posts()).toHaveLength(3);
	expect(error?.message).toContain(mayHaveBeenPlaced(TITLES.connectionLost));
	expect(error?.message).toContain(at(1));
	expect(error?.message).not.toContain('Nobody was called');
	expect(error?.description).toContain(
		'Of 10 calls: 0 placed, 1 may have been placed (item 1), 2 not placed (items 0, 2), 7 not tried.',
	);
	expect(error?.description).toMatch(/Item 0: The call was not placed.*Item 2: The call was not/);
});
