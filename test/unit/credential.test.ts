import { assertEncrypted, readApiKey, readBaseUrl } from '../../nodes/shared/http/credential';
import { KEY_CANNOT_BE_SENT, NO_KEY, NO_URL, notEncrypted, noUrl } from '../support/sentences';
import { refusalOf } from '../support/userError';

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
		['a tab', 'sk\tlive'],
		['a control character', 'sk\u0000live'],
		['the last control character', 'sk\u007flive'],
		['a zero-width space', 'sk\u200blive'],
		['a no-break blank', 'sk\u00a0live'],
		['a typographic quotation mark', '“sk-live”'],
		['a letter that is not ASCII', 'schlüssel'],
		['dots of a masked key', 'sk-••••'],
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
		['this machine with a dot', 'http://localhost.'],
		['a name below localhost', 'http://api.localhost'],
		['a loopback address', 'http://127.0.0.1:8080'],
		['another loopback address', 'http://127.255.255.254'],
		['a loopback address of version 6', 'http://[::1]:8080'],
		['a loopback address in version 6', 'http://[::ffff:7f00:1]'],
		['the network 10', 'http://10.255.0.1'],
		['the first of the network 172.16', 'http://172.16.0.0'],
		['the last of the network 172.16', 'http://172.31.255.255'],
		['the network 192.168', 'http://192.168.178.1'],
		['a link-local address', 'http://169.254.1.1'],
		['a private address in version 6', 'http://[::ffff:a00:1]'],
		['the first unique local address', 'http://[fc00::1]'],
		['a unique local address', 'http://[fd12:3456:789a::1]'],
		['a link-local address of version 6', 'http://[fe80::1]'],
		['the last link-local address of version 6', 'http://[febf::1]'],
		['a name of one label', 'http://voice-service:3000'],
		['a name in .local', 'http://nas.local'],
		['a name in .internal', 'http://api.prod.internal.'],
	])('may be plain http for %s', (_, typed) => {
		expect(readBaseUrl(typed)).toBe(typed);
	});

	it.each([
		['a public name', 'http://api.example.com'],
		['a public name with a dot', 'http://api.example.com.'],
		['a public name with a port', 'http://api.example.com:8080'],
		['a public address', 'http://8.8.8.8'],
		['every address', 'http://0.0.0.0'],
		['the address before the network 10', 'http://9.255.255.255'],
		['the address after the network 10', 'http://11.0.0.0'],
		['the address before the network 127', 'http://126.255.255.255'],
		['the address after the network 127', 'http://128.0.0.0'],
		['the address before the network 172.16', 'http://172.15.255.255'],
		['the address after the network 172.16', 'http://172.32.0.0'],
		['the address before the network 192.168', 'http://192.167.255.255'],
		['the address after the network 192.168', 'http://192.169.0.0'],
		['the address before the link-local ones', 'http://169.253.255.255'],
		['the address after the link-local ones', 'http://169.255.0.0'],
		['an address that ends like a link-local one', 'http://8.254.1.1'],
		['a public address of version 6', 'http://[2001:db8::1]'],
		['every address of version 6', 'http://[::]'],
		['one that only begins like loopback in version 6', 'http://[::ffff:7f00:1:2]'],
		['an address that begins with 00fd', 'http://[fd::1]'],
		['an address that begins with 00fc', 'http://[fc:1::1]'],
		['an address that begins with 0fe8', 'http://[fe8::1]'],
		['an address after the link-local ones', 'http://[fec0::1]'],
		['an address after the unique local ones', 'http://[fe00::1]'],
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
