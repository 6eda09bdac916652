import { type Call } from '../../../sandbox';
import {
	get,
	idsOf,
	newest,
	pageOf,
	post,
	someCall,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

/** A sandbox with a clock that a test moves, from `newest` on. */
async function withClock(options: object = {}) {
	let time = newest.getTime();
	const sandbox = await start({ calls: 3, everyMinutes: 10, now: () => time, ...options });
	const listed = async () => (await pageOf(sandbox, [['sort', 'StartedAt:desc']])).data as Call[];
	return { sandbox, listed, pass: (seconds: number) => void (time += seconds * 1000) };
}

describe('a created call', () => {
	test('is listed at once, speaks a turn at a time and ends with a summary', async () => {
		const { sandbox, listed, pass } = await withClock({ turnSeconds: 3 });
		await post(sandbox, { ...someCall, first_name: 'Ada', company: 'Acme', outcome: 'offer' });
		expect((await listed())[0]).toMatchObject({
			...{ Status: 'unread', Assistant: 'assistant-mara', AssistantName: 'Mara' },
			...{ PhoneNumber: '+12025550123', StartedAt: newest.toISOString(), EndedAt: '' },
			...{ Summary: '', Transcript: [] },
		});
		pass(8.9);
		const [ongoing] = await listed();
		expect(ongoing).toMatchObject({ EndedAt: '', Summary: '', Keywords: [], Flags: [] });
		expect(ongoing.Transcript).toMatchObject([{ Sorting: 0, Role: 'AI' }, { Sorting: 1 }]);
		expect(ongoing.Transcript[0].Text).toContain('Hello Ada, this is Mara from Acme.');

		pass(3600);
		const [ended] = await listed();
		expect(ended).toMatchObject({
			...{ Summary: 'The customer asked for the offer.', Keywords: ['Offer'] },
			...{ Flags: ['green, phone'], EndedAt: new Date(newest.getTime() + 21_000).toISOString() },
		});
		expect(ended.Transcript).toHaveLength(7);
		expect(await (await get(sandbox, `/public/calls/${ended.Id}`)).json()).toEqual(ended);
	});
});

test('a call that comes in is what was asked for, and may have begun long before', async () => {
	const { sandbox, listed, pass } = await withClock();
	sandbox.receive({
		...{ assistantId: 'assistant-theo', phoneNumber: 'Web', keyword: 'Callback' },
		...{ durationSeconds: 7200, startedSecondsAgo: 200 },
	});
	pass(6999);
	expect((await listed())[1]).toMatchObject({ EndedAt: '', AssistantName: 'Theo' });
	pass(1);
	const call = (await listed())[1];
	expect(call).toMatchObject({ Keywords: ['Callback'], Flags: ['yellow, web'] });
	expect(Date.parse(call.EndedAt) - Date.parse(call.StartedAt)).toBe(7_200_000);
	expect(sandbox.placed).toEqual([]);
});

test('a call may be listed late, and is found by its ID at once', async () => {
	const { sandbox, listed, pass } = await withClock({ listDelaySeconds: 120 });
	const [{ Id }] = sandbox.receive();
	pass(119);
	expect(idsOf(await listed())).not.toContain(Id);
	expect((await get(sandbox, `/public/calls/${Id}`)).status).toBe(200);
	pass(1);
	expect(idsOf(await listed())).toContain(Id);
});
