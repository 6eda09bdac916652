import type { Fault } from '../../../sandbox';
import { list, post, someCall, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

const during = async (fault: Fault) => {
	const sandbox = await start();
	sandbox.fault({ fault });
	return sandbox;
};

test.each<[string, Fault, number, string, string]>([
	[
		'a status',
		{ kind: 'status', status: 429, headers: { 'Retry-After': '7' } },
		429,
		'json',
		'{"error":"Too Many Requests","message":"The sandbox was told to answer with 429."}',
	],
	['a status with text', { kind: 'status', status: 500, body: 'oh' }, 500, 'text/plain', 'oh'],
	['a status with JSON', { kind: 'status', status: 418, body: [1] }, 418, 'json', '[1]'],
	[
		'a status with HTML',
		{ kind: 'status', status: 502, body: '<p>', contentType: 'text/html' },
		502,
		'text/html',
		'<p>',
	],
	['any JSON', { kind: 'json', body: { data: null } }, 200, 'json', '{"data":null}'],
	['JSON null', { kind: 'json', body: null }, 200, 'json', 'null'],
	['a page', { kind: 'html' }, 200, 'text/html', '<!DOCTYPE html>'],
	['a page with a status', { kind: 'html', status: 404 }, 404, 'text/html', '<!DOCTYPE html>'],
	['JSON that is none', { kind: 'invalidJson' }, 200, 'json', '{"data": [{'],
	['an empty body', { kind: 'empty' }, 200, '', ''],
	['204', { kind: 'empty', status: 204 }, 204, '', ''],
	['a redirect', { kind: 'redirect', status: 307, location: 'http://x.test/' }, 307, '', ''],
	['the key', { kind: 'echoKey' }, 401, 'json', 'sandbox-key'],
	['the key in 200', { kind: 'echoKey', status: 200 }, 200, 'json', 'sandbox-key'],
])('a fault responds with %s', async (_what, fault, status, type, words) => {
	const sandbox = await during(fault);
	for (const [response, method] of [
		[await list(sandbox), 'GET'],
		[await post(sandbox, someCall), 'POST'],
	] as Array<[Response, string]>) {
		expect([method, response.status]).toEqual([method, status]);
		expect(response.headers.get('content-type') ?? '').toContain(type);
		const text = await response.text();
		expect(text).toContain(words);
		if (words === '') expect(text).toBe('');
		if (fault.kind === 'invalidJson') expect(() => JSON.parse(text) as unknown).toThrow();
		expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
		expect(response.headers.get('location')).toBe(status === 307 ? 'http://x.test/' : null);
	}
	expect(sandbox.log.map((entry) => entry.status)).toEqual([status, status]);
	expect(JSON.stringify(sandbox.log)).not.toContain('sandbox-key');
});

test.each<[Fault, number]>([
	[{ kind: 'status', status: 502 }, 0],
	[{ kind: 'status', status: 502, accepted: true }, 1],
	[{ kind: 'status', status: 202 }, 1],
	[{ kind: 'html' }, 1],
	[{ kind: 'html', accepted: false }, 0],
	[{ kind: 'redirect', status: 302, location: '/' }, 0],
	[{ kind: 'drop', at: 'arrival' }, 0],
	[{ kind: 'drop', at: 'read' }, 0],
	[{ kind: 'drop', at: 'answer' }, 1],
	[{ kind: 'drop' }, 1],
	[{ kind: 'cutOff' }, 1],
	[{ kind: 'delay', ms: 1 }, 1],
	[{ kind: 'delay', ms: 1, then: { kind: 'status', status: 429 } }, 0],
	[{ kind: 'emptyPage' }, 1],
])('%j: calls placed %d', async (fault, placed) => {
	const sandbox = await during(fault);
	await post(sandbox, someCall)
		.then(async (response) => await response.text())
		.catch(() => 'dropped');
	expect(sandbox.placed).toHaveLength(placed);
	expect(sandbox.log).toHaveLength(1);
	await post(sandbox, { ...someCall, phone_number: '1' })
		.then(async (response) => await response.text())
		.catch(() => 'dropped');
	expect(sandbox.placed).toHaveLength(placed);
});
