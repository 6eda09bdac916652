import { people, phones, phonesOf, placedItem, useDialing } from '../../support/dialing';

/* Calls go out in order, a few requests at a time. */

const { sandbox, dial, posts, posted, placed, arrived } = useDialing();

/** Starts to dial while the service responds to nobody; the result comes when it responds again. */
async function dialHeld(count: number, options: object) {
	sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
	const result = dial(people(count), options as never);
	return {
		async release() {
			sandbox().release();
			return await result;
		},
	};
}

test('one after another where nothing is chosen', async () => {
	const { release } = await dialHeld(10, {});
	await arrived(1);

	expect(posted()).toEqual(phones(0));
	const { items } = await release();
	expect(sandbox().inFlight.max).toBe(1);
	expect(posted()).toEqual(phonesOf(10));
	expect(items).toEqual(people(10).map((_, index) => placedItem(index)));
});

test.each([
	[2, 2],
	[5, 5],
	[20, 20],
	[50, 50],
	[1000, 50],
	['={{ "3" }}', 3],
])('with %s no more than %i, of those that come first', async (requestsAtOnce, most) => {
	const { release } = await dialHeld(60, { requestsAtOnce });
	await arrived(most);

	expect(posted().sort()).toEqual(phonesOf(most));
	const { items } = await release();
	expect(sandbox().inFlight.max).toBe(most);
	expect(placed().sort()).toEqual(phonesOf(60));
	expect(items).toEqual(people(60).map((_, index) => placedItem(index)));
});

test('each item has its say: as many as it accepts beside itself', async () => {
	const { release } = await dialHeld(6, { requestsAtOnce: '={{ $json.lead === 2 ? 1 : 3 }}' });
	await arrived(2);

	// The third one goes alone.
	expect(posted().sort()).toEqual(phones(0, 1));
	await release();
	expect(placed().sort()).toEqual(phonesOf(6));
});

test('a list shorter than the number is called at once', async () => {
	const { release } = await dialHeld(3, { requestsAtOnce: 50 });
	await arrived(3);
	await release();

	expect(posts()).toHaveLength(3);
});

test.each([0, -1, 1.5, '', 'many', true, null])(
	'a number such as %j calls nobody',
	async (value) => {
		const { error } = await dial(
			people(1).map((item) => ({ ...item, value })),
			{ requestsAtOnce: '={{ $json.value }}' },
		);

		expect(posts()).toEqual([]);
		expect(error?.message).toContain('Requests at Once');
	},
);
