import * as fc from 'fast-check';

import {
	readEndpointPath,
	pathWithId,
	assertBelow,
	readCredentialPath,
} from '../../nodes/service/path';
import { refusalOf, resultOf } from '../support/userError';
import { UserError } from '../../nodes/n8n/errors';
import { cases } from '../support/deep';
import { EVIL_PATHS } from '../support/evilPaths';
import { withoutInvisible } from '../../nodes/n8n/text';

const CALL = '/public/calls/{id}';

/** Spaces and control characters are shown as one space. */
const shown = (text: string) => {
	const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
	return line === '' ? 'empty' : `"${line}"`;
};

describe('an identifier in a path', () => {
	it.each([
		[' with blanks around \n', 'with%20blanks%20around'],
		['\ufeffinvisible\u200b', 'invisible'],
		['../company', '..%2Fcompany'],
		[7, '7'],
		[0, '0'],
	])('stays one segment: %j', (id, segment) => {
		expect(pathWithId(CALL, id, 'Call')).toBe(`/public/calls/${segment}`);
	});

	it.each([undefined, null, NaN, '', '  ', true, {}, []])('is missing where it is %j', (id) => {
		expect(refusalOf(() => pathWithId(CALL, id, 'Call'))).toEqual({
			message: "'Call' is empty",
			advice:
				"Enter 'Call'. If it uses an expression, check that the input item contains that field.",
		});
	});

	it.each([
		['it would change the path', '..', '..'],
		['half a character is missing, which no address can hold', 'a\ud83d', 'a\ufffd'],
		[
			'it is a number that was rounded: it may be the ID of another record',
			2 ** 60,
			String(2 ** 60),
		],
	])('is refused where %s', (_, id, shownId) => {
		expect(refusalOf(() => pathWithId(CALL, id, 'Call'))).toEqual({
			message: `'Call' is "${shownId}", which cannot be an ID`,
			advice: "Enter the ID of a record in 'Call'. Get Many returns it.",
		});
	});
});

describe('a path that a user typed', () => {
	it.each([
		['public/events', '/public/events'],
		['  /public/events\n', '/public/events'],
		['/public/events/', '/public/events/'],
		['/', '/'],
		['/public/events?kind=call&at=12:30', '/public/events?kind=call&at=12:30'],
		[
			'/public/events?next=https://other.example/..',
			'/public/events?next=https://other.example/..',
		],
		['/gr%C3%B6%C3%9Fe', '/gr%C3%B6%C3%9Fe'],
	])('is used as typed: %j', (typed, path) => {
		expect(readEndpointPath(typed, false)).toBe(path);
	});

	// The last one is half an escape, which an ID could complete to a dot.
	it.each([...EVIL_PATHS, '/public/%2{id}'])('is refused where it leads elsewhere: %j', (path) => {
		const typed = path.replace('{host}', 'other.example');
		expect(refusalOf(() => readEndpointPath(typed, false))).toEqual({
			message: `'Endpoint Path' is ${shown(typed)}, which is not a path below 'Base URL'`,
			advice:
				'Enter a path such as /public/events. Another host, "//", ".." and spaces are not accepted: they could send the API key elsewhere.',
		});
	});
});

it('a path that a user typed needs the placeholder where it is for one record', () => {
	expect(readEndpointPath('/public/events/{id}?a=1', true)).toBe('/public/events/{id}?a=1');
	for (const typed of ['/public/events', '/public/events?id={id}']) {
		expect(refusalOf(() => readEndpointPath(typed, true))).toEqual({
			message: `'Endpoint Path' "${typed}" has no placeholder for the ID`,
			advice: 'Write {id} where the ID belongs, for example /public/events/{id}.',
		});
	}
});

describe('a path in the credential', () => {
	it.each([
		...[undefined, null, '', ' '].map((typed) => [typed, '/calls']),
		...['/v2/calls', 'v2/calls', ' /v2/calls/ '].map((typed) => [typed, '/v2/calls']),
	])('%j is read as %s', (typed, path) => {
		expect(readCredentialPath(typed, 'Calls Path', '/calls')).toBe(path);
	});

	it.each([7, '/', '//other.example', '/a//b', '/a//', '/a/..', '/a?b=c', '/a/{id}', 'http://b'])(
		'is refused where it is %j',
		(typed) => {
			expect(refusalOf(() => readCredentialPath(typed, 'Calls Path', '/calls'))).toEqual({
				message: `'Calls Path' in the credential is "${typed}", which is not a path below 'Base URL'`,
				advice: `Enter a path such as /calls, or leave the field empty. Another host, "//", "..", "?" and spaces are not accepted: they could send the API key elsewhere. The field is under 'Advanced'.`,
			});
		},
	);
});

it.each(['//other.example', '/\\other.example', '@other.example', '/a/../../b', '/a b', '/ä', ''])(
	'the key is not sent to the path "%s"',
	(path) => {
		expect(() => assertBelow('https://api.example.com/v1', '/a/../b')).not.toThrow();
		expect(refusalOf(() => assertBelow('https://api.example.com/v1', path))).toEqual({
			message: `The path ${shown(path)} leads away from 'Base URL'`,
			advice: 'Nothing was sent, because the API key would have been sent along. Correct the path.',
		});
	},
);

describe('anything that is typed', () => {
	const base = fc.constantFrom(
		'https://api.example.com',
		'https://api.example.com/v1',
		'http://localhost:8080/a/b.c',
		'https://[2001:db8::1]:8443/v1',
	);

	const evil = [
		...['/', '//', '\\', '.', '..', '%', '%2', '%2e', '%2E', '%2f', '%5C', '%00', '%25', '2e', 'e'],
		...['?', '#', '@', ':', ';', ' ', '\t', '\n', '\u0000', '\ufeff', '\u3002', '\uff0f', '\ud800'],
		...['http:', 'https://other.example', '//other.example', 'javascript:', 'file:', 'C|', '~'],
		...['public', 'events', 'a', '{id}', '{', '}', '$&', 'ß', '😀'],
	];

	const evilText = fc
		.array(fc.constantFrom(...evil), { maxLength: 8 })
		.map((parts) => parts.join(''));

	const identifier = fc.oneof(
		evilText,
		fc.string({ unit: 'binary' }),
		fc.constantFrom('e', '2e', '.'),
	);

	const slashes = (path: string) => path.split('/').length;

	/** The path of an address below its base, as every URL parser reads it. */
	function below(address: string, root: string): string | undefined {
		const { origin, pathname } = new URL(address);
		const top = new URL(root);
		const start = top.pathname.replace(/\/$/, '');
		return origin === top.origin && pathname.startsWith(`${start}/`)
			? pathname.slice(start.length)
			: undefined;
	}

	it('an identifier is one segment of the path, and is read back as it is seen', () => {
		fc.assert(
			fc.property(base, identifier, (root, id) => {
				const seen = withoutInvisible(id).trim();
				const path = resultOf(() => pathWithId('/public/calls/{id}', id, 'Call'));
				if (path instanceof UserError) {
					const refused = ['', '.', '..'].includes(seen) || !seen.isWellFormed();
					return expect(refused).toBe(true);
				}
				const [, first, second, segment, ...others] = below(root + path, root)?.split('/') ?? [];
				expect([first, second, ...others]).toEqual(['public', 'calls']);
				expect(decodeURIComponent(segment)).toBe(seen);
				expect(new URL(root + path).search + new URL(root + path).hash).toBe('');
			}),
			{ numRuns: cases(2000) },
		);
	});

	it('a path in the credential stays below the base URL, and its IDs below it', () => {
		fc.assert(
			fc.property(base, evilText, identifier, (root, typed, id) => {
				const path = resultOf(() => readCredentialPath(typed, 'Calls Path', '/calls'));
				if (path instanceof UserError) return;
				expect(() => assertBelow(root, path)).not.toThrow();
				expect(path).toMatch(/^(\/[^/?#{}\\]+)+$/);
				expect(below(root + path, root)).toBe(new URL(`http://x${path}`).pathname);
				const one = resultOf(() => pathWithId(`${path}/{id}`, id, 'Call'));
				if (!(one instanceof UserError)) expect(slashes(one)).toBe(slashes(path) + 1);
			}),
			{ numRuns: cases(3000) },
		);
	});
});
