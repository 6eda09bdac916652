import * as fc from 'fast-check';

import { readApiKey, readBaseUrl } from '../../nodes/shared/http/credential';
import { UserError } from '../../nodes/shared/userError';
import { resultOf } from '../support/userError';
import { cases } from '../support/deep';

const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);

/** The ranges as they are written in RFC 1122, 1918 and 3927. */
function isPrivateAddress(address: number): boolean {
	const within = (network: number[], bits: number) => {
		const prefix = network.reduce((sum, byte) => sum * 256 + byte, 0);
		return Math.floor(address / 2 ** (32 - bits)) === Math.floor(prefix / 2 ** (32 - bits));
	};
	return (
		within([127, 0, 0, 0], 8) ||
		within([10, 0, 0, 0], 8) ||
		within([172, 16, 0, 0], 12) ||
		within([192, 168, 0, 0], 16) ||
		within([169, 254, 0, 0], 16)
	);
}

/** The ranges as they are written in RFC 4291 and 4193. */
function isPrivateAddress6(groups: number[]): boolean {
	const [first] = groups;
	const leading = groups.slice(0, 5).every((group) => group === 0);
	if (leading && groups[5] === 0xffff) return isPrivateAddress(groups[6] * 65536 + groups[7]);
	const isLoopback = groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1;
	return isLoopback || first >> 9 === 0xfc00 >> 9 || first >> 6 === 0xfe80 >> 6;
}

const address = fc.oneof(
	fc.nat(0xffffffff),
	fc
		.tuple(fc.constantFrom(0x7f, 0x0a, 0xac, 0xc0, 0xa9, 0, 9, 11), fc.nat(0xffffff))
		.map(([first, others]) => first * 2 ** 24 + others),
	fc
		.tuple(fc.constantFrom(0xac0f, 0xac10, 0xac1f, 0xac20, 0xc0a8, 0xa9fe), fc.nat(0xffff))
		.map(([first, others]) => first * 2 ** 16 + others),
);

/** The spellings of a number that URL parsers accept. */
const spelling = fc.constantFrom(
	(part: number) => String(part),
	(part: number) => `0x${part.toString(16)}`,
	(part: number) => `0X00${part.toString(16).toUpperCase()}`,
	(part: number) => `0${part.toString(8)}`,
);

/** The same address with one, two, three or four parts. */
function parts(whole: number, count: number): number[] {
	const bytes = bytesOf(whole);
	const rest = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
	return [...bytes.slice(0, count - 1), rest];
}

const port = fc.oneof(
	fc.constant(''),
	fc.integer({ min: 1, max: 65535 }).map((any) => `:${any}`),
);

const accepted = (url: string) => !(resultOf(() => readBaseUrl(url)) instanceof UserError);

it('plain http is accepted for an IPv4 address only in a private range, however it is spelled', () => {
	fc.assert(
		fc.property(
			address,
			fc.integer({ min: 1, max: 4 }),
			fc.array(spelling, { minLength: 4, maxLength: 4 }),
			fc.constantFrom('', '.'),
			port,
			(whole, count, spell, dot, at) => {
				const host = parts(whole, count)
					.map((part, index) => spell[index](part))
					.join('.');
				expect(accepted(`http://${host}${dot}${at}`)).toBe(isPrivateAddress(whole));
				expect(accepted(`https://${host}${dot}${at}`)).toBe(true);
			},
		),
		{ numRuns: cases(1000) },
	);
});

it('plain http is accepted for an IPv6 address only in a private range, however it is spelled', () => {
	const group = fc.oneof(fc.constant(0), fc.nat(0xffff), fc.constantFrom(1, 0xffff));
	const first = fc.oneof(
		group,
		fc.constantFrom(
			0xfc,
			0xfd,
			0xfc0,
			0xfe8,
			0xfc00,
			0xfdff,
			0xfe00,
			0xfe7f,
			0xfe80,
			0xfebf,
			0xfec0,
		),
	);
	const any = fc
		.tuple(first, fc.array(group, { minLength: 7, maxLength: 7 }))
		.map(([head, others]) => [head, ...others]);
	const mapped = address.map((whole) => [
		...[0, 0, 0, 0, 0, 0xffff],
		Math.floor(whole / 65536),
		whole % 65536,
	]);
	fc.assert(
		fc.property(
			fc.oneof(
				any,
				mapped,
				fc.constantFrom<number[]>([0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0]),
			),
			fc.boolean(),
			port,
			(groups, padded, at) => {
				const host = groups
					.map((each) => each.toString(16).padStart(padded ? 4 : 1, '0'))
					.join(':');
				expect(accepted(`http://[${host}]${at}`)).toBe(isPrivateAddress6(groups));
				expect(accepted(`https://[${host}]${at}`)).toBe(true);
			},
		),
		{ numRuns: cases(1500) },
	);
});

it('plain http is accepted for a name only of one label or below a private domain', () => {
	const label = fc.string({ unit: fc.constantFrom(...'abcxyz-local'), minLength: 1, maxLength: 8 });
	const name = fc
		.tuple(
			fc.array(label, { maxLength: 3 }),
			fc.oneof(label, fc.constantFrom('local', 'internal', 'localhost', 'com', 'LOCAL')),
		)
		.map(([labels, last]) => [...labels, last]);
	fc.assert(
		fc.property(
			name,
			fc.constantFrom('', '.'),
			fc.constantFrom('.', '\u3002', '\uff0e'),
			(labels, dot, between) => {
				const url = `http://${labels.join(between)}${dot}`;
				fc.pre(URL.canParse(url));
				const last = labels[labels.length - 1].toLowerCase();
				expect(accepted(url)).toBe(
					labels.length === 1 || ['local', 'internal', 'localhost'].includes(last),
				);
			},
		),
		{ numRuns: cases(500) },
	);
});

const evil = [
	...['http://', 'https://', 'HTTPS:', 'ftp://', 'file:', '//', '/', '\\', ':', '@', '?', '#', '%'],
	...['api.example.com', 'other.example', 'localhost', '127.0.0.1', '[::1]', '8.8.8.8', '0x7f.1'],
	...['.', '..', '%2e', '%40', '%2f', ' ', '\t', '\n', '\u0000', '\u3002', '\uff0f', '\uff20', 'ß'],
	...['me', ':443', ':80', '😀', '\ud800', 'xn--', '\u202e'],
];

it('an accepted base URL names the host that every URL parser reads, and nothing besides it', () => {
	const text = fc
		.tuple(
			fc.constantFrom('', 'https://', 'http://', 'https://api.example.com', 'http://localhost'),
			fc.array(fc.constantFrom(...evil), { maxLength: 6 }),
		)
		.map(([start, others]) => start + others.join(''));
	fc.assert(
		fc.property(text, (typed) => {
			const base = resultOf(() => readBaseUrl(typed));
			if (base instanceof UserError) return;
			const before = new URL(typed.trim());
			const after = new URL(`${base}/public/calls`);
			expect(after.origin).toBe(before.origin);
			expect(['http:', 'https:']).toContain(after.protocol);
			expect(base.startsWith(`${after.origin}`)).toBe(true);
			expect(after.username + after.password + after.search + after.hash).toBe('');
			expect(after.pathname).toBe(`${before.pathname.replace(/\/+$/, '')}/public/calls`);
			expect(readBaseUrl(base)).toBe(base);
		}),
		{ numRuns: cases(3000) },
	);
});

it('a key that is accepted can stand in a header, and is what was pasted without its blanks', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ unit: 'binary-ascii' }),
		fc.string({ unit: 'grapheme-ascii' }),
	);
	fc.assert(
		fc.property(text, (pasted) => {
			const key = resultOf(() => readApiKey(pasted));
			if (key instanceof UserError) return expect(pasted.trim()).not.toMatch(/^[\x20-\x7e]+$/);
			expect(key).toBe(pasted.trim());
			expect(new Headers({ Authorization: key }).get('Authorization')).toBe(key);
		}),
		{ numRuns: cases(500) },
	);
});
