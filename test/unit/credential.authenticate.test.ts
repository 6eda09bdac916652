import type { IHttpRequestOptions } from 'n8n-workflow';

import { authenticate } from '../../nodes/shared/http/credential';
import { collectGarbage } from '../support/collectGarbage';
import { until } from '../support/quiet';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted, noUrl } from '../support/sentences';
import { rejectionOf } from '../support/userError';

const credential = { apiKey: ' sk-live-123 ', baseUrl: 'https://api.example.com' };

const request = (more: object): IHttpRequestOptions =>
	({ url: '/public/calls', baseURL: 'https://api.example.com', ...more }) as IHttpRequestOptions;

describe('a request with the key', () => {
	it.each([
		['POST', 'Authentication'],
		['post', 'Authentication'],
		['GET', 'Authorization'],
		['PUT', 'Authorization'],
		['DELETE', 'Authorization'],
		[undefined, 'Authorization'],
	])('carries it once, under the name documented for it: %s', async (method, header) => {
		const { headers } = await authenticate(credential, request({ method }));
		expect(headers).toEqual({ [header]: 'sk-live-123' });
	});

	it.each([
		['authorization', 'Authorization'],
		['authentication', 'Authentication'],
	])('carries it in the one header that the credential names: %s', async (keyHeader, header) => {
		for (const method of ['GET', 'POST', 'DELETE']) {
			const { headers } = await authenticate({ ...credential, keyHeader }, request({ method }));
			expect(headers).toEqual({ [header]: 'sk-live-123' });
		}
	});

	it.each([
		'//other.example/x',
		'/..',
		'https://other.example/x',
		'\\\\other.example',
		'/\t/x',
		'',
	])('does not leave the base URL by the path %j', async (url) => {
		const baseURL = 'https://api.example.com/v1';
		const sending = authenticate(credential, request({ baseURL, url }));
		if (url === '') return expect((await sending).baseURL).toBe(baseURL);
		expect((await rejectionOf(sending)).message).toContain("leads away from 'Base URL'");
	});

	it('is not sent with a path in the credential that leads away', async () => {
		const fields = { ...credential, createPath: '//other.example' };
		expect((await rejectionOf(authenticate(fields, request({})))).message).toContain(
			"'Create Path'",
		);
	});

	it('keeps its other headers and loses any key that it already has', async () => {
		const { headers } = await authenticate(
			credential,
			request({
				headers: {
					accept: 'text/csv',
					AUTHENTICATION: 'old',
					authorization: 'old',
					'Proxy-Authorization': 'kept',
					'Authentication-Info': 'kept',
				},
			}),
		);
		expect(headers).toEqual({
			accept: 'text/csv',
			'Proxy-Authorization': 'kept',
			'Authentication-Info': 'kept',
			Authorization: 'sk-live-123',
		});
	});

	it('follows no redirect, and keeps everything else', async () => {
		const sent = await authenticate(
			credential,
			request({ method: 'POST', body: '{}', qs: { a: 1 } }),
		);
		expect(sent).toEqual({
			url: '/public/calls',
			baseURL: 'https://api.example.com',
			method: 'POST',
			body: '{}',
			qs: { a: 1 },
			headers: { Authentication: 'sk-live-123' },
			disableFollowRedirect: true,
			maxRedirects: 0,
		});
	});

	it('leaves the request that it was given as it was', async () => {
		const given = request({ headers: { accept: 'text/csv' } });
		await authenticate(credential, given);
		expect(given).toEqual(request({ headers: { accept: 'text/csv' } }));
	});

	it('has the base URL in the form in which paths can be appended', async () => {
		const { baseURL } = await authenticate(
			credential,
			request({ baseURL: ' https://api.example.com/v1/ ' }),
		);
		expect(baseURL).toBe('https://api.example.com/v1');
	});

	it.each([
		['a whole address as n8n names it', { url: 'https://other.example/x' }],
		['a whole address as the older helpers name it', { uri: 'http://localhost:3000/x' }],
		['no address yet', {}],
	])('may have no base URL but %s', async (_, options) => {
		const sent = await authenticate(credential, options as IHttpRequestOptions);
		expect('baseURL' in sent).toBe(false);
		expect(sent.headers).toEqual({ Authorization: 'sk-live-123' });
	});

	it.each([
		['a whole address', { url: 'http://api.example.com/x' }],
		['a whole address in capitals', { url: 'HTTP://api.example.com/x' }],
		['a whole address of the older helpers', { uri: 'http://api.example.com/x' }],
		['a whole address that replaces the base URL', request({ url: 'http://api.example.com/x' })],
		['a base URL', request({ baseURL: 'http://api.example.com/' })],
	])('is not sent in the clear to %s', async (_, options) => {
		expect(await rejectionOf(authenticate(credential, options as IHttpRequestOptions))).toEqual(
			notEncrypted('http://api.example.com'),
		);
	});

	it('is never sent in the clear, however often it was judged before', async () => {
		const options = { url: 'http://m\u00fcller.example/x' } as IHttpRequestOptions;
		let sent = 0;
		for (let times = 0; times < 20_000; times++) {
			await authenticate(credential, options).then(
				() => sent++,
				() => undefined,
			);
		}
		expect(sent).toBe(0);
	});

	it('is not sent to another kind of service', async () => {
		const options = { url: 'ftp://127.0.0.1/x' };
		expect(await rejectionOf(authenticate(credential, options))).toEqual(
			notEncrypted('ftp://127.0.0.1'),
		);
	});

	it.each([
		['an empty key', { ...credential, apiKey: '' }, request({}), NO_KEY],
		['a key that cannot be sent', { ...credential, apiKey: 'ä' }, request({}), KEY_CANNOT_BE_SENT],
		['an empty base URL', credential, request({ baseURL: '' }), NO_URL],
		['no base URL at all', credential, request({ baseURL: 'nowhere' }), noUrl('nowhere')],
	])('is not sent with %s', async (_, fields, options, sentences) => {
		expect(await rejectionOf(authenticate(fields, options))).toEqual(sentences);
	});
});

describe('the time limit of a request', () => {
	/** What the request is broken off by, with the clock of `AbortSignal.timeout` in our hands. */
	async function limited(options: object) {
		const clock = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
		const { abortSignal } = await authenticate(credential, options as IHttpRequestOptions);
		const asked = timeout.mock.calls.flat();
		timeout.mockRestore();
		return { clock, asked, signal: abortSignal as AbortSignal | undefined };
	}

	it('bounds the response as a whole where the base URL is that of the node', async () => {
		const { clock, asked, signal } = await limited(request({ timeout: 1500 }));
		expect(asked).toEqual([1500]);
		expect(signal?.aborted).toBe(false);
		clock.abort();
		expect(signal?.aborted).toBe(true);
	});

	it('leaves a request alone that has a whole address, as the HTTP Request node sends it', async () => {
		const { signal: cancel } = new AbortController();
		const url = 'https://api.example.com/public/calls';
		const { asked, signal } = await limited({ url, timeout: 1500, abortSignal: cancel });
		expect(asked).toEqual([]);
		expect(signal).toBe(cancel);
	});

	it.each([undefined, 0])('is none where Timeout is %j', async (timeout) => {
		const { asked, signal } = await limited(request({ timeout }));
		expect(asked).toEqual([]);
		expect(signal).toBeUndefined();
	});

	it('keeps what cancels the execution', async () => {
		const cancelled = new AbortController();
		const { asked, signal } = await limited(request({ abortSignal: cancelled.signal }));
		expect(asked).toEqual([]);
		expect(signal).toBe(cancelled.signal);
	});

	it.each(['the time', 'the user'])(
		'and cancelling both end a request: %s first',
		async (first) => {
			const cancelled = new AbortController();
			const options = request({ timeout: 1500, abortSignal: cancelled.signal });
			const { clock, signal } = await limited(options);
			expect(signal?.aborted).toBe(false);
			(first === 'the time' ? clock : cancelled).abort();
			expect(signal?.aborted).toBe(true);
		},
	);

	it('ends a request that only this limit ends, also after garbage was collected', async () => {
		const cancelled = new AbortController();
		let isAborted = false;
		// In a function of its own, so that nothing here holds the signals, as in n8n.
		await (async () => {
			const options = request({ timeout: 50, abortSignal: cancelled.signal });
			const { abortSignal } = await authenticate(credential, options as IHttpRequestOptions);
			(abortSignal as AbortSignal).addEventListener('abort', () => (isAborted = true));
		})();
		const later = AbortSignal.timeout(500);
		await until(() => {
			collectGarbage();
			return isAborted || later.aborted;
		});
		expect(isAborted).toBe(true);
	});
});
