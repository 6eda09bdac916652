import type { IDataObject } from 'n8n-workflow';

import { skipAfterKeywords } from '../../../nodes/create/guards/skipAfterKeywords';
import { itemWith, reasonAfter } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { useClockAt } from '../../support/clock';

useClockAt(Date.parse('2026-11-20T20:00:00Z'));

const record: IDataObject = {
	Id: 'call-1',
	StartedAt: '2026-11-17T19:00:00Z',
	Status: 'unread',
	AssistantName: 'Mara',
	Keywords: ['Callback', 'WrongNumber'],
};

const after = async (value: unknown, ...records: IDataObject[]) =>
	await reasonAfter(skipAfterKeywords, value, records);

it('a number is skipped after a call with one of the keywords, with what is known of the call', async () => {
	const { Keywords, ...lastCall } = record;
	expect(Keywords).toContain('WrongNumber');
	expect(await after('WrongNumber', { Id: 'newer' }, record)).toEqual({
		reason: 'Keyword WrongNumber in the call at 2026-11-17 20:00 +01:00',
		lastCall,
	});
	expect(await after('Callback', { ...record, StartedAt: '' })).toMatchObject({
		reason:
			'Keyword Callback in the call at 2026-11-20 21:00 +01:00 (the service lists no start time)',
	});
});

/** How a setting and a service may write it; `keywords.test.ts` has the forms of each. */
it.each<[wanted: unknown, sent: unknown, isFound: boolean]>([
	['Callback, wrongnumber', ['Invoice', 'WRONG NUMBER'], true],
	[['#wrong-number.'], 'Wrong\u200bNumber', true],
	['WrongNumber', { WrongNumber: true }, true],
	['WrongNumber', { WrongNumber: false }, false],
	['WrongNumber', 'WrongNumberFormat', false],
	['WrongNumber', ['Wrong', 'Number', 'Callback'], false],
	['WrongNumber', null, false],
])(
	'a number is skipped where a call has one of the words: %j, %j',
	async (wanted, sent, isFound) => {
		const first = { Id: 'first', Keywords: sent } as IDataObject;
		const found = await after(wanted, { Keywords: 'Wrong' }, first, { ...first, Id: 'older' });
		expect(found?.lastCall?.Id).toBe(isFound ? 'first' : undefined);
	},
);

it.each([null, ' ,;\n', [], '[]', ['\u3164']])(
	'a setting in which no keyword is written is refused: %j',
	(value) => {
		expect(refusalOf(() => skipAfterKeywords.read(value, itemWith()))).toEqual({
			message: "'Skip After Keywords' is empty",
			advice:
				"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
		});
	},
);
