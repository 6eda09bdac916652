import { earlierCall, people, phone, useDialing } from '../../support/dialing';

const { dial, has } = useDialing();

const says = (Text: string, Role = 'User') => ({
	EndedAt: new Date().toISOString(),
	Transcript: [{ Sorting: 1, Role, Text }],
});

test('who said so is never called again; what the assistant said does not count', async () => {
	has(
		earlierCall(phone(0), 9000, says('Please, STOP  calling me!')),
		earlierCall(phone(1), 1, says('I will stop calling.', 'AI')),
		earlierCall(phone(2), 1, says('nonstop calling')),
	);
	const result = await dial(people(3), { skipAfterWords: 'stop calling, rufen Sie nicht mehr an' });
	expect(result.items.map(({ json }) => json.skippedBy ?? json.outcome)).toEqual([
		'skipAfterWords',
		'placed',
		'placed',
	]);
	expect(result.items[0].json.reason).toMatch(/^Said "stop calling" in the call at \d/);
});
