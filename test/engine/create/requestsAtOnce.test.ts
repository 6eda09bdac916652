import { people, phones, phonesOf, placedItem, useDialing } from '../../support/dialing';

/* Calls go out in order, a few requests at a time. */

const { sandbox, dial, posted, placed, arrived } = useDialing();

/** Starts to dial while the service responds to nobody; the result comes when it responds again. */
function dialHeld(count: number, options: object) {
	sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
	const result = dial(people(count), options as never);
	return async () => {
		sandbox().release();
		return await result;
	};
}

test.each<[options: object, most: number]>([
	[{}, 1],
	[{ requestsAtOnce: 5 }, 5],
	[{ requestsAtOnce: 1000 }, 50],
	[{ requestsAtOnce: '={{ "3" }}' }, 3],
])('with %j no more than %i, of those that come first', async (options, most) => {
	const release = dialHeld(60, options);
	await arrived(most);

	expect(posted().sort()).toEqual(phonesOf(most));
	const { items } = await release();
	expect(sandbox().inFlight.max).toBe(most);
	expect(most === 1 ? posted() : placed().sort()).toEqual(phonesOf(60));
	expect(items).toEqual(people(60).map((_, index) => placedItem(index)));
});

test('each item has its say: as many as it accepts beside itself', async () => {
	const release = dialHeld(6, { requestsAtOnce: '={{ $json.lead === 2 ? 1 : 3 }}' });
	await arrived(2);

	// The third one goes alone.
	expect(posted().sort()).toEqual(phones(0, 1));
	await release();
	expect(placed().sort()).toEqual(phonesOf(6));
});
