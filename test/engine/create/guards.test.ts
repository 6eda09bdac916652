import { cases } from '../../support/deep';
import { people, phonesOf, useDialing } from '../../support/dialing';

/* What all guards together ask the service, for a long list. */

const { dial, posts, lookedUp } = useDialing();

const MANY = cases(500, 50);

const asking = {
	skipIfCalledWithin: 24,
	maxAttempts: { limit: { calls: 3, days: 14 } },
	skipAfterKeywords: 'WrongNumber',
};
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const always = { from: '00:00', to: '24:00', days: week, timezone: 'Europe/Berlin' };

test('there is one look-up for each number, whatever the number of guards', async () => {
	const { items } = await dial([...people(MANY), ...people(MANY)], {
		...asking,
		callingHours: { window: always },
		doNotCall: '+4930123456',
		emptyVariables: 'skip',
		dryRun: true,
	});

	const became = items.map(({ json }) => json.skippedBy ?? json.outcome);
	expect(became.slice(0, MANY)).toEqual(Array(MANY).fill('dryRun'));
	expect(became.slice(MANY)).toEqual(Array(MANY).fill('skipIfCalledWithin'));
	expect(lookedUp()).toEqual(phonesOf(MANY));
	expect(posts()).toEqual([]);
});
