import { get, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('Call Read', () => {
	test('returns one record, whatever its Id', async () => {
		const Id = 'a/b c%2F?#ü';
		const sandbox = await start({ records: [{ Id, Status: 'unread' }] });
		const found = await get(sandbox, `/public/calls/${encodeURIComponent(Id)}`);
		expect(found.status).toBe(200);
		expect(await found.json()).toEqual({ Id, Status: 'unread' });
		expect((await get(sandbox, `/public/calls/${'x'.repeat(500)}`)).status).toBe(404);
	});

	test('answers an unknown Id with 404 and a stray parameter with 400', async () => {
		const sandbox = await start();
		const unknown = await get(sandbox, '/public/calls/nobody');
		expect(unknown.status).toBe(404);
		expect(await unknown.json()).toEqual({
			error: 'Not Found',
			message: 'There is no call "nobody".',
		});
		const { Id } = sandbox.calls[0];
		expect((await get(sandbox, `/public/calls/${Id}`, [['limit', '1']])).status).toBe(400);
	});
});
