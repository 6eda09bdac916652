import { asUserError, UserError, redactKey } from '../../nodes/shared/userError';
import { said } from './said';

describe('a Problem', () => {
	it('is an error with a title, an advice and perhaps a status', () => {
		const problem = new UserError('It failed', 'Do this.', 400);
		expect(problem).toBeInstanceOf(Error);
		expect(String(problem)).toBe('UserError: It failed');
		expect(said(problem)).toEqual({ title: 'It failed', advice: 'Do this.', status: 400 });
		expect(new UserError('It failed', '').status).toBeUndefined();
	});

	it('stays the same where it is described again', () => {
		const problem = new UserError('It failed', 'Do this.');
		expect(asUserError(problem)).toBe(problem);
	});

	it.each([
		['an error', new TypeError('Not a function'), 'Not a function', ''],
		[
			"one of n8n's errors",
			Object.assign(new Error('Bad request'), { description: 'Check the parameters' }),
			'Bad request',
			'Check the parameters',
		],
		['an error with an odd description', { message: 'Bad', description: { a: 1 } }, 'Bad', ''],
		['an error with an odd message', { message: 7 }, '[object Object]', ''],
		['an error without a message', new RangeError(''), 'RangeError', ''],
		['a text', 'It failed', 'It failed', ''],
		['undefined', undefined, 'undefined', ''],
		['null', null, 'null', ''],
		['a number', 7, '7', ''],
	])('describes %s', (_, thrown, title, advice) => {
		expect(said(asUserError(thrown))).toEqual({ title, advice });
	});
});

describe('an answer without the key', () => {
	const key = 'sk/live+abc=="1"';
	const hidden = (text: string, secret = key) => redactKey(text, secret);

	it.each([
		['as it is', `Invalid key ${key}!`, 'Invalid key [API key]!'],
		['more than once', `${key} is not ${key}`, '[API key] is not [API key]'],
		['percent-encoded', 'key=sk%2Flive%2Babc%3D%3D%221%22', 'key=[API key]'],
		['percent-encoded in lower case', 'key=sk%2flive%2babc%3d%3d%221%22', 'key=[API key]'],
		['in a JSON text', '{"key":"sk/live+abc==\\"1\\""', '{"key":"[API key]"'],
		['in a JSON text of PHP', '{"key":"sk\\/live+abc==\\"1\\""', '{"key":"[API key]"'],
	])('does not hold it %s', (_, text, clean) => {
		expect(hidden(text)).toBe(clean);
	});

	it('does not hold it in an object or a list', () => {
		const answer = {
			status: 401,
			headers: { www: key },
			body: { errors: [`bad: ${key}`, 7, null] },
		};
		expect(redactKey(answer, key)).toEqual({
			status: 401,
			headers: { www: '[API key]' },
			body: { errors: ['bad: [API key]', 7, null] },
		});
	});

	it('does not hold it as the name of a field', () => {
		expect(redactKey({ [key]: 'unknown' }, key)).toEqual({ '[API key]': 'unknown' });
	});

	it.each([
		['with its prefix', 'Bearer sk-live-1 is wrong', '[API key] is wrong'],
		['without its prefix', 'sk-live-1 is wrong', '[API key] is wrong'],
	])('does not hold it %s', (_, text, clean) => {
		expect(hidden(text, ' Bearer sk-live-1 ')).toBe(clean);
	});

	it('does not hold one that only ends like a prefix', () => {
		expect(hidden('my-token is wrong', 'Bearer my-token')).toBe('[API key] is wrong');
	});

	it.each(['Basic', 'bearer', 'TOKEN', 'ApiKey', 'Api-Key'])(
		'still holds the word %s, where that is the prefix of the key',
		(prefix) => {
			const sentence = `Send ${prefix} and then the key`;
			expect(hidden(sentence, `${prefix} sk-live-1`)).toBe(sentence);
		},
	);

	it.each(['1234', 'nabcdef', 'u0000', '0000', 'true', 'null', '":[4'])(
		'keeps its numbers and its structure where the key is %s',
		(secret) => {
			const answer = { status: 401, body: [401234, true, null, 'no\nabcdef', '\u0000'] };
			expect(redactKey(answer, secret)).toEqual(answer);
		},
	);

	it.each(['', '  ', 'abc'])(
		'is as it was where the key is "%s", too short to be one',
		(secret) => {
			const answer = { body: 'abc and a  b' };
			expect(redactKey(answer, secret)).toEqual(answer);
		},
	);

	it('does not hold a key that no header can carry', () => {
		expect(hidden('Invalid key sk-live\ud83d!', 'sk-live\ud83d')).not.toContain('sk-live');
	});
});
