import { NOWHERE } from '../../support/againstSandbox';
import { at } from '../../support/engineSentences';
import {
	IN_DOUBT,
	REJECTED,
	people,
	phones,
	phonesOf,
	placedItem,
	tries,
	useDialing,
} from '../../support/dialing';

/* Retry On Fail goes on with the items of which it is certain that nothing reached the service. */

const { sandbox, dial, posted, placed, respond } = useDialing();

describe('what was answered with 429 is sent again', () => {
	test('in a list: each item is placed once, in its place', async () => {
		respond(429);
		respond(429, { skip: 2, times: 2 });
		const { error, items } = await dial(people(6), {}, { settings: tries(5) });

		expect(error).toBeUndefined();
		expect(placed()).toEqual(phonesOf(6));
		expect(posted()).toEqual(phones(0, 0, 1, 2, 2, 2, 3, 4, 5));
		expect(items).toEqual(people(6).map((_, index) => placedItem(index)));
	});
});

describe('a failure for good', () => {
	test.each([
		['400', 400, 'not placed', REJECTED],
		['502', 502, 'may have been placed', IN_DOUBT],
	])('such as %s is kept, and nothing is sent again', async (_, status, label, title) => {
		respond(status, { skip: 2 });
		const { error } = await dial(people(5), {}, { settings: tries(5) });

		expect(posted()).toEqual(phones(0, 1, 2));
		expect(error?.message).toBe(`${title}${at(2)}`);
		expect(error?.description).toContain(`Of 5 calls: 2 placed, 1 ${label} (item 2), 2 not tried.`);
	});
});

test('a connection that is refused and is there in the next attempt: each item is called once', async () => {
	let reads = 0;
	const credential = {
		get baseUrl() {
			return reads++ === 0 ? NOWHERE : sandbox().url;
		},
	};
	const { error, items } = await dial(people(3), {}, { credential, settings: tries() });

	expect(error).toBeUndefined();
	expect(posted()).toEqual(phonesOf(3));
	expect(items).toEqual(people(3).map((_, index) => placedItem(index)));
});
