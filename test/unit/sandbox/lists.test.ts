import { get, messageOf, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

test.each([
	['filter', 'Status:unread', '<Field>:<operator>:<value>'],
	['filter', 'status:==:unread', '"status"'],
	['filter', 'Status:>=:unread', '">="'],
	['filter', 'Status:array-contains-any:unread', 'needs a list'],
	['filter', 'Keywords:==:Offer', 'needs a text'],
	['filter', 'Keywords:array-contains-any:a,,b', 'empty value'],
	['sort', 'StartedAt:down', '"down"'],
	['limit', '10', '"limit" is not known'],
	['cursor', 'wrong', 'cursor'],
])('Calls List rejects %s=%s', async (name, value, words) => {
	const response = await get(await start(), '/public/calls', [[name, value]]);
	expect([response.status, await messageOf(response)]).toEqual([
		400,
		expect.stringContaining(words),
	]);
});
