import { escapeHtml, isolated, plainLine, plainLines } from '../../nodes/report/safeText';

it.each<[text: string, most: number, lines: number, shown: string[]]>([
	[' a \r\n \n b\u202ec\t d\u0000', 20, 2, ['a', 'b c d']],
	['one\ntwo\nthree', 20, 2, ['one', 'two three']],
	['abcdef', 6, 1, ['abcdef']],
	['abc defg', 4, 1, ['abc…']],
	['👋👋👋\ud83d', 2, 1, ['👋👋…']],
	['👋\ud83d', 2, 1, ['👋\ufffd']],
	['abc\ndef\nghi', 6, 3, ['abc', 'de…']],
	['abc\ndef', 3, 2, ['abc…']],
	[`${' '.repeat(100)}a`, 10, 1, ['']],
])('of %j at most %d characters in %d lines are shown', (text, most, lines, shown) => {
	expect(plainLines(text, most, lines)).toEqual(shown);
});

it('lines become one, and what is written from right to left keeps its direction to itself', () => {
	expect(plainLine('a\nb', 9)).toBe('a b');
	expect(escapeHtml(`<a'"&`)).toBe('&#60;a&#39;&#34;&#38;');
	expect(['Mara', 'מאיה'].map(isolated)).toEqual(['Mara', '\u2068מאיה\u2069']);
});
