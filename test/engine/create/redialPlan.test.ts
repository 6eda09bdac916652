import {
	earlierCall,
	failedItem,
	people,
	phone,
	phones,
	regularOutput,
	useDialing,
} from '../../support/dialing';

const { dial, posted, has, lookedUp, sandbox } = useDialing();

const ended = { EndedAt: new Date().toISOString() };
const unanswered = { ...ended, Transcript: [] };
const answered = { ...ended, Transcript: [{ Sorting: 1, Role: 'User', Text: 'Hello?' }] };

const plan = { redialPlan: '4h, 1d, 3d' };
const skips = ({ items }: Awaited<ReturnType<typeof dial>>) =>
	items.map(({ json }) => json.skippedBy ?? json.outcome);

test.each([false, true])(
	'who is due is called, with one look-up a number (Dry Run: %j)',
	async (dryRun) => {
		has(
			earlierCall(phone(0), 3, unanswered),
			earlierCall(phone(1), 5, unanswered),
			earlierCall(phone(2), 100, answered),
			...[100, 200, 300, 400].map((hours) => earlierCall(phone(3), hours, unanswered)),
			earlierCall(phone(4), 800, answered),
		);
		const options = { ...plan, dryRun, skipAfterWords: 'stop calling', skipAfterKeywords: 'X' };
		const maxAttempts = { limit: { calls: 9, days: 9 } };
		const result = await dial(people(6), { ...options, maxAttempts });

		const called = dryRun ? 'dryRun' : 'placed';
		const skipped = 'redialPlan';
		expect(skips(result)).toEqual([skipped, called, skipped, skipped, called, called]);
		const [{ reason, callableFrom }, , reached, notReached] = result.items.map(({ json }) => json);
		expect(reason).toMatch(/^Due at .*: called once without an answer, at /);
		expect(reached.reason).toMatch(/^Reached at \d/);
		expect(notReached.reason).toMatch(/^Not reached: called 4 times without an answer, last at /);
		const minutes = (Date.parse(callableFrom as string) - Date.now()) / 60_000;
		expect([minutes > 58, minutes < 61]).toEqual([true, true]);
		expect(lookedUp()).toEqual(phones(0, 1, 2, 3, 4, 5));
		expect(posted()).toEqual(dryRun ? [] : phones(1, 4, 5));
	},
);

test('a number that stands in the list twice is called once, though no call is listed yet', async () => {
	sandbox().settings.listDelaySeconds = 3600;
	const twice = [...people(1), ...people(1)];
	expect(skips(await dial(twice, plan))).toEqual(['placed', 'redialPlan']);
	expect(skips(await dial(twice, { ...plan, requestsAtOnce: 2 }))).toEqual([
		'placed',
		'redialPlan',
	]);
});

test.each([
	['redialPlan', { ...plan }],
	['skipAfterWords', { skipAfterWords: 'stop' }],
])('%s calls nobody where it cannot know', async (_, options) => {
	has(earlierCall(phone(0), 99, { ...ended, Transcript: undefined }));
	sandbox().fault({ method: 'GET', skip: 1, fault: { kind: 'status', status: 403 } });
	const { items } = await dial(people(2), options, { settings: regularOutput });
	expect(items).toEqual([
		failedItem(0, expect.stringContaining('has no transcript')),
		failedItem(1, expect.stringContaining('could not check')),
	]);
	expect(posted()).toEqual([]);
});
