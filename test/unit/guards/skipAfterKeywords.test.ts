import type { IDataObject } from 'n8n-workflow';

import { skipAfterKeywords } from '../../../nodes/create/guards/skipAfterKeywords';
import { Call } from '../../../nodes/service/call';
import { itemWith, reasonOf } from '../../support/guarded';
import { refusalOf } from '../../support/userError';
import { useClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-20T20:00:00Z');

useClockAt(NOW);

const record: IDataObject = {
	Id: 'call-1',
	StartedAt: '2026-11-17T19:00:00Z',
	Status: 'unread',
	AssistantName: 'Mara',
	Keywords: ['Callback', 'WrongNumber'],
};

const after = async (value: unknown, ...history: IDataObject[]) =>
	await reasonOf(skipAfterKeywords, value, {
		history: async () => history.map((one) => new Call(one)),
	});

it('a number is skipped after a call with one of the keywords, with what is known of the call', async () => {
	const { Keywords, ...lastCall } = record;
	expect(Keywords).toContain('WrongNumber');
	expect(await after('WrongNumber', { Id: 'newer' }, record)).toEqual({
		reason: 'A call with +4930123456, 3 days ago (17 Nov, 20:00), has the keyword WrongNumber',
		lastCall,
	});
	expect(await after('Callback', { ...record, StartedAt: '' })).toMatchObject({
		reason: 'A call with +4930123456 has the keyword Callback',
	});
});

/** How a setting and a service may write a keyword; `keywords.test.ts` has the forms of a record. */
const SPELLINGS = [
	...[
		'WrongNumber',
		'wrongnumber',
		'WRONGNUMBER',
		' Wrong Number\t',
		'"WrongNumber"',
		'#wrong-number.',
	],
	...[
		'Wrong\u200bNumber',
		'Ｗｒｏｎｇｎｕｍｂｅｒ',
		'Callback, WrongNumber',
		'Invoice\nWrongNumber;x',
	],
	...[['WrongNumber'], ['Callback', 'wrong number'], '["Callback","WrongNumber"]'],
];
const OBJECTS = [
	...['{Callback,WrongNumber}', "['Callback', 'WrongNumber']", "[{'name': 'WrongNumber'}]"],
	...[[{ id: 1, name: 'WrongNumber' }], { all: ['WrongNumber'] }, { WrongNumber: true }],
];
const OTHERS = [
	'WrongNumberFormat',
	'Wrong',
	'Number',
	'Callback',
	'',
	null,
	[],
	{ WrongNumber: false },
];

it('a number is skipped if and only if a call has one of the words, and the first is told', async () => {
	for (const wanted of SPELLINGS) {
		for (const Keywords of [...SPELLINGS, ...OBJECTS] as IDataObject[string][]) {
			const others = OTHERS.slice(0, 3).map((other) => ({ Keywords: other as string }));
			const found = await after(wanted, ...others, { Id: 'first', Keywords }, record);
			expect([wanted, Keywords, found?.lastCall?.Id]).toEqual([wanted, Keywords, 'first']);
		}
	}
	for (const Keywords of OTHERS as IDataObject[string][]) {
		expect(await after('WrongNumber', { Keywords })).toBeUndefined();
	}
});

it.each([undefined, null, '', ' ,;\n', [], [' '], '[]', '\u200b', ['\u3164']])(
	'a setting in which no keyword is written is refused: %j',
	(value) => {
		expect(refusalOf(() => skipAfterKeywords.read(value, itemWith()))).toEqual({
			message: "'Skip After Keywords' is empty",
			advice:
				"Enter keywords, or remove 'Skip After Keywords' from 'Options'. If it uses an expression, check that it returns text or a list.",
		});
	},
);
