import * as fc from 'fast-check';

import { keyRedactor } from '../../nodes/service/redact';
import { cases } from '../support/deep';

const key = 'sk/live+abc=="1"';

const hidden = (text: string, secret: string) => keyRedactor(secret)(text);

describe('what a service sent', () => {
	it.each([
		['more than once', key, `${key} is not ${key}`, '[API key] is not [API key]'],
		['with its prefix', ' Bearer sk-live-1 ', 'Bearer sk-live-1 is wrong', '[API key] is wrong'],
		['without its prefix', ' Bearer sk-live-1 ', 'sk-live-1 is wrong', '[API key] is wrong'],
	])('does not contain the key %s', (_, secret, text, clean) => {
		expect(hidden(text, secret)).toBe(clean);
	});

	it('does not contain it in an object or a list', () => {
		const response = { status: 401, body: { errors: [`bad: ${key}`, 7, null] } };
		const clean = { status: 401, body: { errors: ['bad: [API key]', 7, null] } };
		expect(keyRedactor(key)(response)).toEqual(clean);
	});

	it.each([
		['Token token="sk-live-1"', 'sk-live-1'],
		['Token token=\'sk-live-1\', nonce="other-1"', 'sk-live-1'],
		['key=sk-live-1', 'sk-live-1'],
		['Bearer:token=sk-live-1', 'sk-live-1'],
		['ApiKey name:sk-live-1', 'sk-live-1'],
		['id=me&secret=sk-live-1', 'sk-live-1'],
		['Bearer ab,cd', 'ab,cd'],
		['sk/live+1==', 'sk/live+1=='],
		['Bearer sk-token', 'sk-token'],
		['X-Api-Key: sk:live:1', 'sk:live:1'],
		[`Basic ${btoa('me:pass-word')}`, 'pass-word'],
		[`Basic ${btoa('me:pass-word')}`, 'me:pass-word'],
		[`basic:  ${btoa('me:pass-word')}`, 'pass-word'],
		[`basic ${btoa('sk-live-1:')}`, 'sk-live-1'],
		[`Basic ${btoa('me:pass:word')}`, 'pass:word'],
	])('does not contain the part that counts of %s', (secret, part) => {
		for (const text of [secret, part, encodeURIComponent(part), JSON.stringify(part)]) {
			expect(hidden(`No ${text}!`, secret)).not.toContain(part);
			expect(hidden(`No ${text}!`, secret)).toContain('[API key]');
		}
	});

	it.each([
		['Bearer', 'Basic', 'Digest', 'Key', 'secret', 'Token', 'Bearer:', 'Token='],
		['Api-Key', 'ApiKey', 'api_key', 'X-Api-Key', 'XApiKey', '-API-Key', 'X-API_KEY'],
	])('keeps the words in front of a key: %s, %s and others', (...schemes) => {
		for (const scheme of schemes) {
			const text = `${scheme} is missing, or [API key] is no key`;
			expect(hidden(text, `${scheme} sk-live-1`)).toBe(text);
			expect(hidden(`${scheme}sk-live-1`, `${scheme} sk-live-1`)).toBe(`${scheme}[API key]`);
		}
	});

	it.each([
		['a key that is too short to be looked for', 'abc', 'abc and abcd'],
		['a part that is too short', 'abc, de fghij', 'abc and de'],
		['a short user name', `Basic ${btoa('me-user:pass-word')}`, 'me-user may not call'],
	])('keeps %s', (_, secret, text) => {
		expect(hidden(text, secret)).toBe(text);
	});

	it.each([
		['a long user name', `Basic ${btoa('me-users:pass-word')}`, 'me-users', '[API key]'],
		['the longest part where one begins with another', 'abcd abcdef', 'abcdef', '[API key]'],
		['a key with several blanks', 'Bearer  sk-live-1', ' sk-live-1', ' [API key]'],
	])('does not contain %s', (_, secret, text, clean) => {
		expect(hidden(text, secret)).toBe(clean);
	});

	it('does not contain it in the name of a field, and ends after a hundred levels', () => {
		expect(keyRedactor('sk-live-1')({ 'sk-live-1': 1 })).toEqual({ '[API key]': 1 });
		const levels = JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) as unknown;
		const clean = JSON.stringify(keyRedactor('sk-live-1')(levels));
		expect(clean).toBe(`${'['.repeat(100)}"…"${']'.repeat(100)}`);
		const fields = JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`) as unknown;
		expect(JSON.stringify(keyRedactor('sk-live-1')(fields))).toContain('{"a":"…"}');
	});

	it.each(['1234', 'nabcdef', 'u0000', '0000', 'true', 'null', '":[4'])(
		'keeps its numbers and its structure where the key is %s',
		(secret) => {
			const response = { status: 401, body: [401234, true, null, 'no\nabcdef', '\u0000'] };
			expect(keyRedactor(secret)(response)).toEqual(response);
		},
	);
});

const SHOWN = '[API key]';

/** Long enough to be a key, and nothing that stands in what takes its place. */
const word = fc
	.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 40 })
	.map((text) => text.replace(/\s/g, '_'))
	.filter((text) => !SHOWN.includes(text));

const hex = (character: string, length: number) =>
	character.charCodeAt(0).toString(16).padStart(length, '0');

const NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

/** As it is; but what begins a spelling could be read with the characters after it in two ways. */
const plain = (character: string) =>
	/[\\%&]/.test(character) ? `%${hex(character, 2)}` : character;

/** How one character may be written: in a URL, in JSON, and in HTML. */
const SPELLINGS: Array<(character: string) => string> = [
	plain,
	(character) => `%${hex(character, 2)}`,
	(character) => `%${hex(character, 2).toUpperCase()}`,
	(character) => (/[\\"/]/.test(character) ? `\\${character}` : plain(character)),
	(character) => `\\u${hex(character, 4)}`,
	(character) => `\\u${hex(character, 4).toUpperCase()}`,
	(character) => NAMES[character] ?? plain(character),
	(character) => `&#${character.charCodeAt(0)};`,
	(character) => `&#00${character.charCodeAt(0)};`,
	(character) => `&#x${hex(character, 2)};`,
	(character) => `&#X${hex(character, 4).toUpperCase()};`,
];

const spelling = fc.nat(SPELLINGS.length - 1);

it('any key of which each character is written in another way is taken out as a whole', () => {
	fc.assert(
		fc.property(word, fc.array(spelling, { minLength: 50, maxLength: 50 }), (secret, which) => {
			const written = [...secret].map((character, index) => SPELLINGS[which[index]](character));
			expect(keyRedactor(secret)(`ä${written.join('')}ö`)).toBe(`ä${SHOWN}ö`);
		}),
		{ numRuns: cases(500) },
	);
});
