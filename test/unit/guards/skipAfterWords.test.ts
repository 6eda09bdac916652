import type { IDataObject } from 'n8n-workflow';

import { skipAfterWords } from '../../../nodes/create/guards/skipAfterWords';
import { useClockAt } from '../../support/clock';
import { checkOf, itemWith, reasonAfter } from '../../support/guarded';
import { refusalOf, rejectionOf } from '../../support/userError';

useClockAt(Date.parse('2026-11-20T20:00:00Z'));

const call = (Text: unknown, Role: unknown = 'User'): IDataObject => ({
	Id: 'call-1',
	StartedAt: '2026-11-20T17:00:00Z',
	EndedAt: '2026-11-20T17:01:00Z',
	Transcript: [{ Sorting: 1, Role, Text }],
});

const after = async (record: IDataObject, phrases: unknown = skipAfterWords.field.default) =>
	await reasonAfter(skipAfterWords, phrases, [record]);

it('who said so is skipped, and the call is told', async () => {
	expect(await after(call('Please, STOP\n calling!'))).toEqual({
		reason: 'Said "stop calling" in the call at 2026-11-20 18:00 +01:00',
		lastCall: expect.objectContaining({ Id: 'call-1' }),
	});
});

it.each([
	...[
		'don’t call me again',
		'DONT  CALL',
		'Take me off the list',
		'Bitte rufen Sie mich nicht an.',
	],
	...['Rufen Sie mich bitte nicht mehr an', 'Ich möchte nicht mehr angerufen werden'],
	...['Ne m’appelez plus !', "Arrêtez d'appeler", 'niet meer bellen, alstublieft'],
])('by default "%s" is understood', async (text) => {
	expect(await after(call(text))).toBeDefined();
});

it('a phrase of a language without blanks is found within other words', async () => {
	expect(await after(call('请不要再打电话了。'), '不要再打电话')).toBeDefined();
	expect(await after(call('もう電話しないでください'), '電話しない')).toBeDefined();
});

it.each<[string, IDataObject]>([
	['nobody known', call('stop calling', null)],
	['a call without turns', { ...call(''), Transcript: null }],
	['a call that goes on', { ...call(''), EndedAt: '', Transcript: undefined }],
	['a part of a word', call('nonstop calling')],
	['other words between', call('stop your calling')],
])('%s does not count', async (_, record) => {
	expect(await after(record, 'stop calling')).toBeUndefined();
});

it('a phrase may go on in the next turn, in whatever order the service sends them', async () => {
	const turns = ['Please stop …', 'What?', '— CALLING me'].map((Text, at) => ({
		...{ Sorting: at, Role: at === 1 ? 'AI' : 'User', Text },
	}));
	for (const Transcript of [turns, [...turns].reverse()])
		expect(await after({ ...call(''), Transcript }, 'stop calling')).toBeDefined();
});

it('nobody is called where it is not known what was said', async () => {
	const { message } = await rejectionOf(after({ ...call(''), Transcript: 'stop calling' }));
	expect(message).toContain('could not check what was said before');
});

it('all calls with the number count', async () => {
	expect((await checkOf(skipAfterWords, 'stop')).lookBackMs).toBe(Infinity);
	expect(await after({ ...call('stop'), StartedAt: '', EndedAt: '' }, ['go; STOP'])).toMatchObject({
		reason: expect.stringMatching(/^Said "stop" in the call /),
	});
});

it.each([...[' , !', '\u200b', 5, null, undefined, [], {}, true, ['stop', {}]]])(
	'%j is an error',
	(value) => {
		const { message } = refusalOf(() => skipAfterWords.read(value, itemWith()));
		expect(message).toMatch(/^'Skip After Words' is (?:empty|.+, which is not valid)$/);
	},
);
