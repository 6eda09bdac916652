import type { IDataObject } from 'n8n-workflow';

import {
	earlierCall,
	people,
	phone,
	phones,
	phonesOf,
	placedItem,
	skippedItem,
	useDialing,
} from '../../support/dialing';
import { TITLES } from '../../support/engineSentences';
import { dryThenReal, testWrongSettings } from '../../support/guardTests';

const dialing = useDialing();
const { dial, posted, has } = dialing;

const guard = { skipAfterKeywords: 'WrongNumber' };

/** A call that got these keywords. */
const marked = (number: string, hours: number, Keywords: unknown) =>
	earlierCall(number, hours, { Keywords } as IDataObject);

const skipped = (index: number, keyword: string, call: IDataObject) => {
	const { Id, StartedAt, Status, AssistantName } = call;
	const number = phone(index).slice(1);
	return skippedItem(index, 'skipAfterKeywords', {
		reason: expect.stringMatching(
			new RegExp(`call with .${number}, \\d+ days ago \\(.+\\), has the keyword ${keyword}$`),
		),
		lastCall: { Id, StartedAt, Status, AssistantName },
	});
};

test('a number with such a call is skipped, as a Dry Run tells, and the others are called', async () => {
	const wrong = marked(phone(0), 70, ['Callback', 'WrongNumber']);
	has(marked(phone(1), 1, ['Invoice']), marked(phone(0), 2, []), wrong, marked(phone(2), 80, null));
	const items = await dryThenReal(dialing, people(4), guard);

	expect(posted()).toEqual(phones(1, 2, 3));
	expect(items).toEqual([
		skipped(0, 'WrongNumber', wrong),
		...[1, 2, 3].map((index) => placedItem(index)),
	]);
});

test('each lead brings its own, as a text or as a list', async () => {
	const own = ['PrankCall', 'callback, WRONGNUMBER', ['PrankCall', 'WrongNumber'], [' Invoice ']];
	const leads = own.map((words, index) => ({ ...people(4)[index], words }));
	const calls = phonesOf(4).map((number) => marked(number, 60, ['WrongNumber']));
	has(...calls);
	const { items } = await dial(leads, { skipAfterKeywords: '={{ $json.words }}' });

	expect(posted()).toEqual(phones(0, 3));
	expect(items).toEqual([
		placedItem(0),
		...[1, 2].map((index) => skipped(index, 'WrongNumber', calls[index])),
		placedItem(3),
	]);
});

testWrongSettings(
	dialing,
	{ skipAfterKeywords: '={{ $json.words }}' },
	{ words: ['WrongNumber'] },
	[['missing', { words: undefined }, TITLES.emptyField('Skip After Keywords')]],
);
