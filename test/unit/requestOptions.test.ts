import { readRequestOptions } from '../../nodes/form/requestOptions';
import { refusalOf } from '../support/userError';

it('are never left out where an expression returns something else', () => {
	expect(refusalOf(() => readRequestOptions([{ timeout: 1500 }]))).toEqual({
		message: "'Request Options' is a list, which is not valid",
		advice: "Correct the expression in 'Request Options'.",
	});
});

it('are those that are set', () => {
	expect(readRequestOptions({ allowUnauthorizedCerts: true })).toEqual({
		skipSslCertificateValidation: true,
	});
	const off = ['false', false].map((allowUnauthorizedCerts) => ({ allowUnauthorizedCerts }));
	for (const options of [...off, { proxy: '' }]) expect(readRequestOptions(options)).toEqual({});
});

it.each(['off', null])(
	'are refused where Ignore SSL Issues is neither on nor off: %j',
	(allowUnauthorizedCerts) => {
		expect(refusalOf(() => readRequestOptions({ allowUnauthorizedCerts })).message).toMatch(
			/^'Ignore SSL Issues' is /,
		);
	},
);

describe('Timeout', () => {
	const timeoutOf = (timeout: unknown) => readRequestOptions({ timeout }).timeout;

	it.each([
		[' 1500 ', 1500],
		[1, 1],
		[2 ** 31 - 1, 2 ** 31 - 1],
		// Longer than a timer can wait.
		[2 ** 31, 2 ** 31 - 1],
		// The default.
		...[undefined, null, 0, '0', '', NaN, false].map((none) => [none, undefined]),
	])('may be %j', (value, milliseconds) => {
		expect(timeoutOf(value)).toBe(milliseconds);
	});

	it.each([
		[-5, '"-5"'],
		[' ', 'empty'],
		[{ ms: 1500 }, 'an object'],
	])('is refused where it is %j, before anything is sent', (value, shown) => {
		expect(refusalOf(() => timeoutOf(value))).toEqual({
			message: `'Timeout' is ${shown}${shown === 'empty' ? '' : ', which is not valid'}`,
			advice: "Enter a number of milliseconds. The option is under 'Request Options'.",
		});
	});
});

describe('Proxy', () => {
	const proxyOf = (proxy: unknown) => readRequestOptions({ proxy }).proxy;
	const PROXY = { host: 'proxy.example.com', port: 3128, protocol: 'http' };

	it.each([
		['http://proxy.example.com', { ...PROXY, port: 80 }],
		['https://127.0.0.1:443/', { host: '127.0.0.1', port: 443, protocol: 'https' }],
		[' HTTP://Proxy:8080 ', { host: 'proxy', port: 8080, protocol: 'http' }],
		['socks5://proxy.example.com:1080', { ...PROXY, port: 1080, protocol: 'socks5' }],
		[
			'http://a%40b:p%3Aw%2Fd@proxy.example.com:3128',
			{ ...PROXY, auth: { username: 'a@b', password: 'p:w/d' } },
		],
		[
			'http://a%4z:b@proxy.example.com:3128',
			{ ...PROXY, auth: { username: 'a%4z', password: 'b' } },
		],
	])('is read as n8n reads it: %s', (url, proxy) => {
		expect(proxyOf(url)).toEqual(proxy);
	});

	it.each([
		...['proxy.example.com:3128', '//proxy.example.com:3128', 'socks5://proxy', 'http://:3128'],
		...['http://proxy.example.com:99999', 'http://ada:sec/ret@proxy.example.com:3128'],
	])('is refused, and not quoted, where scheme, host or port is missing: %s', (url) => {
		expect(refusalOf(() => proxyOf(url))).toEqual({
			message: "'Proxy' is not the URL of a proxy",
			advice:
				"Enter it under 'Request Options' with scheme, host and port, for example http://proxy.example.com:3128.",
		});
	});
});
