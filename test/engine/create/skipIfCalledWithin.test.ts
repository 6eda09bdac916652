import { withClock } from '../../support/clock';
import {
	earlierCall,
	failedItem,
	people,
	phone,
	phones,
	placedItem,
	regularOutput,
	skippedItem,
	useDialing,
} from '../../support/dialing';
import { at, TITLES } from '../../support/engineSentences';

const { sandbox, dial, posts, posted, placed, has } = useDialing();

const guard = { skipIfCalledWithin: 24 };

const methods = () => sandbox().log.map(({ method }) => method);

test('a number that was called is skipped, and the last call is named', async () => {
	has(earlierCall(phone(1), 1), earlierCall(phone(0), 2), earlierCall(phone(0), 3));
	const { items } = await dial(people(1), guard);

	expect(posts()).toEqual([]);
	const { StartedAt } = sandbox().calls[1];
	expect(items).toEqual([
		skippedItem(0, 'skipIfCalledWithin', {
			reason: expect.stringMatching(/^Called at \d{4}-\d\d-\d\d \d\d:\d\d [+-]\d\d:\d\d$/),
			callableFrom: expect.any(String),
			lastCall: { Id: 'call-2', StartedAt, Status: 'unread', AssistantName: 'Mara' },
		}),
	]);
});

test('a number that was called before that is called, after one look-up with the number as it is dialled', async () => {
	has(earlierCall(phone(0), 25));
	const { items } = await dial([{ phone: '+1 (202) 555-1000' }], guard);

	expect(items).toEqual([placedItem(0)]);
	expect(methods()).toEqual(['GET', 'POST']);
	const [{ query }] = sandbox().log;
	expect(query).toContainEqual(['filter', `PhoneNumber:==:${phone(0)}`]);
	expect(query).toContainEqual(['sort', 'StartedAt:desc']);
});

test('a number that was called earlier in the run is skipped, though the list is late', async () => {
	sandbox().settings.listDelaySeconds = 3600;
	const list = [...people(2), { phone: phone(0) }];
	const { items } = await dial(list, { ...guard, requestsAtOnce: 3 });

	expect(placed().sort()).toEqual(phones(0, 1));
	const reason = 'Duplicate: the same number is earlier in the list';
	const callableFrom = expect.any(String) as string;
	expect(items[2]).toEqual(
		skippedItem(2, 'skipIfCalledWithin', { phone_number: phone(0), reason, callableFrom }),
	);
});

describe('where the service cannot be asked', () => {
	const words = (status: number) => `The sandbox was told to answer with ${status}.`;

	test('after some attempts nobody is called, and the error says why', async () => {
		sandbox().fault({ method: 'GET', fault: { kind: 'status', status: 503 } });
		const { error } = await withClock(async (clock) => await clock.finish(dial(people(2), guard)));

		expect(posts()).toEqual([]);
		const why = TITLES.lookUpFailed(TITLES.failed(503, words(503)));
		expect(error?.message).toBe(`${why}. Nobody was called${at(0)}`);
	});

	test('the number is not called, and where the node continues, the others are', async () => {
		sandbox().fault({ method: 'GET', times: 1, fault: { kind: 'status', status: 403 } });
		const { items } = await dial(people(2), guard, { settings: regularOutput });

		expect(posted()).toEqual(phones(1));
		expect(items).toEqual([
			failedItem(0, TITLES.lookUpFailed(TITLES.forbidden(403, words(403)))),
			placedItem(1),
		]);
	});
});
