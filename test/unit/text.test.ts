import {
	beginning,
	isBlank,
	quote,
	quoteValue,
	unescapeHtml,
	withoutInvisible,
} from '../../nodes/n8n/text';

it('a quotation is one line without control characters, and is not cut within a character', () => {
	expect(quote(' a\r\n\tb\u0000\u001b[31mc\u200b\u202ed\u2028e ')).toBe('a b [31mc d e');
	expect(quote('1234567👋👋', 10)).toBe('1234567 …');
	expect(quote('123456👋👋👋', 10)).toBe('123456👋 …');
	expect(quote('1234567890', 10)).toBe('1234567890');
	expect(quote('1234567 901', 10)).toBe('1234567 …');
});

it.each([
	['+49 30', '"+49 30"'],
	['', 'empty'],
	['a\nb', '"a b"'],
	['x'.repeat(100), `"${'x'.repeat(58)} …"`],
	[undefined, 'empty'],
	[null, 'empty'],
	[['a', 'b'], 'a list'],
	[new Date(0), 'an object'],
])('the value of a field is shown in a message: %p', (value, shown) => {
	expect(quoteValue(value)).toBe(shown);
});

it.each([
	['\ufeffa\u200bb\u00adc\u202e', 'abc'],
	['a\u2800b\ufffc', 'ab'],
	['a\u200db', 'ab'],
	['نمی\u200cخواهم', 'نمی\u200cخواهم'],
	['👩\u200d💻 ☎\ufe0f', '👩\u200d💻 ☎\ufe0f'],
])('what nobody sees is taken out of a text, but for what changes others: %j', (text, seen) => {
	expect(withoutInvisible(text)).toBe(seen);
	expect([isBlank(text), isBlank(text.replace(/[\p{L}\p{S}]/gu, ''))]).toEqual([false, true]);
});

it('of a text from elsewhere 20,000 characters are looked at', () => {
	expect(beginning('x'.repeat(20_000))).toHaveLength(20_000);
	expect(beginning('x'.repeat(20_001))).toHaveLength(20_000);
});

it.each([
	['&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;', '<a> & "b" \'c\''],
	['&#38;&#039;&#128075;&#1114111;', "&'👋\u{10ffff}"],
	['&#x26;&#X1F44B;&#x0027;', "&👋'"],
	// Once, so that nothing is made up.
	['&amp;lt;', '&lt;'],
	['&amp;#38;', '&#38;'],
	// They mean nothing here.
	...['&nbsp;', '&amp', 'a & b', '&;', '&#;', '&#x;', '&#0;', '&#1114112;', '&#x110000;'].map(
		(text) => [text, text],
	),
])('the codes of HTML are read: %s', (written, text) => {
	expect(unescapeHtml(written)).toBe(text);
});
