import { foldKeyword, keywordsIn } from '../../nodes/service/keywords';
import { readKeywords } from '../../nodes/form/readers';
import { refusalOf } from '../support/userError';

it.each<[what: string, sent: unknown, keywords: string[]]>([
	['a list', ['Callback', "don't call, ever"], ['Callback', "don't call", 'ever']],
	['a text', "Callback|don't call", ['Callback', "don't call"]],
	['JSON text', ` [{ "id": 7, "name": "Don't call" }]`, ["Don't call"]],
	['a text that only has the beginning of JSON', '{\'Callback\', "No"}', ['Callback', 'No']],
	['a text with a bracket in it', 'Callback [new]', ['Callback [new]']],
	['objects', [{ id: 7, name: 'Callback', score: 0.9 }], ['Callback']],
	['flags', { Callback: true, Title: true, WrongNumber: false }, ['Callback', 'Title']],
	[
		'what an object says in another way',
		{ Nickname: 'yes', Tagged: 1 },
		['Nickname', 'yes', 'Tagged'],
	],
	...[null, undefined, '', true, [null], {}].map((none): [string, unknown, string[]] => [
		JSON.stringify(none),
		none,
		[],
	]),
])('the keywords of a record are found in %s', (_, sent, keywords) => {
	expect(new Set(keywordsIn(sent))).toEqual(new Set(keywords));
});

it.each([
	['a text', 'Wrong Number, -, #callback', ['wrongnumber', 'callback']],
	['JSON text', ' ["Callback", 7]', ['callback', '7']],
	['a number', 7, ['7']],
])('the option can be %s', (_, value, keywords) => {
	expect(readKeywords(value, 'Skip')).toEqual(new Set(keywords));
});

it.each([{ a: 1 }, [{ a: 1 }], true])('something that is no keyword is refused: %j', (value) => {
	expect(refusalOf(() => readKeywords(value, 'Skip'))).toEqual({
		message: "'Skip' contains something that is not a keyword",
		advice:
			"Enter keywords, or remove 'Skip' from 'Options'. If it uses an expression, check that it returns text or a list.",
	});
});

it.each([
	['Rück\u{FE0F}ruf!', 'RU\u{308}CKRUF'],
	['İptal', 'i̇ptal'],
	['GROẞ', 'gross'],
	['ΣΟΦΟΣ', 'σοφοσ'],
	['Σοφός', 'ΣΟΦΌΣ'],
])('case and how Unicode writes it make no other keyword: %s, %s', (one, other) => {
	expect(foldKeyword(one)).toBe(foldKeyword(other));
});
