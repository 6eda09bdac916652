import { cases } from '../../support/deep';
import { people, phonesOf, placedItem, useDialing } from '../../support/dialing';

/* Long lists. Those of a process that may open only so many files are in test/deep/fewFiles.test.ts. */

const { sandbox, dial, posts, posted, placed } = useDialing();

const MANY = cases(1000, 100);

test.each([1, 5, 20])(
	'%i at once: as many in flight and never more, and all of them placed',
	async (requestsAtOnce) => {
		// Each response waits until so many requests are there, time after time.
		for (let begun = 0; begun < MANY; begun += requestsAtOnce) {
			const fault = { kind: 'hold' as const, count: requestsAtOnce };
			sandbox().fault({ path: '/calls', times: requestsAtOnce, fault });
		}
		const { error, items } = await dial(people(MANY), { requestsAtOnce });

		expect(error).toBeUndefined();
		expect(sandbox().inFlight.max).toBe(requestsAtOnce);
		expect(posts()).toHaveLength(MANY);
		expect(requestsAtOnce === 1 ? posted() : placed().sort()).toEqual(phonesOf(MANY));
		expect(items).toEqual(people(MANY).map((_, index) => placedItem(index)));
	},
);
