import { asUserError, UserError } from '../../nodes/n8n/errors';
import { textsOf } from '../support/userError';

describe('a UserError', () => {
	it('is an error with a message, an advice and perhaps a status', () => {
		const error = new UserError('It failed', 'Do this.', 400);
		expect(error).toBeInstanceOf(Error);
		expect(String(error)).toBe('UserError: It failed');
		expect(textsOf(error)).toEqual({ message: 'It failed', advice: 'Do this.', status: 400 });
		expect(new UserError('It failed', '').status).toBeUndefined();
	});

	it('is cut where nobody reads more', () => {
		const texts = (length: number) =>
			textsOf(new UserError('m'.repeat(length), 'a'.repeat(length)));
		expect(texts(600)).toEqual({ message: 'm'.repeat(600), advice: 'a'.repeat(600) });
		expect(texts(601).message).toBe(`${'m'.repeat(598)} …`);
		expect(texts(1391).advice).toBe(`${'a'.repeat(1388)} …`);
	});

	it('stays the same where it is described again', () => {
		const error = new UserError('It failed', 'Do this.');
		expect(asUserError(error)).toBe(error);
	});
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
])('%s that was thrown becomes a UserError', (_, thrown, message, advice) => {
	expect(textsOf(asUserError(thrown))).toEqual({ message, advice });
});
