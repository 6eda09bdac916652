import type { Call } from '../../../sandbox';
import { get, newest, pageOf, post, someCall, useSandboxes } from '../../support/sandboxClient';

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
