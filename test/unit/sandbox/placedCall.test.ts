import { assistants } from '../../../sandbox';
import { fillIn } from '../../../sandbox/calls/conversation';
import type { Call } from '../../../sandbox';
import {
	newest,
	someCall,
	get,
	post,
	pageOf,
	idsOf,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

describe('a created call', () => {
	const setOff = async (
		variables: object | string,
		{ assistant = 'assistant-mara', number = '+12025550123' } = {},
	) => {
		let time = newest.getTime();
		const sandbox = await start({ now: () => time, turnSeconds: 3 });
		const body = typeof variables === 'string' ? variables : { ...someCall, ...variables };
		const asked = { assistant_id: assistant, phone_number: number };
		const sent = typeof body === 'string' ? body : { ...body, ...asked };
		expect((await post(sandbox, sent)).status).toBe(200);
		return {
			sandbox,
			after: async (seconds: number) => {
				time = newest.getTime() + seconds * 1000;
				const { data } = await pageOf(sandbox, [['sort', 'StartedAt:desc']]);
				return data[0] as Call;
			},
		};
	};
	const spoken = (call: Call) => call.Transcript.map(({ Text }) => Text);

	test('is listed at once, speaks a turn at a time and ends with a summary', async () => {
		const { sandbox, after } = await setOff({
			first_name: 'Ada',
			company: 'Acme',
			outcome: 'offer',
		});
		const ringing = await after(0);
		expect(ringing).toMatchObject({
			Status: 'unread',
			Assistant: 'assistant-mara',
			AssistantName: 'Mara',
			PhoneNumber: '+12025550123',
			StartedAt: newest.toISOString(),
			EndedAt: '',
			Summary: '',
			Transcript: [],
		});
		const first = await after(3);
		expect(first.EndedAt).toBe('');
		expect(first.Transcript).toEqual([
			{
				Sorting: 0,
				Role: 'AI',
				Text: expect.stringContaining('Hello Ada, this is Mara from Acme.') as string,
			},
		]);
		expect((await after(8.9)).Transcript).toHaveLength(2);

		const beforeEnd = await after(20.9);
		expect([beforeEnd.EndedAt, beforeEnd.Summary]).toEqual(['', '']);
		expect([beforeEnd.Keywords, beforeEnd.Flags]).toEqual([[], []]);

		const ended = await after(3600);
		const turns = ended.Transcript.length;
		expect(turns).toBe(7);
		expect(ended.Transcript.map(({ Sorting }) => Sorting)).toEqual([...Array(turns).keys()]);
		expect(Date.parse(ended.EndedAt)).toBe(newest.getTime() + turns * 3000);
		expect(ended.Summary).toBe('The customer asked for the offer.');
		expect(ended.Keywords).toEqual(['Offer']);
		expect(ended.Flags).toEqual(['green, phone']);
		expect(await (await get(sandbox, `/public/calls/${ended.Id}`)).json()).toEqual(ended);
		expect(sandbox.calls[0]).toEqual(ended);
	});

	test('of Jonas has the transcript as its summary, as the sample of the API has it', async () => {
		const { after } = await setOff({ first_name: 'Ada' }, { assistant: 'assistant-jonas' });
		const { Summary, Transcript } = await after(3600);
		expect(Summary).toMatch(/^AI: Good day Ada.*\nUser: /);
		expect(Summary).toBe(Transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n'));
	});

	test('has an Id that depends on the seed only', async () => {
		const ids = await Promise.all(
			[10, 20].map(async (calls) => {
				const sandbox = await start({ calls });
				await post(sandbox, someCall);
				await post(sandbox, someCall);
				return idsOf(sandbox.calls.slice(0, 2));
			}),
		);
		expect(ids[0]).toEqual(ids[1]);
		expect(new Set(ids[0]).size).toBe(2);
	});

	test('ends at once where turns take no time', async () => {
		const sandbox = await start({ turnSeconds: 0 });
		await post(sandbox, someCall);
		expect(sandbox.calls[0].EndedAt).toBe(sandbox.calls[0].StartedAt);
		expect(sandbox.calls[0].Transcript.length).toBeGreaterThan(2);
	});

	test.each([
		['wrong number', 'WrongNumber'],
		['PrankCall', 'PrankCall'],
		['CALLBACK', 'Callback'],
		['something else', 'Appointment'],
	])('with the outcome "%s" has the keyword %s', async (outcome, keyword) => {
		const { after } = await setOff({ outcome });
		expect((await after(3600)).Keywords).toEqual([keyword]);
	});

	test.each([
		['+12025550180', {}],
		['+12025550183', {}],
		['+12025550184', {}],
		['+12025550123', { outcome: 'no answer' }],
	])('to %s with the variables %j is answered by nobody', async (number, variables) => {
		const { after } = await setOff(variables, { number });
		expect((await after(14)).EndedAt).toBe('');
		expect(await after(15)).toMatchObject({
			EndedAt: new Date(newest.getTime() + 15_000).toISOString(),
			Summary: 'Nobody answered.',
			Transcript: [],
			Keywords: [],
			Flags: ['yellow, phone'],
		});
	});

	test.each([
		['+12025550186', {}],
		['+12025550187', {}],
		['+12025550123', { outcome: 'Voicemail' }],
	])('to %s with the variables %j reaches a voicemail', async (number, variables) => {
		const { after } = await setOff({ first_name: 'Ada', ...variables }, { number });
		const call = await after(3600);
		expect(new Set(call.Transcript.map(({ Role }) => Role))).toEqual(new Set(['AI']));
		expect(spoken(call)[0]).toContain('Hello Ada');
		expect(call.Summary).toBe('Reached the voicemail and left a message.');
		expect(call.Keywords).toEqual([]);
	});

	test.each([
		['+12025550179', 'Appointment'],
		['+12025550188', 'Appointment'],
		['+12025550192', 'WrongNumber'],
		['+12025550194', 'WrongNumber'],
		['+12025550195', 'Callback'],
		['+12025550197', 'Callback'],
		['+12025550198', 'Appointment'],
	])('to %s is answered, and gets the keyword %s', async (number, keyword) => {
		const { after } = await setOff({}, { number });
		expect((await after(3600)).Keywords).toEqual([keyword]);
	});

	test('is answered the second time by somebody who missed the first', async () => {
		const sandbox = await start({ turnSeconds: 0 });
		const keywordsAfter = async (number: string) => {
			await post(sandbox, { ...someCall, phone_number: number });
			return sandbox.calls[0].Keywords;
		};
		expect(await keywordsAfter('+12025550185')).toEqual([]);
		expect(await keywordsAfter('+12025550180')).toEqual([]);
		expect(await keywordsAfter('+12025550185')).toEqual(['Appointment']);
		expect(await keywordsAfter('+12025550180')).toEqual([]);
	});

	test('keeps a placeholder that no variable fills', async () => {
		const { after } = await setOff({ first_name: 'Ada' });
		expect(spoken(await after(3))[0]).toContain('Hello Ada, this is Mara from {company}.');
	});

	test('takes values literally and fills no placeholder in a value', async () => {
		const { after } = await setOff({
			first_name: "$& $1 $' {company} \\",
			company: '{first_name}',
		});
		expect(spoken(await after(3))[0]).toContain(
			"Hello $& $1 $' {company} \\, this is Mara from {first_name}.",
		);
	});

	test('speaks every variable that its instructions do not use', async () => {
		const names = ['__proto__', 'constructor', 'toString', 'a.b[0]', 'größe', 'a}', '', 'empty'];
		const pairs = names.map((name, index) => [name, name === 'empty' ? '' : `value ${index}`]);
		const members = pairs.map(
			([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
		);
		const { sandbox, after } = await setOff(
			`${JSON.stringify(someCall).slice(0, -1)},${members.join(',')}}`,
		);
		const notes = spoken(await after(3600)).find((text) => text.startsWith('My notes: '));
		for (const [name, value] of pairs) expect(notes).toContain(`${name}: ${value}`);
		expect(Object.entries(sandbox.placed[0].variables)).toEqual(pairs);
	});

	test('fills a placeholder whose name has a brace in it', () => {
		const variables = new Map([
			['a', '1'],
			['a}', '2'],
			['{b', '3'],
		]);
		expect(fillIn('{a} {a}} {{b} {c} {', variables)).toBe('1 2 3 {c} {');
	});

	test.each(assistants.map(({ id, name }) => [id, name]))(
		'%s introduces itself',
		async (id, name) => {
			const { after } = await setOff({}, { assistant: id });
			const call = await after(3600);
			expect(call.AssistantName).toBe(name);
			expect(spoken(call)[0]).toContain(`this is ${name}`);
		},
	);

	test('of an assistant that the sandbox does not know is named by its id', async () => {
		const { after } = await setOff({ first_name: 'Ada' }, { assistant: 'my-own-assistant' });
		const call = await after(3600);
		expect(call).toMatchObject({
			Assistant: 'my-own-assistant',
			AssistantName: 'my-own-assistant',
		});
		expect(spoken(call)[0]).toContain('Hello Ada');
	});
});
