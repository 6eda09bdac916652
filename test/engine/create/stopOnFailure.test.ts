import { ADVICE, at } from '../../support/engineSentences';
import { REJECTED, people, phones, useDialing } from '../../support/dialing';
import { until } from '../../support/quiet';

/* Where the node stops on errors, no further call is placed after a failure. */

const { sandbox, dial, posts, posted, placed, respond, arrived } = useDialing();

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
	const slow = { method: 'POST', fault: { kind: 'hold' } } as const;
	sandbox().fault({ ...slow, times: 1 });
	respond(400);
	sandbox().fault(slow);
	const run = dial(people(30), { requestsAtOnce: 3 });
	await until(() => posts().some(({ status }) => status === 400));
	await arrived(3);
	sandbox().release();
	const { error } = await run;

	expect(posted().sort()).toEqual(phones(0, 1, 2));
	expect(placed()).toHaveLength(2);
	const failed = phones(0, 1, 2).findIndex((number) => !placed().includes(number));
	expect(error?.message).toBe(`${REJECTED}${at(failed)}`);
	expect(error?.description).toContain(
		`Of 30 calls: 2 placed, 1 not placed (item ${failed}), 27 not tried.`,
	);
});
