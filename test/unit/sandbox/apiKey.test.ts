import { get, messageOf, someCall, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('the API key', () => {
	test.each([
		['POST', 'Authentication', 'Authorization'],
		['GET', 'Authorization', 'Authentication'],
	])('%s takes it in %s only', async (method, right, wrong) => {
		const sandbox = await start();
		const send = async (names: string[], key = sandbox.apiKey) =>
			await fetch(`${sandbox.url}${method === 'POST' ? '/calls' : '/public/calls'}`, {
				method,
				headers: {
					'Content-Type': 'application/json',
					...Object.fromEntries(names.map((name) => [name, key])),
				},
				body: method === 'POST' ? JSON.stringify(someCall) : undefined,
			});

		expect((await send([right])).status).toBe(200);
		for (const names of [[], [wrong], [right, wrong]]) {
			const refused = await send(names);
			expect(refused.status).toBe(401);
			expect(await messageOf(refused)).toContain(`in the header ${right}`);
		}
		const invalid = await send([right], `Bearer ${sandbox.apiKey}`);
		expect(invalid.status).toBe(401);
		expect(await invalid.json()).toEqual({ error: 'Unauthorized', message: 'Invalid API key.' });
		expect(sandbox.placed).toHaveLength(method === 'POST' ? 1 : 0);
	});

	test.each([
		'/public/calls/x',
		'/public/calendars',
		'/public/calendars/calendar-1',
		'/public/company',
		'/public/events',
		'/public/events/event-1',
	])('%s needs it too', async (path) => {
		expect((await get(await start(), path, [], {})).status).toBe(401);
	});
});
