import { get, idsOf, pageOf, readAll, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('the operations that are only named', () => {
	test('lists and reads them', async () => {
		const sandbox = await start();
		for (const what of ['calendars', 'events']) {
			const all = await readAll(sandbox, [], { path: `/public/${what}` });
			expect(all.length).toBeGreaterThan(2);
			expect(new Set(idsOf(all)).size).toBe(all.length);
			const one = await get(sandbox, `/public/${what}/${all[1].Id}`);
			expect(await one.json()).toEqual(all[1]);
			expect((await get(sandbox, `/public/${what}/nothing`)).status).toBe(404);
			expect((await get(sandbox, `/public/${what}`, [['filter', 'Id:==:1']])).status).toBe(400);
		}
		expect(sandbox.log.filter(({ path }) => path === '/public/events')).toHaveLength(3);
		expect(await (await get(sandbox, '/public/company')).json()).toHaveProperty('Name');
	});

	test('does not take the cursor of another list', async () => {
		const sandbox = await start();
		const { nextCursor } = await pageOf(sandbox);
		expect((await get(sandbox, '/public/events', [['cursor', nextCursor]])).status).toBe(400);
	});

	test('moves them to other paths', async () => {
		const sandbox = await start({ paths: { company: '/v2/firm', event: '/v2/events/{id}' } });
		expect((await get(sandbox, '/v2/firm')).status).toBe(200);
		expect((await get(sandbox, '/v2/events/event-1')).status).toBe(200);
		expect((await get(sandbox, '/public/company')).status).toBe(404);
		expect((await get(sandbox, '/public/calendars')).status).toBe(200);
	});
});
