import { errorInResponse, serviceMessage, type ApiResponse } from '../../nodes/shared/response';
import { json } from './scripted';
import { said } from './said';

const html = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;

describe('the words of the service', () => {
	it.each([
		['message', { error: 'Unauthorized', message: 'Invalid API key.' }, 'Invalid API key.'],
		['error', { error: 'Invalid API key.' }, 'Invalid API key.'],
		['error.message', { error: { code: 7, message: 'No such assistant' } }, 'No such assistant'],
		['detail', { title: 'Bad Request', detail: 'Unknown field' }, 'Unknown field'],
		['title', { type: 'about:blank', title: 'Bad Request' }, 'Bad Request'],
		['error_description', { error: 'x', error_description: 'Expired' }, 'Expired'],
		['description', { description: 'Not now' }, 'Not now'],
		['reason', { reason: 'Not now' }, 'Not now'],
		['msg', { msg: 'Not now' }, 'Not now'],
		['errors, a list of texts', { errors: ['One', 'Two'] }, 'One; Two'],
		['errors, a list of objects', { errors: [{ message: 'One' }, { detail: 'Two' }] }, 'One; Two'],
		['a list in detail', { detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required'],
		['a bare list', ['One', 'Two'], 'One; Two'],
		['some entries of a list', [{}, { message: 'One' }, 7, 'Two'], 'One; Two'],
		['four levels', { error: { error: { error: { message: 'Deep' } } } }, 'Deep'],
		['the next place where one is empty', { message: ' ', error: 'Second' }, 'Second'],
		['the next place where one is no text', { message: 7, error: { no: 1 }, title: 'T' }, 'T'],
	])('are found in %s', (_, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it.each([
		['a text', 'Invalid API key.', 'Invalid API key.'],
		['a text that speaks of a web page', 'No <html> here', 'No <html> here'],
		['the title of a web page', html('502 Bad Gateway'), '502 Bad Gateway'],
		['the title with attributes', '<html><title lang="en">Oops</title></html>', 'Oops'],
		['the title with an ampersand', html('Sorry &amp; goodbye'), 'Sorry & goodbye'],
		['the heading of a web page without a title', '<html><h1>Oops</h1></html>', 'Oops'],
		['the JSON of an object without a sentence', { code: 7 }, '{"code":7}'],
		['the JSON of a list without a sentence', [{}, 7], '[{},7]'],
		['the JSON of lists that are nested too deeply', [[[[['Deep']]]]], '[[[[["Deep"]]]]]'],
		[
			'the JSON of one that is nested too deeply',
			{ error: { error: { error: { error: { message: 'Deep' } } } } },
			'{"error":{"error":{"error":{"error":{"message":"Deep"}}}}}',
		],
	])('are %s', (_, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it.each([
		undefined,
		null,
		'',
		'  \n',
		{},
		[],
		7,
		true,
		html(''),
		'<html><body>no title</body></html>',
	])('are empty where there are none: %j', (body) => {
		expect(serviceMessage(body)).toBe('');
	});

	it('are one line without control and invisible characters', () => {
		expect(serviceMessage({ message: ' a\r\n\tb\u0000\u001b[31mc\u200b\u202ed\u2028e ' })).toBe(
			'a b [31mc d e',
		);
	});

	it('are shown whole up to 300 characters', () => {
		expect(serviceMessage('x'.repeat(300))).toBe('x'.repeat(300));
	});

	it('are cut where they are longer, and stay 300 characters at most', () => {
		const words = serviceMessage('word '.repeat(100));
		expect(words).toBe(`${'word '.repeat(59)}wor …`);
		expect(words).toHaveLength(300);
		expect(serviceMessage('four '.repeat(100).slice(2))).toBe(`ur ${'four '.repeat(58)}four …`);
	});

	it('are never cut within a character', () => {
		const cuts = [...Array(8).keys()].map((shift) =>
			serviceMessage('x'.repeat(shift) + '👋🏽'.repeat(200)),
		);
		expect(cuts.filter((words) => !/^x*(👋🏽)+(👋)? …$/u.test(words))).toEqual([]);
	});
});

describe('an answer of success', () => {
	it.each([
		['an object', {}],
		['a list', []],
		['null', null],
		['nothing', undefined],
		['a number', 7],
	])('is usable where the body is %s', (_, body) => {
		expect(errorInResponse(json(body))).toBeUndefined();
	});

	it.each([200, 201, 202, 204, 299])('has a status such as %d', (status) => {
		expect(errorInResponse(json({}, status))).toBeUndefined();
	});

	it('may have an empty body only where that says the same', () => {
		expect(errorInResponse(json('', 204), { mayBeEmpty: true })).toBeUndefined();
		expect(said(errorInResponse(json('', 204)))).toEqual({
			title: 'The service sent an empty answer (204)',
			advice: 'Check Base URL in the credential: this does not look like the API.',
			status: 204,
		});
	});

	it.each([
		['a web page', html('Log in'), 'A web page titled "Log in" came back instead of data (200)'],
		[
			'a web page without a title',
			'\n<html><body>hi</body></html>',
			'A web page came back instead of data (200)',
		],
		['an XML document', '<?xml version="1.0"?><a/>', 'A web page came back instead of data (200)'],
		['blanks', ' \n', 'The service sent an empty answer (200)'],
	])('is not usable where the body is %s', (_, body, title) => {
		expect(said(errorInResponse(json(body), { mayBeEmpty: true }))).toEqual({
			title,
			advice: 'Check Base URL in the credential: this does not look like the API.',
			status: 200,
		});
	});

	it.each([
		['cut off', '{"data":[{"Id":"call-1",'],
		['a word', 'OK'],
	])('is not usable where the body is no JSON: %s', (_, body) => {
		expect(said(errorInResponse(json(body)))).toEqual({
			title: `The answer of the service is not valid JSON (200); it begins with: ${body}`,
			advice:
				'Check Base URL in the credential: this does not look like the API. If it does at other times, the answer was cut off on its way.',
			status: 200,
		});
	});

	it('shows no more than the beginning of what is no JSON', () => {
		expect(said(errorInResponse(json(`{${'a'.repeat(200)}`))).title).toBe(
			`The answer of the service is not valid JSON (200); it begins with: {${'a'.repeat(59)}`,
		);
	});
});

describe('a refusal', () => {
	const SERVER_ERROR = 'If it goes on, ask the service with the words above.';

	it.each([
		[
			400,
			'The service refused the request',
			'Correct what the service names, and run the node again.',
		],
		[
			401,
			'The service did not accept the API key',
			'Open the credential and check API Key. It is sent exactly as it stands there: if the service asks for a prefix such as "Bearer ", it belongs into the field.',
		],
		[
			403,
			'The API key is not allowed to do this',
			'Check in the service what this API key may do, or use the credential of another one. If the service asks for a prefix such as "Bearer ", it belongs into the field API Key.',
		],
		[
			404,
			'The service has nothing at this address',
			'Check Base URL in the credential: the paths of the API are appended to it.',
		],
		[
			422,
			'The service refused the request',
			'Correct what the service names, and run the node again.',
		],
		[
			429,
			'The service is receiving too many requests',
			'Wait a little, and let fewer requests through at once: fewer items, or Loop Over Items with a Wait node.',
		],
		[500, 'The service could not answer', SERVER_ERROR],
		[503, 'The service could not answer', SERVER_ERROR],
		[599, 'The service could not answer', SERVER_ERROR],
	])('with %d says what happened and what to do', (status, title, advice) => {
		expect(said(errorInResponse(json({ message: 'Its own words' }, status)))).toEqual({
			title: `${title}: Its own words (${status})`,
			advice,
			status,
		});
		expect(said(errorInResponse(json('', status)))).toEqual({
			title: `${title} (${status})`,
			advice,
			status,
		});
	});

	it('is one with a status that no service should send', () => {
		expect(said(errorInResponse(json({}, 103))).title).toBe(
			'The service refused the request (103)',
		);
	});

	it('says what the operation knows better', () => {
		const advice = { 404: 'There is no such call.' };
		expect(said(errorInResponse(json({}, 404), { advice })).advice).toBe('There is no such call.');
		expect(said(errorInResponse(json({}, 500), { advice })).advice).toBe(SERVER_ERROR);
	});

	it('is told by its status even where the body may be empty', () => {
		expect(said(errorInResponse(json('', 400), { mayBeEmpty: true })).title).toBe(
			'The service refused the request (400)',
		);
	});
});

describe('a redirect', () => {
	const ADVICE =
		'Redirects are not followed, since the API key would go along. Enter the final address as Base URL in the credential.';

	it.each([300, 301, 302, 303, 304, 307, 308, 399])('with %d is not followed', (status) => {
		const answer = json({}, status, { location: 'https://other.example/login' });
		expect(said(errorInResponse(answer))).toEqual({
			title: `The service redirected the request to https://other.example/login (${status})`,
			advice: ADVICE,
			status,
		});
	});

	it.each([undefined, ['https://other.example']])('may not say where to: %j', (location) => {
		expect(said(errorInResponse({ status: 302, headers: { location }, body: '' }))).toEqual({
			title: 'The service redirected the request to another address (302)',
			advice: ADVICE,
			status: 302,
		});
	});

	it('shows its address in one line', () => {
		const answer: ApiResponse = json({}, 302, {
			location: `https://other.example/\n${'a'.repeat(500)}`,
		});
		expect(said(errorInResponse(answer)).title).toMatch(
			/^The service redirected the request to https:\/\/other\.example\/ .{1,300} \(302\)$/,
		);
	});
});
