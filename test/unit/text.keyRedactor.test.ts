import { keyRedactor } from '../../nodes/shared/http/redact';

const key = 'sk/live+abc=="1"';

const hidden = (text: string, secret = key) => keyRedactor(secret)(text);

describe('what a service sent', () => {
	it.each([
		['as it is', `Invalid key ${key}!`, 'Invalid key [API key]!'],
		['more than once', `${key} is not ${key}`, '[API key] is not [API key]'],
		['percent-encoded', 'key=sk%2Flive%2Babc%3D%3D%221%22', 'key=[API key]'],
		['percent-encoded in lower case', 'key=sk%2flive%2babc%3d%3d%221%22', 'key=[API key]'],
		['in a JSON text', '{"key":"sk/live+abc==\\"1\\""', '{"key":"[API key]"'],
		['in a JSON text of PHP', '{"key":"sk\\/live+abc==\\"1\\""', '{"key":"[API key]"'],
		[
			'in a JSON text with codes',
			'sk\\u002flive\\u002Babc\\u003d\\u003D\\u00221\\u0022',
			'[API key]',
		],
		['in HTML with names', 'Key sk/live+abc==&quot;1&quot;', 'Key [API key]'],
		['in HTML with numbers', 'sk&#47;live&#x2B;abc&#061;&#X3d;&#34;1&#x22;', '[API key]'],
	])('does not contain the key %s', (_, text, clean) => {
		expect(hidden(text)).toBe(clean);
	});

	it('does not contain it in an object or a list', () => {
		const response = {
			status: 401,
			headers: { www: key },
			body: { errors: [`bad: ${key}`, 7, null] },
		};
		expect(keyRedactor(key)(response)).toEqual({
			status: 401,
			headers: { www: '[API key]' },
			body: { errors: ['bad: [API key]', 7, null] },
		});
	});

	it('does not contain it as the name of a field', () => {
		expect(keyRedactor(key)({ [key]: 'unknown' })).toEqual({ '[API key]': 'unknown' });
	});

	it.each([
		['with its prefix', 'Bearer sk-live-1 is wrong', '[API key] is wrong'],
		['without its prefix', 'sk-live-1 is wrong', '[API key] is wrong'],
	])('does not contain it %s', (_, text, clean) => {
		expect(hidden(text, ' Bearer sk-live-1 ')).toBe(clean);
	});

	it.each([
		['Token token="sk-live-1"', 'sk-live-1'],
		['Token token=\'sk-live-1\', nonce="other-1"', 'sk-live-1'],
		['key=sk-live-1', 'sk-live-1'],
		['key="sk-live-1"', 'sk-live-1'],
		['Bearer:sk-live-1', 'sk-live-1'],
		['Bearer: sk-live-1', 'sk-live-1'],
		['Bearer=sk-live-1', 'sk-live-1'],
		['ApiKey name:sk-live-1', 'sk-live-1'],
		['id=me&secret=sk-live-1', 'sk-live-1'],
		['sk/live+1==', 'sk/live+1=='],
		['X-Api-Key: sk:live:1', 'sk:live:1'],
		[`Basic ${btoa('me:pass-word')}`, 'pass-word'],
		[`Basic ${btoa('me:pass-word')}`, 'me:pass-word'],
		[`basic ${btoa('sk-live-1:')}`, 'sk-live-1'],
		[`Basic ${btoa('me:pass:word')}`, 'pass:word'],
	])('does not contain the part that counts of %s', (secret, part) => {
		for (const text of [secret, part, encodeURIComponent(part), JSON.stringify(part)]) {
			expect(hidden(`No ${text}!`, secret)).not.toContain(part);
			expect(hidden(`No ${text}!`, secret)).toContain('[API key]');
		}
	});

	it('does not contain one that only ends like a prefix', () => {
		expect(hidden('my-token is wrong', 'Bearer my-token')).toBe('[API key] is wrong');
	});

	it('does not contain a key in which the codes of HTML or URLs stand', () => {
		for (const secret of ['a&amp;b', '%41%42', 'a\\u0041', '&#65;&#66;']) {
			expect(hidden(`No ${secret}.`, secret)).toBe('No [API key].');
		}
	});

	it.each(['Basic', 'bearer', 'TOKEN', 'ApiKey', 'Api-Key'])(
		'still contains the word %s, where that is the prefix of the key',
		(prefix) => {
			const sentence = `Send ${prefix} and then the key`;
			expect(hidden(sentence, `${prefix} sk-live-1`)).toBe(sentence);
		},
	);

	it.each(['1234', 'nabcdef', 'u0000', '0000', 'true', 'null', '":[4'])(
		'keeps its numbers and its structure where the key is %s',
		(secret) => {
			const response = { status: 401, body: [401234, true, null, 'no\nabcdef', '\u0000'] };
			expect(keyRedactor(secret)(response)).toEqual(response);
		},
	);

	it.each(['', '  ', 'abc', 'Bearer abc'])(
		'is as it was where the key is "%s", too short to be one',
		(secret) => {
			const response = { body: 'abc and a  b' };
			expect(keyRedactor(secret)(response)).toEqual(response);
		},
	);
});
