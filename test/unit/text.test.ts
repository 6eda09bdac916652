import { beginning, quote, quoteValue, unescapeHtml } from '../../nodes/n8n/text';

describe('a quotation', () => {
	it('is one line without control and invisible characters', () => {
		expect(quote(' a\r\n\tb\u0000\u001b[31mc\u200b\u202ed\u2028e ')).toBe('a b [31mc d e');
	});

	it('is not cut within a character', () => {
		expect(quote('1234567👋👋', 10)).toBe('1234567 …');
		expect(quote('123456👋👋👋', 10)).toBe('123456👋 …');
		expect(quote('1234567890', 10)).toBe('1234567890');
		expect(quote('1234567 901', 10)).toBe('1234567 …');
	});
});

describe('the value of a field in a message', () => {
	it.each([
		['a text', '+49 30', '"+49 30"'],
		['an empty text', '', 'empty'],
		['a text of several lines', 'a\nb', '"a b"'],
		['a long text', 'x'.repeat(100), `"${'x'.repeat(58)} …"`],
		['a number', 4.5, '"4.5"'],
		['a switch', false, '"false"'],
		['nothing', undefined, 'empty'],
		['null', null, 'empty'],
		['a list', ['a', 'b'], 'a list'],
		['an object', { a: 1 }, 'an object'],
		['a date', new Date(0), 'an object'],
	])('is shown: %s', (_, value, shown) => {
		expect(quoteValue(value)).toBe(shown);
	});
});

it('of a text from elsewhere 20,000 characters are looked at', () => {
	expect(beginning('x'.repeat(20_000))).toHaveLength(20_000);
	expect(beginning('x'.repeat(20_001))).toHaveLength(20_000);
});

describe('the codes of HTML', () => {
	it.each([
		['names', '&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos;', '<a> & "b" \'c\''],
		['decimal numbers', '&#38;&#039;&#128075;&#1114111;', "&'👋\u{10ffff}"],
		['hexadecimal numbers', '&#x26;&#X1F44B;&#x0027;', "&👋'"],
	])('are read: %s', (_, written, text) => {
		expect(unescapeHtml(written)).toBe(text);
	});

	it('are read once, so that nothing is made up', () => {
		expect(unescapeHtml('&amp;lt;')).toBe('&lt;');
		expect(unescapeHtml('&amp;#38;')).toBe('&#38;');
	});

	it.each(['&nbsp;', '&amp', 'a & b', '&;', '&#;', '&#x;', '&#0;', '&#1114112;', '&#x110000;'])(
		'are left as they are where they mean nothing here: %s',
		(text) => {
			expect(unescapeHtml(text)).toBe(text);
		},
	);
});
