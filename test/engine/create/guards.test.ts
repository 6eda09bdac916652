import { people, phonesOf, useDialing } from '../../support/dialing';

/* What all guards together ask the service, for a list of 1,000. */

const { sandbox, dial, posts, lookedUp } = useDialing();

const asking = {
	skipIfCalledWithin: 24,
	maxAttempts: { limit: { calls: 3, days: 14 } },
	skipAfterKeywords: 'WrongNumber',
};
const always = {
	from: '00:00',
	to: '24:00',
	days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
};
const minute = { days: ['mon'], from: '03:00', to: '03:01' };

test('there is one look-up for each number, whatever the number of guards', async () => {
	const items = [...people(500), ...people(500)];
	const { items: results } = await dial(items, {
		...asking,
		callingHours: { window: { ...always, timezone: 'Europe/Berlin' } },
		doNotCall: '+4930123456',
		emptyVariables: 'skip',
		dryRun: true,
	});

	expect(results).toHaveLength(1000);
	expect(results.filter(({ json }) => json.outcome === 'dryRun')).toHaveLength(500);
	expect(results.filter(({ json }) => json.skippedBy === 'skipIfCalledWithin')).toHaveLength(500);
	expect(lookedUp()).toEqual(phonesOf(500));
	expect(posts()).toEqual([]);
});

test.each([
	[
		'doNotCall',
		{
			doNotCall: phonesOf(100).join('\n'),
		},
	],
	['callingHours', { callingHours: { window: { ...minute, timezone: '={{ $json.zone }}' } } }],
	['emptyVariables', { emptyVariables: 'skip' }],
])('there is none where %s knows it before', async (name, options) => {
	// Where it is not three in the night.
	const zone = new Date().getUTCHours() < 6 ? 'Asia/Tokyo' : 'UTC';
	const items = people(100).map((item) => ({ ...item, zone }));
	const { items: results } = await dial(
		items,
		{ emptyVariables: 'call', ...asking, ...(options as object) },
		{ variables: { variable: [{ name: 'first_name', value: '={{ $json.none }}' }] } },
	);

	const by = results.map(({ json }) => json.skippedBy);
	expect(by).toEqual(items.map(() => name));
	expect(sandbox().log).toEqual([]);
});
