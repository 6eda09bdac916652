import * as fc from 'fast-check';

import {
	assertBelow,
	pathWithId,
	readCredentialPath,
	readEndpointPath,
} from '../../nodes/shared/http/path';
import { UserError } from '../../nodes/shared/userError';
import { resultOf } from '../support/userError';
import { cases } from '../support/deep';

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

it('an identifier is one segment of the path, and is read back as it was', () => {
	fc.assert(
		fc.property(base, identifier, (root, id) => {
			const path = resultOf(() => pathWithId('/public/calls/{id}', id, 'Call'));
			if (path instanceof UserError) {
				const refused = ['', '.', '..'].includes(id.trim()) || !id.isWellFormed();
				return expect(refused).toBe(true);
			}
			const [, first, second, segment, ...others] = below(root + path, root)?.split('/') ?? [];
			expect([first, second, ...others]).toEqual(['public', 'calls']);
			expect(decodeURIComponent(segment)).toBe(id.trim());
			expect(new URL(root + path).search + new URL(root + path).hash).toBe('');
		}),
		{ numRuns: cases(2000) },
	);
});

it('a path that is accepted stays below the base URL, segment by segment', () => {
	fc.assert(
		fc.property(base, evilText, (root, typed) => {
			const path = resultOf(() => readEndpointPath(typed, false));
			if (path instanceof UserError) return;
			const reached = below(root + path, root);
			expect(reached).toBeDefined();
			expect(slashes(reached ?? '')).toBe(slashes(path.split('?')[0]));
			expect(new URL(root + path).hash).toBe('');
		}),
		{ numRuns: cases(3000) },
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

it('an identifier is one segment of any path that is accepted', () => {
	const around = fc.oneof(evilText, fc.constantFrom('', '/', '.', '%', '%2', '.%', '.%2', '%2e'));
	const template = fc
		.tuple(around, around)
		.map(([before, after]) => `/public/${before}{id}${after}`);
	fc.assert(
		fc.property(base, template, identifier, (root, typed, id) => {
			const path = resultOf(() => pathWithId(readEndpointPath(typed, true), id, 'ID'));
			if (path instanceof UserError) return;
			const reached = below(root + path, root);
			expect(reached).toBeDefined();
			expect(slashes(reached ?? '')).toBe(slashes(typed.trim().split('?')[0]));
		}),
		{ numRuns: cases(5000) },
	);
});
