import { cases } from '../../support/deep';
import { people, phonesOf, useDialing } from '../../support/dialing';

/* What all guards together ask the service, for a long list. */

const { sandbox, dial, posts, lookedUp } = useDialing();

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

test.each([
	['doNotCall', { doNotCall: phonesOf(20).join('\n') }],
	// Where it is not three in the night.
	['callingHours', { from: '03:00', to: '03:01', days: ['mon'] }],
	['emptyVariables', { emptyVariables: 'skip' }],
])('there is none where %s knows it before', async (name, options) => {
	const timezone = new Date().getUTCHours() < 6 ? 'Asia/Tokyo' : 'UTC';
	const own =
		name === 'callingHours' ? { callingHours: { window: { ...options, timezone } } } : options;
	const variables = { variable: [{ name: 'first_name', value: '={{ $json.none }}' }] };
	const all = { emptyVariables: 'call', ...asking, ...own } as never;
	const { items } = await dial(people(20), all, { variables });

	expect(items.map(({ json }) => json.skippedBy)).toEqual(Array(20).fill(name));
	expect(sandbox().log).toEqual([]);
});
