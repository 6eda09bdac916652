import type { IHttpRequestOptions } from 'n8n-workflow';
import * as fc from 'fast-check';

import {
	assertEncrypted,
	authenticate,
	readApiKey,
	readBaseUrl,
	readCredential,
} from '../../nodes/service/credential';
import { UserError } from '../../nodes/n8n/errors';
import { collectGarbage } from '../support/collectGarbage';
import { cases } from '../support/deep';
import { until } from '../support/quiet';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted, noUrl } from '../support/sentences';
import { refusalOf, rejectionOf, resultOf } from '../support/userError';

const credential = { apiKey: ' sk-live-123 ', baseUrl: 'https://api.example.com' };

/** Of a credential that is right otherwise. */
const settingsOf = (fields: object) =>
	readCredential({ ...credential, ...fields } as never).service;

const request = (more: object): IHttpRequestOptions =>
	({ url: '/public/calls', baseURL: 'https://api.example.com', ...more }) as IHttpRequestOptions;

describe('the API key', () => {
	it.each([
		['Bearer sk-live-123', 'Bearer sk-live-123'],
		[' \tsk-live-123\r\n', 'sk-live-123'],
		['!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
	])('is taken without spaces around it: %j', (value, key) => {
		expect(readApiKey(value)).toBe(key);
	});

	it.each([undefined, null, '', '\n', 7, {}])('is missing where the field has %j', (value) => {
		expect(refusalOf(() => readApiKey(value))).toEqual(NO_KEY);
	});

	it.each([
		...['sk-live\n123', 'sk-live\r\nX-Other: 1', 'sk\tlive', 'sk\u0000live', 'sk\u007flive'],
		...['sk\u200blive', 'sk\u00a0live', '“sk-live”', 'schlüssel', 'sk-••••'],
	])('is refused where no header can have it: %j', (value) => {
		expect(refusalOf(() => readApiKey(value))).toEqual(KEY_CANNOT_BE_SENT);
	});
});

describe('the base URL', () => {
	it.each([
		['  https://api.example.com/// \n', 'https://api.example.com'],
		['https://api.example.com/a/../v1', 'https://api.example.com/v1'],
		['HTTPS://API.Example.COM/V1', 'https://api.example.com/V1'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com?', 'https://api.example.com'],
		['https://api.example.com/my path', 'https://api.example.com/my%20path'],
	])('is brought into one form: %j', (typed, base) => {
		expect(readBaseUrl(typed)).toBe(base);
	});

	it('is judged alike however often it was judged before', async () => {
		// `URL.canParse` of Node 20 and 22 comes to refuse such a host once V8 has optimized it.
		const forms = new Set<string>();
		let sent = 0;
		for (let times = 0; times < 20_000; times++) {
			forms.add(readBaseUrl('https://m\u00fcller.example/v1'));
			const options = { url: 'http://m\u00fcller.example/x' } as IHttpRequestOptions;
			await authenticate(credential, options).then(
				() => sent++,
				() => undefined,
			);
		}
		expect([[...forms], sent]).toEqual([['https://xn--mller-kva.example/v1'], 0]);
	});

	it.each([undefined, null, '', '  ', 7])('is missing where the field has %j', (value) => {
		expect(refusalOf(() => readBaseUrl(value))).toEqual(NO_URL);
	});

	it.each([
		...['api.example.com', '//api.example.com', 'ftp://api.example.com', 'javascript:alert(1)'],
		...['https:api.example.com', 'xhttps://api.example.com', 'https:/api.example.com', 'https://'],
		...['https://exa mple.com', 'https://1.2.3.256', '{{ $json.url }}'],
	])('is refused where it is no web address: %s', (typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(noUrl(typed));
	});

	it.each([
		...['https://me@api.example.com', 'https://me:secret@api.example.com'],
		...['https://api.example.com@other.example', 'https://api.example.com/v1?a=b'],
		'https://api.example.com/#/v1',
	])('is refused with more than an address: %s', (typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual({
			message: '\'Base URL\' in the credential contains a user name, a password, "?" or "#"',
			advice:
				'Open the credential. Remove the user name and password before "@", and everything from "?" or "#" on. The node appends the paths of the API.',
		});
	});

	it.each([
		...['http://localhost:5678', 'http://localhost.', 'http://api.localhost'],
		...['http://127.0.0.0:8080', 'http://127.255.255.255', 'http://10.0.0.0', 'http://10.255.0.1'],
		...['http://172.16.0.0', 'http://172.31.255.255', 'http://192.168.0.0', 'http://169.254.1.1'],
		...['http://[::1]:8080', 'http://[::ffff:7f00:1]', 'http://[::ffff:c0a8:10]'],
		...['http://[fc00::1]', 'http://[fdff::1]', 'http://[fe80::1]', 'http://[febf::1]'],
		...['http://voice-service:3000', 'http://nas.local', 'http://api.prod.internal.'],
	])('may be plain http in a private network: %s', (typed) => {
		expect(readBaseUrl(typed)).toBe(typed);
		expect(() => assertEncrypted(new URL(typed))).not.toThrow();
	});

	it.each([
		...[
			'http://api.example.com',
			'http://api.example.com:8080',
			'http://8.8.8.8',
			'http://0.0.0.0',
		],
		...['http://9.0.0.1', 'http://11.0.0.1', 'http://126.0.0.1', 'http://128.0.0.1'],
		...['http://172.15.255.255', 'http://172.32.0.0', 'http://173.16.0.1', 'http://192.167.0.1'],
		...['http://192.169.0.1', 'http://193.168.0.1', 'http://169.253.0.1', 'http://169.255.0.1'],
		...['http://168.254.0.1', 'http://[1::ffff:7f00:1]', 'http://[2001:fd00::1]'],
		...['http://[2001:db8::1]', 'http://[::]', 'http://[::2]', 'http://[::ffff:7f00:1:2]'],
		...['http://[fd::1]', 'http://[fc:1::1]', 'http://[fbff::1]', 'http://[fe00::1]'],
		...['http://[fe7f::1]', 'http://[fec0::1]', 'http://[fe8::1]', 'http://127.0.0.1.example.com'],
		...['http://localhost.example.com', 'http://evil-local.com', 'http://example.notlocal'],
		'http://example.internals',
	])('may not be plain http elsewhere: %s', (typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(notEncrypted(typed));
		expect(refusalOf(() => assertEncrypted(new URL(typed)))).toEqual(notEncrypted(typed));
	});

	it.each([
		['http://[::ffff:8.8.8.8]', 'http://[::ffff:808:808]'],
		['http://[::127.0.0.1]', 'http://[::7f00:1]'],
		['http://134744072', 'http://8.8.8.8'],
		['http://010.010.0x8.010', 'http://8.8.8.8'],
		['http://example\u3002com', 'http://example.com'],
	])('may not be plain http elsewhere in another spelling: %s', (typed, shown) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(notEncrypted(shown));
	});
});

it.each([
	['Base URL', { baseUrl: 'SK-Live-123' }],
	['Base URL', { baseUrl: 'https://api.example.com/?key=sk-live-123' }],
	['Base URL', { baseUrl: 'http://SK-Live-123.example.com' }],
	['Calls Path', { callsPath: '/public/../sk-live-123' }],
	['Key Header', { keyHeader: `x-${'y'.repeat(50)}sk-live-123` }],
])('a key that was pasted into %s is not shown: %j', (field, fields) => {
	const { message, advice } = refusalOf(() => settingsOf({ apiKey: 'sk-live-123', ...fields }));
	expect(message).toContain(field);
	expect(`${message} ${advice}`).not.toMatch(/sk-l/i);
});

it('Base URL may not end with Calls Path', () => {
	const baseUrl = 'https://api.example.com/v1/calls/';
	expect(refusalOf(() => settingsOf({ baseUrl, callsPath: '/calls' }))).toEqual({
		message: "'Base URL' in the credential ends with a path of the API. Remove /calls",
		advice: "The node appends the paths of the API. They are under 'Advanced' in the credential.",
	});
});

describe('the fields under Advanced', () => {
	it.each([{}, { createPath: '', callsPath: ' ', keyHeader: '', cursorParameter: null }])(
		'are as documented where %j leaves them empty',
		(fields) => {
			expect(settingsOf(fields)).toEqual({
				...{ createPath: '/calls', callsPath: '/public/calls', keyHeader: 'documented' },
				...{ cursorParameter: '', pageSizeParameter: '' },
			});
		},
	);

	it('are taken without the blanks around them', () => {
		const fields = {
			...{ createPath: ' /v2/call ', callsPath: '/v2/calls', keyHeader: 'authorization' },
			...{ cursorParameter: ' after ', pageSizeParameter: ' limit ' },
		};
		expect(settingsOf(fields)).toEqual({
			...{ createPath: '/v2/call', callsPath: '/v2/calls', keyHeader: 'authorization' },
			...{ cursorParameter: 'after', pageSizeParameter: 'limit' },
		});
	});
});

describe('a request with the key', () => {
	it.each([
		['POST', undefined, 'Authentication'],
		['post', 'documented', 'Authentication'],
		['GET', undefined, 'Authorization'],
		[undefined, undefined, 'Authorization'],
		['POST', 'authorization', 'Authorization'],
		['GET', 'authentication', 'Authentication'],
	])('carries it once: %s, with the setting %s', async (method, keyHeader, header) => {
		const { headers } = await authenticate(
			{ ...credential, keyHeader: keyHeader ?? 'documented' },
			request({ method }),
		);
		expect(headers).toEqual({ [header]: 'sk-live-123' });
	});

	it('follows no redirect, loses any key that it already has, and keeps everything else', async () => {
		const kept = { accept: 'text/csv', 'Proxy-Authorization': 'x', 'Authentication-Info': 'x' };
		const headers = { ...kept, AUTHENTICATION: 'old', authorization: 'old' };
		const given = request({ method: 'POST', body: '{}', qs: { a: 1 }, headers });
		expect(await authenticate(credential, given)).toEqual({
			...given,
			headers: { ...kept, Authentication: 'sk-live-123' },
			disableFollowRedirect: true,
			maxRedirects: 0,
		});
		expect(given.headers).toBe(headers);
	});

	it('does not leave the base URL by a path', async () => {
		const sending = authenticate(credential, request({ url: '//other.example/x' }));
		expect((await rejectionOf(sending)).message).toContain("leads away from 'Base URL'");
	});

	it.each([
		['an address as n8n names it', { url: 'https://other.example/x' }, undefined],
		['one as the older helpers name it', { uri: 'http://localhost:3000/x' }, undefined],
		['no address yet', {}, undefined],
		['a base URL', { url: '/x', baseURL: ' https://a.example/ ' }, 'https://a.example'],
	])('may have %s', async (_, options, baseURL) => {
		const sent = await authenticate(credential, options as IHttpRequestOptions);
		expect('baseURL' in sent).toBe(baseURL !== undefined);
		expect([sent.baseURL, sent.headers]).toEqual([baseURL, { Authorization: 'sk-live-123' }]);
	});

	it.each([
		[{ url: 'HTTP://api.example.com/x' }, 'http://api.example.com'],
		[{ uri: 'http://api.example.com/x' }, 'http://api.example.com'],
		[request({ url: 'http://api.example.com/x' }), 'http://api.example.com'],
		[request({ baseURL: 'http://api.example.com/' }), 'http://api.example.com'],
		[{ url: 'ftp://127.0.0.1/x' }, 'ftp://127.0.0.1'],
	])('is not sent in the clear: %j', async (options, shown) => {
		const sending = authenticate(credential, options as IHttpRequestOptions);
		expect(await rejectionOf(sending)).toEqual(notEncrypted(shown));
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

	it.each([undefined, 'the user'])('ends it as a whole, beside %s', async (user) => {
		const cancelled = new AbortController();
		const own = user && { abortSignal: cancelled.signal };
		const { clock, asked, signal } = await limited(request({ timeout: 1500, ...own }));
		expect([asked, signal?.aborted]).toEqual([[1500], false]);
		clock.abort();
		expect(signal?.aborted).toBe(true);
		const other = await limited(request({ timeout: 1500, ...own }));
		cancelled.abort();
		expect(other.signal?.aborted).toBe(user !== undefined);
	});

	it.each([
		request({ timeout: 0 }),
		request({}),
		// As the HTTP Request node sends it.
		{ url: 'https://api.example.com/public/calls', timeout: 1500 },
	])('is none for %j', async (options) => {
		const { signal: cancel } = new AbortController();
		const { asked, signal } = await limited({ ...options, abortSignal: cancel });
		expect(asked).toEqual([]);
		expect(signal).toBe(cancel);
	});

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

it('an accepted base URL names the host that every URL parser reads, and nothing besides it', () => {
	const evil = [
		...['http://', 'https://', 'HTTPS:', 'ftp://', 'file:', '//', '/', '\\', ':', '@', '?', '#'],
		...['api.example.com', 'other.example', 'localhost', '127.0.0.1', '[::1]', '8.8.8.8', '0x7f.1'],
		...['.', '..', '%', '%2e', '%40', '%2f', ' ', '\t', '\n', '\u0000', '\u3002', '\uff0f'],
		...['me', ':443', ':80', 'ß', '😀', '\uff20', '\ud800', 'xn--', '\u202e'],
	];
	const starts = ['', 'https://', 'http://', 'https://api.example.com', 'http://localhost'];
	const text = fc
		.tuple(fc.constantFrom(...starts), fc.array(fc.constantFrom(...evil), { maxLength: 6 }))
		.map(([start, others]) => start + others.join(''));
	fc.assert(
		fc.property(text, (typed) => {
			const base = resultOf(() => readBaseUrl(typed));
			if (base instanceof UserError) return;
			const before = new URL(typed.trim());
			const after = new URL(`${base}/public/calls`);
			expect(after.origin).toBe(before.origin);
			expect(base.startsWith(after.origin)).toBe(true);
			expect(after.username + after.password + after.search + after.hash).toBe('');
			expect(after.pathname).toBe(`${before.pathname.replace(/\/+$/, '')}/public/calls`);
			expect(readBaseUrl(base)).toBe(base);
		}),
		{ numRuns: cases(3000) },
	);
});
