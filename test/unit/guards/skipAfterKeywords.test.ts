import type { IDataObject } from 'n8n-workflow';

import { skipAfterKeywords } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/skipAfterKeywords';
import { checkOf, itemWith, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});

afterEach(() => {
	jest.useRealTimers();
});

const record: IDataObject = {
	Id: 'call-1',
	StartedAt: '2026-11-17T19:00:00Z',
	Status: 'unread',
	AssistantName: 'Mara',
	Keywords: ['Callback', 'WrongNumber'],
};

const after = async (value: unknown, ...history: IDataObject[]) =>
	await reasonOf(skipAfterKeywords, value, { history: async () => history });

const isSkipped = async (value: unknown, Keywords: unknown) =>
	(await after(value, { ...record, Keywords } as IDataObject)) !== undefined;

it('a number is skipped after a call with one of the keywords, with what is known of the call', async () => {
	const { Keywords, ...lastCall } = record;
	expect(Keywords).toContain('WrongNumber');
	expect(await after('WrongNumber', { Id: 'newer' }, record)).toEqual({
		reason: 'A call with +4930123456, 3 days ago (17 Nov, 20:00), has the keyword WrongNumber',
		lastCall,
	});
});

it('a number may be called after calls without them', async () => {
	expect(await after('PrankCall', record)).toBeUndefined();
	expect(await after('PrankCall')).toBeUndefined();
});

it('a call without a readable start is told without one', async () => {
	expect(await after('Callback', { ...record, StartedAt: '' })).toMatchObject({
		reason: 'A call with +4930123456 has the keyword Callback',
	});
});

it.each([
	['one keyword', 'WrongNumber'],
	['another case', 'wrongNUMBER'],
	['several, with commas', 'PrankCall, WrongNumber'],
	['blanks and commas around', ' , WrongNumber ,'],
	['a list', ['PrankCall', ' WrongNumber ']],
])('keywords may be given as %s', async (_, value) => {
	expect(await isSkipped(value, ['WrongNumber'])).toBe(true);
});

it.each([
	['a list', ['WrongNumber'], true],
	['a text with commas', 'Callback, WrongNumber', true],
	['another case', ['WRONGNUMBER'], true],
	['blanks around', [' WrongNumber '], true],
	['a longer word', ['WrongNumberFormat'], false],
	['nothing', undefined, false],
	['null', null, false],
	['an empty list', [], false],
	['odd entries', [null, 7, {}], false],
])('a record may have its keywords as %s', async (_, Keywords, skipped) => {
	expect(await isSkipped('WrongNumber', Keywords)).toBe(skipped);
});

it('any earlier call counts, however long ago', () => {
	expect(checkOf(skipAfterKeywords, 'WrongNumber').lookBackMs).toBe(Infinity);
});

it.each([undefined, null, '', ' ', ',', [], ['', ' ']])(
	'it is never taken for off where an expression returns %j',
	(value) => {
		expect(refusalOf(() => skipAfterKeywords.read(value, itemWith()))).toEqual({
			message: "'Skip After Keywords' is empty",
			advice:
				"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
		});
	},
);

it.each([
	['an object', { keyword: 'WrongNumber' }],
	['a list of objects', [{ keyword: 'WrongNumber' }]],
	['a list with something missing', ['WrongNumber', null]],
	['a switch', true],
])('a keyword that nobody meant is an error: %s', (_, value) => {
	const { message, advice } = refusalOf(() => skipAfterKeywords.read(value, itemWith()));
	expect(message).toBe("'Skip After Keywords' contains something that is not a keyword");
	expect(advice).toContain('text or a list');
});
