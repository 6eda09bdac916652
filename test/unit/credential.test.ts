import type { IHttpRequestOptions } from 'n8n-workflow';
import * as fc from 'fast-check';

import {
	assertEncrypted,
	readApiKey,
	readBaseUrl,
	authenticate,
} from '../../nodes/shared/http/credential';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted, noUrl } from '../support/sentences';
import { refusalOf, rejectionOf, resultOf } from '../support/userError';
import { collectGarbage } from '../support/collectGarbage';
import { until } from '../support/quiet';
import { UserError } from '../../nodes/shared/userError';
import { cases } from '../support/deep';

const MORE_THAN_AN_ADDRESS = {
	message: '\'Base URL\' in the credential contains a user name, a password, "?" or "#"',
	advice:
		'Open the credential. Remove the user name and password before "@", and everything from "?" or "#" on. The node appends the paths of the API.',
};

describe('the API key', () => {
	it.each([
		['as it is', 'sk-live-123', 'sk-live-123'],
		['with its prefix', 'Bearer sk-live-123', 'Bearer sk-live-123'],
		['without blanks around it', ' \tsk-live-123\r\n', 'sk-live-123'],
		[
			'with every kind of punctuation',
			'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
			'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
		],
	])('is taken %s', (_, value, key) => {
		expect(readApiKey(value)).toBe(key);
	});

	it.each([undefined, null, '', '  ', '\n', 7, {}])(
		'is missing where the field has %j',
		(value) => {
			expect(refusalOf(() => readApiKey(value))).toEqual(NO_KEY);
		},
	);

	it.each([
		['a line break', 'sk-live\n123'],
		['a header of its own', 'sk-live\r\nX-Other: 1'],
		['the last control character', 'sk\u007flive'],
		['a zero-width space', 'sk\u200blive'],
		['a no-break blank', 'sk\u00a0live'],
		['a letter that is not ASCII', 'schlüssel'],
	])('is refused with %s', (_, value) => {
		expect(refusalOf(() => readApiKey(value))).toEqual(KEY_CANNOT_BE_SENT);
	});
});

describe('the base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		['https://api.example.com/v1/', 'https://api.example.com/v1'],
		['https://api.example.com/a/../v1', 'https://api.example.com/v1'],
		['HTTPS://API.Example.COM/V1', 'https://api.example.com/V1'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com:8443', 'https://api.example.com:8443'],
		['https://müller.example', 'https://xn--mller-kva.example'],
		['https://8.8.8.8', 'https://8.8.8.8'],
		['https://[2001:db8::1]:8443/v1', 'https://[2001:db8::1]:8443/v1'],
		['https://api.example.com?', 'https://api.example.com'],
		['https://api.example.com/my path', 'https://api.example.com/my%20path'],
	])('is brought into one form: %j', (typed, base) => {
		expect(readBaseUrl(typed)).toBe(base);
	});

	it('is judged alike however often it was judged before', () => {
		// `URL.canParse` of Node 20 and 22 comes to refuse such a host once V8 has optimized it.
		const forms = new Set<string>();
		for (let times = 0; times < 20_000; times++) {
			forms.add(readBaseUrl('https://m\u00fcller.example/v1'));
		}
		expect([...forms]).toEqual(['https://xn--mller-kva.example/v1']);
	});

	it.each([undefined, null, '', '  ', 7])('is missing where the field has %j', (value) => {
		expect(refusalOf(() => readBaseUrl(value))).toEqual(NO_URL);
	});

	it.each([
		'api.example.com',
		'//api.example.com',
		'ftp://api.example.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'https:api.example.com',
		'xhttps://api.example.com',
		'https:/api.example.com',
		'https://',
		'https://exa mple.com',
		'https://api.example.com:99999',
		'https://api.example.com:port',
		'https://[::1',
		'https://1.2.3.256',
		'{{ $json.url }}',
	])('is refused where it is no web address: %s', (typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(noUrl(typed));
	});

	it.each([
		['a name in front', 'https://me@api.example.com'],
		['a name and a password in front', 'https://me:secret@api.example.com'],
		['a host in front that only looks like one', 'https://api.example.com@other.example'],
		['a query', 'https://api.example.com/v1?a=b'],
		['a fragment', 'https://api.example.com/#/v1'],
	])('is refused with %s', (_, typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(MORE_THAN_AN_ADDRESS);
	});

	it.each([
		['this machine', 'http://localhost:5678'],
		['a name below localhost', 'http://api.localhost'],
		['a loopback address', 'http://127.0.0.1:8080'],
		['a loopback address of version 6', 'http://[::1]:8080'],
		['the network 10', 'http://10.255.0.1'],
		['the network 192.168', 'http://192.168.178.1'],
		['a link-local address', 'http://169.254.1.1'],
		['the first unique local address', 'http://[fc00::1]'],
		['a link-local address of version 6', 'http://[fe80::1]'],
		['a name of one label', 'http://voice-service:3000'],
		['a name in .local', 'http://nas.local'],
		['a name in .internal', 'http://api.prod.internal.'],
	])('may be plain http for %s', (_, typed) => {
		expect(readBaseUrl(typed)).toBe(typed);
	});

	it.each([
		['a public name', 'http://api.example.com'],
		['a public address', 'http://8.8.8.8'],
		['every address', 'http://0.0.0.0'],
		['a public address of version 6', 'http://[2001:db8::1]'],
		['every address of version 6', 'http://[::]'],
		['a name that begins like a private address', 'http://127.0.0.1.example.com'],
		['a name that begins like this machine', 'http://localhost.example.com'],
		['a name that ends like one in .local', 'http://evil-local.com'],
		['a name that ends with local without a dot', 'http://example.notlocal'],
		['a name that ends like one in .internal', 'http://example.internals'],
	])('may not be plain http for %s', (_, typed) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(notEncrypted(typed));
	});

	it.each([
		['a public address in version 6', 'http://[::ffff:8.8.8.8]', 'http://[::ffff:808:808]'],
		['0.10.0.1 in version 6', 'http://[::ffff:0.10.0.1]', 'http://[::ffff:a:1]'],
		['an old spelling of loopback in version 6', 'http://[::127.0.0.1]', 'http://[::7f00:1]'],
		['a public address as one number', 'http://134744072', 'http://8.8.8.8'],
		['a public address in octal', 'http://010.010.010.010', 'http://8.8.8.8'],
		['a public address in hexadecimal', 'http://0x8.0x8.0x8.0x8', 'http://8.8.8.8'],
		['a name with a wide dot', 'http://example\u3002com', 'http://example.com'],
	])('may not be plain http for %s', (_, typed, shown) => {
		expect(refusalOf(() => readBaseUrl(typed))).toEqual(notEncrypted(shown));
	});
});

describe('an address that a request is about to be sent to', () => {
	it.each(['https://api.example.com/calls', 'http://127.0.0.1:3000/calls'])(
		'may be %s',
		(address) => {
			expect(() => assertEncrypted(new URL(address))).not.toThrow();
		},
	);

	it.each([
		['http://api.example.com/calls', 'http://api.example.com'],
		['ftp://127.0.0.1/calls', 'ftp://127.0.0.1'],
		['ws://127.0.0.1:81/calls', 'ws://127.0.0.1:81'],
	])('may not be %s', (address, shown) => {
		expect(refusalOf(() => assertEncrypted(new URL(address)))).toEqual(notEncrypted(shown));
	});
});

describe('authenticating', () => {
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

		it.each([
			['an empty key', { ...credential, apiKey: '' }, request({}), NO_KEY],
			[
				'a key that cannot be sent',
				{ ...credential, apiKey: 'ä' },
				request({}),
				KEY_CANNOT_BE_SENT,
			],
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
});

describe('anything that is typed', () => {
	const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);

	/** The ranges as they are written in RFC 1122, 1918 and 3927. */
	function isPrivateAddress(address: number): boolean {
		const within = (network: number[], bits: number) => {
			const prefix = network.reduce((sum, byte) => sum * 256 + byte, 0);
			return Math.floor(address / 2 ** (32 - bits)) === Math.floor(prefix / 2 ** (32 - bits));
		};
		return (
			within([127, 0, 0, 0], 8) ||
			within([10, 0, 0, 0], 8) ||
			within([172, 16, 0, 0], 12) ||
			within([192, 168, 0, 0], 16) ||
			within([169, 254, 0, 0], 16)
		);
	}

	/** The ranges as they are written in RFC 4291 and 4193. */
	function isPrivateAddress6(groups: number[]): boolean {
		const [first] = groups;
		const leading = groups.slice(0, 5).every((group) => group === 0);
		if (leading && groups[5] === 0xffff) return isPrivateAddress(groups[6] * 65536 + groups[7]);
		const isLoopback = groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1;
		return isLoopback || first >> 9 === 0xfc00 >> 9 || first >> 6 === 0xfe80 >> 6;
	}

	const address = fc.oneof(
		fc.nat(0xffffffff),
		fc
			.tuple(fc.constantFrom(0x7f, 0x0a, 0xac, 0xc0, 0xa9, 0, 9, 11), fc.nat(0xffffff))
			.map(([first, others]) => first * 2 ** 24 + others),
		fc
			.tuple(fc.constantFrom(0xac0f, 0xac10, 0xac1f, 0xac20, 0xc0a8, 0xa9fe), fc.nat(0xffff))
			.map(([first, others]) => first * 2 ** 16 + others),
	);

	/** The spellings of a number that URL parsers accept. */
	const spelling = fc.constantFrom(
		(part: number) => String(part),
		(part: number) => `0x${part.toString(16)}`,
		(part: number) => `0X00${part.toString(16).toUpperCase()}`,
		(part: number) => `0${part.toString(8)}`,
	);

	/** The same address with one, two, three or four parts. */
	function parts(whole: number, count: number): number[] {
		const bytes = bytesOf(whole);
		const rest = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
		return [...bytes.slice(0, count - 1), rest];
	}

	const port = fc.oneof(
		fc.constant(''),
		fc.integer({ min: 1, max: 65535 }).map((any) => `:${any}`),
	);

	const accepted = (url: string) => !(resultOf(() => readBaseUrl(url)) instanceof UserError);

	it('plain http is accepted for an IPv4 address only in a private range, however it is spelled', () => {
		fc.assert(
			fc.property(
				address,
				fc.integer({ min: 1, max: 4 }),
				fc.array(spelling, { minLength: 4, maxLength: 4 }),
				fc.constantFrom('', '.'),
				port,
				(whole, count, spell, dot, at) => {
					const host = parts(whole, count)
						.map((part, index) => spell[index](part))
						.join('.');
					expect(accepted(`http://${host}${dot}${at}`)).toBe(isPrivateAddress(whole));
					expect(accepted(`https://${host}${dot}${at}`)).toBe(true);
				},
			),
			{ numRuns: cases(1000) },
		);
	});

	it('plain http is accepted for an IPv6 address only in a private range, however it is spelled', () => {
		const group = fc.oneof(fc.constant(0), fc.nat(0xffff), fc.constantFrom(1, 0xffff));
		const first = fc.oneof(
			group,
			fc.constantFrom(
				0xfc,
				0xfd,
				0xfc0,
				0xfe8,
				0xfc00,
				0xfdff,
				0xfe00,
				0xfe7f,
				0xfe80,
				0xfebf,
				0xfec0,
			),
		);
		const any = fc
			.tuple(first, fc.array(group, { minLength: 7, maxLength: 7 }))
			.map(([head, others]) => [head, ...others]);
		const mapped = address.map((whole) => [
			...[0, 0, 0, 0, 0, 0xffff],
			Math.floor(whole / 65536),
			whole % 65536,
		]);
		fc.assert(
			fc.property(
				fc.oneof(
					any,
					mapped,
					fc.constantFrom<number[]>([0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0]),
				),
				fc.boolean(),
				port,
				(groups, padded, at) => {
					const host = groups
						.map((each) => each.toString(16).padStart(padded ? 4 : 1, '0'))
						.join(':');
					expect(accepted(`http://[${host}]${at}`)).toBe(isPrivateAddress6(groups));
					expect(accepted(`https://[${host}]${at}`)).toBe(true);
				},
			),
			{ numRuns: cases(1500) },
		);
	});

	const evil = [
		...[
			'http://',
			'https://',
			'HTTPS:',
			'ftp://',
			'file:',
			'//',
			'/',
			'\\',
			':',
			'@',
			'?',
			'#',
			'%',
		],
		...['api.example.com', 'other.example', 'localhost', '127.0.0.1', '[::1]', '8.8.8.8', '0x7f.1'],
		...[
			'.',
			'..',
			'%2e',
			'%40',
			'%2f',
			' ',
			'\t',
			'\n',
			'\u0000',
			'\u3002',
			'\uff0f',
			'\uff20',
			'ß',
		],
		...['me', ':443', ':80', '😀', '\ud800', 'xn--', '\u202e'],
	];

	it('an accepted base URL names the host that every URL parser reads, and nothing besides it', () => {
		const text = fc
			.tuple(
				fc.constantFrom('', 'https://', 'http://', 'https://api.example.com', 'http://localhost'),
				fc.array(fc.constantFrom(...evil), { maxLength: 6 }),
			)
			.map(([start, others]) => start + others.join(''));
		fc.assert(
			fc.property(text, (typed) => {
				const base = resultOf(() => readBaseUrl(typed));
				if (base instanceof UserError) return;
				const before = new URL(typed.trim());
				const after = new URL(`${base}/public/calls`);
				expect(after.origin).toBe(before.origin);
				expect(['http:', 'https:']).toContain(after.protocol);
				expect(base.startsWith(`${after.origin}`)).toBe(true);
				expect(after.username + after.password + after.search + after.hash).toBe('');
				expect(after.pathname).toBe(`${before.pathname.replace(/\/+$/, '')}/public/calls`);
				expect(readBaseUrl(base)).toBe(base);
			}),
			{ numRuns: cases(3000) },
		);
	});
});
