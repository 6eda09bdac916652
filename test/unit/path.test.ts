import { readEndpointPath, pathWithId } from '../../nodes/shared/http/path';
import { refusalOf } from '../support/userError';

const CALL = '/public/calls/{id}';

const empty = (field: string) => ({
	message: `'${field}' is empty`,
	advice: `Enter '${field}'. If it uses an expression, check that the input item contains that field.`,
});

const noId = (text: string) => ({
	message: `'Call' is "${text}", which cannot be an ID`,
	advice: "Enter the ID of a record in 'Call'. Get Many returns it.",
});

/** Spaces and control characters are shown as one space. */
function shown(text: string): string {
	const line = text.replace(/[\s\0]+/g, ' ').trim();
	return line === '' ? 'empty' : `"${line}"`;
}

const cannotBeUsed = (text: string) => ({
	message: `'Endpoint Path' is ${shown(text)}, which is not a path below 'Base URL'`,
	advice:
		'Enter a path such as /public/events. Another host, "//", ".." and spaces are not accepted: they could send the API key elsewhere.',
});

describe('an identifier in a path', () => {
	it.each([
		['8f14e45f-ceea-467f-a8d9-5c1c2b3a4d5e', '8f14e45f-ceea-467f-a8d9-5c1c2b3a4d5e'],
		[' with blanks around \n', 'with%20blanks%20around'],
		['a/b', 'a%2Fb'],
		['../company', '..%2Fcompany'],
		['a?b=c&d', 'a%3Fb%3Dc%26d'],
		['a#b', 'a%23b'],
		['100%', '100%25'],
		['%2e%2e', '%252e%252e'],
		['a\\b', 'a%5Cb'],
		['a\nb', 'a%0Ab'],
		['{id}', '%7Bid%7D'],
		['$& $1', '%24%26%20%241'],
		['größe', 'gr%C3%B6%C3%9Fe'],
		['...', '...'],
		[7, '7'],
		[0, '0'],
	])('stays one segment: %j', (id, segment) => {
		expect(pathWithId(CALL, id, 'Call')).toBe(`/public/calls/${segment}`);
	});

	it.each([undefined, null, '', '  ', true, {}, []])('is missing where it is %j', (id) => {
		expect(refusalOf(() => pathWithId(CALL, id, 'Call'))).toEqual(empty('Call'));
	});

	it.each(['.', '..', ' .. '])('is refused where it would change the path: "%s"', (id) => {
		expect(refusalOf(() => pathWithId(CALL, id, 'Call'))).toEqual(noId(id.trim()));
	});

	it('is refused as a number that was rounded: it may be the ID of another record', () => {
		expect(refusalOf(() => pathWithId(CALL, 2 ** 60, 'Call'))).toEqual(noId(String(2 ** 60)));
	});

	it('is refused with half a character, which no address can hold', () => {
		expect(refusalOf(() => pathWithId(CALL, 'a\ud83d', 'Call'))).toEqual(noId('a\ufffd'));
	});

	it('stands wherever the path has a place for it', () => {
		expect(pathWithId('/a/{id}/b/{id}?of={id}', 'x/y', 'ID')).toBe('/a/x%2Fy/b/x%2Fy?of=x%2Fy');
	});

	it('is named after the field that holds it', () => {
		expect(refusalOf(() => pathWithId('/public/events/{id}', '', 'ID'))).toEqual(empty('ID'));
	});
});

describe('a path that a user typed', () => {
	it.each([
		['/public/events', '/public/events'],
		['public/events', '/public/events'],
		['  /public/events\n', '/public/events'],
		['/public/events/', '/public/events/'],
		['/', '/'],
		['/public/events?kind=call&at=12:30', '/public/events?kind=call&at=12:30'],
		[
			'/public/events?next=https://other.example/..',
			'/public/events?next=https://other.example/..',
		],
		['/public/events:search', '/public/events:search'],
		['/v1.2/a..b/...', '/v1.2/a..b/...'],
		['/gr%C3%B6%C3%9Fe', '/gr%C3%B6%C3%9Fe'],
		['/@other.example', '/@other.example'],
	])('is used as typed: %j', (typed, path) => {
		expect(readEndpointPath(typed, false)).toBe(path);
	});

	it.each([
		['another address', 'https://other.example/public/events'],
		['another address in capitals', 'HTTPS://other.example'],
		['another scheme', 'javascript:alert(1)'],
		['another host', '//other.example/public/events'],
		['three slashes', '///other.example'],
		['backslashes', '\\\\other.example'],
		['a slash and a backslash', '/\\other.example'],
		['a backslash in it', '/public\\..\\..\\admin'],
		['a way up', '/public/../admin'],
		['a way up at its end', '/public/..'],
		['a way up at its beginning', '../admin'],
		['a step that stays', '/public/./events'],
		['an encoded way up', '/public/%2e%2E/admin'],
		['a half-encoded way up', '/public/.%2e/admin'],
		['a way up between encoded slashes', '/public%2f..%2fadmin'],
		['a way up between encoded backslashes', '/public%5c..%5cadmin'],
		['a way up before a query', '/public/..?a=b'],
		['a fragment', '/public/events#top'],
		['a blank', '/public/my events'],
		['a line break', '/public\n/events'],
		['a tab that hides two slashes', '/\t/other.example'],
		['a control character', '/public\u0000'],
		['letters that need encoding', '/größe'],
		['half an escape, which an ID could complete to a dot', '/public/%2{id}'],
		['a percent sign that begins no escape', '/public/100%'],
	])('is refused with %s', (_, typed) => {
		expect(refusalOf(() => readEndpointPath(typed, false))).toEqual(cannotBeUsed(typed));
	});

	it.each([undefined, null, '', ' ', 7])('is refused where the field holds %j', (value) => {
		expect(refusalOf(() => readEndpointPath(value, false))).toEqual(
			cannotBeUsed(String(value ?? '')),
		);
	});

	it('is shown in a form that can be stored', () => {
		expect(refusalOf(() => readEndpointPath('/a\ud83d', false))).toEqual(cannotBeUsed('/a\ufffd'));
	});

	it('needs a place for the ID where one record is read', () => {
		expect(readEndpointPath('/public/events/{id}', true)).toBe('/public/events/{id}');
		expect(refusalOf(() => readEndpointPath('/public/events', true))).toEqual({
			message: `'Endpoint Path' "/public/events" has no placeholder for the ID`,
			advice: 'Write {id} where the ID belongs, for example /public/events/{id}.',
		});
	});

	it('has no place for the ID behind a question mark', () => {
		expect(refusalOf(() => readEndpointPath('/public/events?id={id}', true)).message).toBe(
			`'Endpoint Path' "/public/events?id={id}" has no placeholder for the ID`,
		);
	});
});
