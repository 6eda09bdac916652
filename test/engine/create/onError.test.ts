import { ADVICE, at } from '../../support/engineSentences';
import {
	IN_DOUBT,
	REJECTED,
	errorOutput,
	failedItem,
	people,
	phones,
	phonesOf,
	placedItem,
	regularOutput,
	tries,
	useDialing,
} from '../../support/dialing';
import type { RunResult } from '../../support/engine';
import { until } from '../../support/quiet';

/* What a failure does to the list, by the node's setting On Error. */

const { sandbox, dial, posts, posted, placed, respond, arrived } = useDialing();

describe('where the node stops on errors', () => {
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
});

describe.each([
	['the regular output', regularOutput],
	['the error output', errorOutput],
])('where it continues, by %s', (_, onError) => {
	const isRegular = onError === regularOutput;
	const all = ({ outputs }: RunResult) => outputs.flat();

	test('every failed item is out once, paired with its input', async () => {
		respond(400, { skip: 1 });
		respond(502, { skip: 2 });
		const result = await dial(people(5), {}, { settings: onError });

		expect(posted()).toEqual(phonesOf(5));
		expect(result.error).toBeUndefined();
		const failures = [
			[1, REJECTED, ADVICE.correct],
			[3, IN_DOUBT, `${ADVICE.checkFirst} ${ADVICE.askSupport}`],
		] as const;
		const failed = failures.map(([item, error, message]) =>
			isRegular
				? failedItem(item, error, error === IN_DOUBT ? 'unconfirmed' : 'notPlaced')
				: { json: { ...people(5)[item], error, message }, pairedItem: { item } },
		);
		const good = [0, 2, 4].map((index) => placedItem(index));
		expect(result.outputs).toEqual(
			isRegular ? [[good[0], failed[0], good[1], failed[1], good[2]]] : [good, failed],
		);
	});

	test('Retry On Fail sends the first item again after a 429, and no other', async () => {
		respond(429);
		respond(502, { skip: 1 });
		const result = await dial(people(4), {}, { settings: { ...onError, ...tries(3) } });

		expect(posted()).toEqual(phones(0, 1, 2, 3, 0));
		expect(placed().sort()).toEqual(phones(0, 1, 3));
		expect(all(result)).toHaveLength(4);
		expect(all(result)).toEqual(
			expect.arrayContaining([placedItem(0), placedItem(1), placedItem(3)]),
		);
		expect(all(result).find(({ json }) => json.error)).toMatchObject({
			json: { error: IN_DOUBT },
			pairedItem: { item: 2 },
		});
	});
});
