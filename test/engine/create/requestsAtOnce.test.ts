import { people, phonesOf, placedItem, useDialing } from '../../support/dialing';

/* Calls go out in order, a few requests at a time. */

const { sandbox, dial, posted, placed, arrived } = useDialing();

test.each([
	[undefined, 1],
	['={{ "3" }}', 3],
])('with %j no more than %i, of those that come first', async (requestsAtOnce, most) => {
	sandbox().fault({ method: 'POST', fault: { kind: 'hold' } });
	const run = dial(people(20), requestsAtOnce ? { requestsAtOnce } : {});
	await arrived(most);

	expect(posted().sort()).toEqual(phonesOf(most));
	sandbox().release();
	const { items } = await run;
	expect(sandbox().inFlight.max).toBe(most);
	expect(most === 1 ? posted() : placed().sort()).toEqual(phonesOf(20));
	expect(items).toEqual(people(20).map((_, index) => placedItem(index)));
});
