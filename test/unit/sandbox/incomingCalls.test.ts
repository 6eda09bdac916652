import type { Call } from '../../../sandbox';
import {
	get,
	idsOf,
	minute,
	newest,
	pageOf,
	post,
	readAll,
	someCall,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

/** A sandbox with a clock that a test moves. */
const withClock = async () => {
	let time = newest.getTime() + minute;
	const sandbox = await start({ calls: 3, everyMinutes: 10, turnSeconds: 10, now: () => time });
	const listed = async () => (await pageOf(sandbox)).data as Call[];
	return {
		sandbox,
		listed,
		pass: (seconds: number) => {
			time += seconds * 1000;
		},
	};
};

describe('a call that comes in', () => {
	test('goes through its turns and ends', async () => {
		const { sandbox, listed, pass } = await withClock();
		const [received] = sandbox.receive();
		expect((await listed())[0]).toEqual(received);
		expect(received).toMatchObject({ AssistantName: 'Mara', EndedAt: '', Transcript: [] });
		expect(received.PhoneNumber).toMatch(/^\+[1-9]\d+$/);

		pass(29);
		expect((await listed())[0]).toMatchObject({ EndedAt: '', Summary: '', Keywords: [] });
		expect((await listed())[0].Transcript).toHaveLength(2);
		pass(1);
		expect((await listed())[0]).toMatchObject({
			EndedAt: new Date(newest.getTime() + minute + 30_000).toISOString(),
			Summary: 'The customer confirmed the appointment.',
			Keywords: ['Appointment'],
			Flags: ['green, phone'],
		});
		expect(sandbox.placed).toEqual([]);
	});

	test('is what was asked for', async () => {
		const { sandbox, listed, pass } = await withClock();
		sandbox.receive({
			assistantId: 'assistant-theo',
			phoneNumber: 'Web',
			keyword: 'Callback',
			durationSeconds: 7200,
		});
		pass(7199);
		expect((await listed())[0].EndedAt).toBe('');
		pass(1);
		const [call] = await listed();
		expect(call).toMatchObject({ PhoneNumber: 'Web', AssistantName: 'Theo' });
		expect([call.Keywords, call.Flags]).toEqual([['Callback'], ['yellow, web']]);
		expect(Date.parse(call.EndedAt) - Date.parse(call.StartedAt)).toBe(7_200_000);
		expect(call.Summary).toBe('The customer asked for a call back tomorrow.');
	});

	test('may have begun, and ended, long before it becomes known', async () => {
		const { sandbox } = await withClock();
		const [call] = sandbox.receive({ startedSecondsAgo: 3600, durationSeconds: 60 });
		expect(call.StartedAt).toBe(new Date(newest.getTime() - 59 * minute).toISOString());
		expect(call.EndedAt).toBe(new Date(newest.getTime() - 58 * minute).toISOString());
		expect(call.Transcript).toHaveLength(3);
	});

	test('may be one of many in the same millisecond', async () => {
		const { sandbox, pass } = await withClock();
		const burst = sandbox.receive({ count: 250 });
		pass(3600);
		const read = (await readAll(sandbox)).filter(({ Id }) => idsOf(burst).includes(Id));
		expect(read).toHaveLength(250);
		expect(new Set(idsOf(read)).size).toBe(250);
		expect(new Set(read.map(({ StartedAt }) => StartedAt)).size).toBe(1);
		expect(new Set(read.map(({ EndedAt }) => EndedAt)).size).toBe(1);
		expect(new Set(read.map(({ PhoneNumber }) => PhoneNumber)).size).toBeGreaterThan(50);
	});

	test('is the same for the same seed', async () => {
		const [one, other] = await Promise.all([1, 2].map(async () => await start()));
		expect(one.receive({ count: 3 })).toEqual(other.receive({ count: 3 }));
	});
});

describe('a call that goes on', () => {
	test('is ended when told, whole', async () => {
		const { sandbox, pass } = await withClock();
		await post(sandbox, someCall);
		const [{ Id }] = sandbox.calls;
		pass(5);
		expect(sandbox.end(Id)).toMatchObject({
			Id,
			EndedAt: new Date(newest.getTime() + minute + 5000).toISOString(),
			Keywords: ['Appointment'],
		});
		expect(sandbox.calls[0].Transcript.length).toBeGreaterThan(2);
		expect(sandbox.end(Id)).toBeUndefined();
		expect(sandbox.end('nobody')).toBeUndefined();
	});

	test('is not ended again once its time was over', async () => {
		const { sandbox, pass } = await withClock();
		const [{ Id }] = sandbox.receive();
		pass(3600);
		expect(sandbox.end(Id)).toBeUndefined();
		expect(Date.parse(sandbox.calls[0].EndedAt)).toBe(newest.getTime() + minute + 30_000);
	});

	test('keeps the pace that it began with', async () => {
		const { sandbox, pass } = await withClock();
		sandbox.receive();
		sandbox.settings.turnSeconds = 600;
		sandbox.receive();
		pass(30);
		expect(sandbox.calls.slice(0, 2).map(({ EndedAt }) => EndedAt === '')).toEqual([true, false]);
	});
});

test('a record that is deleted is gone, also while its call goes on', async () => {
	const { sandbox, listed, pass } = await withClock();
	const [{ Id }] = sandbox.receive();
	expect(sandbox.remove(Id)).toBe(true);
	expect(sandbox.remove(Id)).toBe(false);
	expect(sandbox.end(Id)).toBeUndefined();
	pass(3600);
	expect(idsOf(await listed())).not.toContain(Id);
	expect((await get(sandbox, `/public/calls/${Id}`)).status).toBe(404);
	expect(sandbox.calls).toHaveLength(3);
});

describe('listed late', () => {
	test('a call appears in lists only some time after it began, and by its ID at once', async () => {
		const { sandbox, listed, pass } = await withClock();
		sandbox.settings.listDelaySeconds = 120;
		await post(sandbox, someCall);
		const [{ Id }] = sandbox.calls;
		// The newest of the history began a minute ago: it is not listed yet either.
		expect(await listed()).toHaveLength(2);
		expect((await get(sandbox, `/public/calls/${Id}`)).status).toBe(200);
		pass(119);
		expect(idsOf(await listed())).not.toContain(Id);
		pass(1);
		expect((await listed())[0]).toMatchObject({ Id, Keywords: ['Appointment'] });
	});

	test('records without a readable start are listed at once', async () => {
		const records = [null, { Id: 'a' }, { Id: 'b', StartedAt: 'soon' }];
		const sandbox = await start({ records, listDelaySeconds: 60 });
		expect((await pageOf(sandbox)).data).toEqual(records);
	});
});

test.each([90, -90])('a clock that is %d seconds ahead shifts the times of calls', async (skew) => {
	const sandbox = await start({ turnSeconds: 0, clockSkewSeconds: skew });
	await post(sandbox, someCall);
	const wrong = new Date(newest.getTime() + 5 * minute + skew * 1000).toISOString();
	expect(sandbox.calls[0]).toMatchObject({ StartedAt: wrong, EndedAt: wrong });
});

test('a generated history ends five minutes before the time on that clock', async () => {
	const sandbox = await start({ newest: undefined, clockSkewSeconds: 3600 });
	expect(sandbox.calls[0].StartedAt).toBe(new Date(newest.getTime() + 60 * minute).toISOString());
});
