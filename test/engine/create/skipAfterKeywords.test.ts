import type { IDataObject } from 'n8n-workflow';

import {
	earlierCall,
	people,
	phone,
	phones,
	placedItem,
	skippedItem,
	useDialing,
} from '../../support/dialing';
import { withClock } from '../../support/clock';
import { until } from '../../support/quiet';

const { dial, posts, posted, has } = useDialing();

/** A call that got these keywords. */
const marked = (number: string, hours: number, Keywords: IDataObject[string]) =>
	earlierCall(number, hours, { Keywords });

test('a number with such a call is skipped, and the others are called', async () => {
	const wrong = marked(phone(0), 70, ['Callback', 'WrongNumber']);
	has(marked(phone(1), 1, ['Invoice']), marked(phone(0), 2, []), wrong, marked(phone(2), 80, null));
	const { items } = await dial(people(4), { skipAfterKeywords: 'WrongNumber' });

	expect(posted()).toEqual(phones(1, 2, 3));
	const { Id, StartedAt, Status, AssistantName } = wrong;
	expect(items).toEqual([
		skippedItem(0, 'skipAfterKeywords', {
			reason: expect.stringMatching(/^Keyword WrongNumber in the call at \d/),
			lastCall: { Id, StartedAt, Status, AssistantName },
		}),
		...[1, 2, 3].map((index) => placedItem(index)),
	]);
});

test('who says so when called by this run is not called by a later item', async () => {
	const list = [...people(2), ...people(1)];
	const { items } = await withClock(async (clock) => {
		const run = dial(list, { skipAfterKeywords: 'WrongNumber', pauseBetweenCalls: 60 });
		await until(() => posts().length === 1);
		has(marked(phone(0), 0, ['WrongNumber']));
		return await clock.finish(run);
	});

	expect(posted()).toEqual(phones(0, 1));
	expect(items.map(({ json }) => json.skippedBy)).toEqual([
		undefined,
		undefined,
		'skipAfterKeywords',
	]);
});
