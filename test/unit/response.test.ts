import * as fc from 'fast-check';

import {
	errorInResponse,
	isEmpty,
	reportedFailure,
	serviceMessage,
} from '../../nodes/service/response';
import { json } from '../support/scriptedClient';
import { emptyResponse, notJson, redirected, rejection, webPage } from '../support/sentences';
import { textsOf } from '../support/userError';
import { cases } from '../support/deep';

const html = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;

describe('the words of the service', () => {
	it.each([
		['message', { error: 'Unauthorized', message: 'Invalid API key.' }, 'Invalid API key.'],
		['error.message', { error: { code: 7, message: 'No such assistant' } }, 'No such assistant'],
		['detail', { title: 'Bad Request', detail: 'Unknown field' }, 'Unknown field'],
		['title', { type: 'about:blank', title: 'Bad Request' }, 'Bad Request'],
		['error_description', { error: 'x', error_description: 'Expired' }, 'Expired'],
		['errors, a list of objects', { errors: [{ message: 'One' }, { detail: 'Two' }] }, 'One; Two'],
		['a list in detail', { detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required'],
		['a bare list', ['One', 'Two'], 'One; Two'],
		['description', { code: 7, description: 'Too many' }, 'Too many'],
		['a list with nothing in it', { errors: [[], ' ', 'One', [['']]], title: 'T' }, 'One'],
		['a list of nothing', { errors: [[], ' '], title: 'T' }, 'T'],
		['four levels', { error: { error: { error: { message: 'Deep' } } } }, 'Deep'],
		['the next place where one is empty', { message: ' ', error: 'Second' }, 'Second'],
		['the next place where one is no text', { message: 7, error: { no: 1 }, title: 'T' }, 'T'],
		...['errorMessage', 'errorDescription', 'reason', 'msg', 'errMsg', 'err', 'exception'].map(
			(name): [string, object, string] => [name, { code: 7, [name]: 'Its words' }, 'Its words'],
		),
		['fault.faultString', { fault: { faultString: 'Its words' } }, 'Its words'],
	])('are found in %s', (_, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it.each([
		['a text', 'Invalid API key.', 'Invalid API key.'],
		['the title of a web page', html('502 Bad Gateway'), '502 Bad Gateway'],
		['the heading of a web page without a title', '<html><h1 class="a">Oops</h1></html>', 'Oops'],
		['the JSON of an object without a sentence', { code: 7 }, '{"code":7}'],
		[
			'the JSON of one that is nested too deeply',
			{ error: { error: { error: { error: { message: 'Deep' } } } } },
			'{"error":{"error":{"error":{"error":{"message":"Deep"}}}}}',
		],
		['the JSON of lists in lists', { errors: [[[['Deep']]]] }, '{"errors":[[[["Deep"]]]]}'],
	])('are %s', (_, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it.each([undefined, null, '  \n', {}, [], 7, true, html(''), '<html><body>no title</body>'])(
		'are empty where there are none: %j',
		(body) => expect(serviceMessage(body)).toBe(''),
	);

	it('are cut where they are longer, and stay 300 characters at most', () => {
		const words = serviceMessage('word '.repeat(100));
		expect(words).toBe(`${'word '.repeat(59)}wor …`);
		expect(words).toHaveLength(300);
		expect(serviceMessage('four '.repeat(100).slice(2))).toBe(`ur ${'four '.repeat(58)}four …`);
	});
});

describe('a response of success', () => {
	it.each(['', ' \n'])('may have an empty body only where that says the same: %j', (body) => {
		expect(errorInResponse(json(body, 204), { mayBeEmpty: true })).toBeUndefined();
		expect(textsOf(errorInResponse(json(body, 204)))).toEqual(emptyResponse(204));
	});

	it.each([
		['a web page', html('Log in'), webPage(200, 'Log in')],
		['a web page without a title', '\n<html><body>hi</body></html>', webPage(200)],
		['a web page behind a comment', `<!-- x -->${html('Log in')}`, webPage(200, 'Log in')],
		['JSON that is cut off', '{"data":[{"Id":"call-1",', notJson(200, '{"data":[{"Id":"call-1",')],
		['a word', 'OK', notJson(200, 'OK')],
	])('is not usable where the body is %s', (_, body, texts) => {
		expect(textsOf(errorInResponse(json(body), { mayBeEmpty: true }))).toEqual(texts);
	});
});

describe('a response of failure', () => {
	it.each([400, 401, 403, 404, 405, 408, 422, 429, 499, 500, 501, 503, 599])(
		'with %d says what happened and what to do',
		(status) => {
			const words = errorInResponse(json({ message: 'Its own words' }, status));
			expect(textsOf(words)).toEqual(rejection(status, 'Its own words'));
			expect(textsOf(errorInResponse(json('', status)))).toEqual(rejection(status));
		},
	);
});

it('a failure is told in data as well, and by what is no text', () => {
	for (const body of [{ data: { error: { toString: 1 } } }, { errors: [{ valueOf: 1 }] }])
		expect(reportedFailure(body)).toBeDefined();
	const deep = JSON.parse(`${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;
	expect(reportedFailure(deep)).toBeUndefined();
});

const bodies = (text: string) => text.split('|').map((one) => JSON.parse(one) as object);

it.each(
	bodies(`{"status":false,"message":"Quota exceeded","data":[]} | {"status":"false"} | {"queued":false}
		| {"success":"N"} | {"succeeded":false} | {"call":{"status":"failed"}} | {"callStatus":"failed"}
		| {"payload":{"success":false}} | {"faultString":"x"} | {"errorDetails":"x"} | {"errorCode":7}
		| {"failureCode":7} | {"code":"E_NO_CREDIT"} | {"code":"INTERNAL_SERVER_ERROR"} | {"status":"NACK"}
		| {"status":"declined"} | {"status":"not_allowed"} | {"status":"403 Forbidden"}
		| {"status":"Bad Request"} | {"error":1} | {"errors":["x"]}
		| {"error":{"code":null,"message":"x"}}`),
)('%j tells a failure', (told) => {
	expect(reportedFailure(told)).toBeDefined();
});

it.each(
	bodies(`{"errorCode":"0000"} | {"errorMessage":"No error"} | {"error":{"code":null,"message":null}}
		| {"error":{"code":0,"message":""}} | {"error":{"code":null,"details":[],"source":{}}}
		| {"errorMessage":"Success."} | {"result":0} | {"status":0} | {"meta":{"failed":3,"errors":2}}
		| {"status":"queued"} | {"status":"not_started"} | {"call":{"status":"in-progress"}}
		| {"status":true} | {"type":"internal"} | {"status":"no-answer"} | {"status":200}`),
)('%j tells none', (told) => {
	expect(reportedFailure(told)).toBeUndefined();
});

it('the words about a failure may be in its data, which is not shown where it is records', () => {
	const words = (data: unknown) => reportedFailure({ status: 'fail', data })?.message;
	expect(words({ phone_number: 'is not valid' })).toContain('is not valid');
	expect(words([{ PhoneNumber: '+4930123456' }])).not.toContain('+4930123456');
});

describe('a redirect', () => {
	it.each([300, 301, 302, 303, 304, 307, 308, 399])('with %d is not followed', (status) => {
		const location = 'https://other.example/login';
		expect(textsOf(errorInResponse(json({}, status, { location })))).toEqual(
			redirected(location, status),
		);
	});

	it('need not have an address', () => {
		expect(textsOf(errorInResponse(json({}, 302)))).toEqual(redirected('', 302));
	});

	it('shows its address in one line', () => {
		const location = `https://other.example/\n${'a'.repeat(500)}`;
		expect(textsOf(errorInResponse(json({}, 302, { location })))).toEqual(
			redirected(`https://other.example/ ${'a'.repeat(275)} …`, 302),
		);
	});
});

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

it('any response is either usable or told in one sentence with its status', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 100, max: 599 }),
			body,
			fc.boolean(),
			(status, any, mayBeEmpty) => {
				const error = errorInResponse({ status, headers: {}, body: any }, { mayBeEmpty });
				const isSuccess = status >= 200 && status < 300;
				if (isSuccess && mayBeEmpty && reportedFailure(any)) return expect(error).toBeDefined();
				const isData = typeof any !== 'string' || (mayBeEmpty && isEmpty(any));
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
