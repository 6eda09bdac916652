import * as fc from 'fast-check';

import { errorInResponse, serviceMessage } from '../../nodes/shared/http/response';
import { cases } from '../support/deep';

const body = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 700 }),
	fc.string({ unit: fc.constantFrom('👋🏽', ' ', 'a', '<', '\n'), maxLength: 400 }),
	fc.string({ unit: fc.constantFrom('\ud83d', '\udc4b', 'a', ' '), maxLength: 400 }),
	fc.jsonValue(),
	fc.dictionary(
		fc.constantFrom('message', 'error', 'errors', 'detail', 'title', 'code', 'toString'),
		fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 700 })),
	),
);

const oneLine = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

it('the words of any body are one line, of 300 characters at most, and whole characters', () => {
	fc.assert(
		fc.property(body, (any) => {
			const words = serviceMessage(any);
			expect(oneLine(words)).toBe(true);
			expect(words).toBe(words.trim());
			expect(words.length).toBeLessThanOrEqual(300);
			expect(words.isWellFormed()).toBe(true);
		}),
		{ numRuns: cases(1000) },
	);
});

it('any response is either usable or told in one sentence with its status', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 100, max: 599 }),
			body,
			fc.boolean(),
			(status, any, mayBeEmpty) => {
				const error = errorInResponse({ status, headers: {}, body: any }, { mayBeEmpty });
				const isSuccess = status >= 200 && status < 300;
				const isData = typeof any !== 'string' || (any === '' && mayBeEmpty);
				expect(error === undefined).toBe(isSuccess && isData);
				if (!error) return;
				expect(error.status).toBe(status);
				expect(error.message).toContain(`(${status})`);
				expect(oneLine(error.message)).toBe(true);
				expect(error.message.isWellFormed()).toBe(true);
				expect(error.message.length).toBeLessThan(420);
				expect(error.advice).toMatch(/^[A-Z].*\.$/);
			},
		),
		{ numRuns: cases(1000) },
	);
});
