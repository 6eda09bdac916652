import type { Call } from '../../../sandbox';
import { get, idsOf, messageOf, pageOf, useSandboxes } from '../../support/sandboxClient';

const start = useSandboxes();

describe('Calls List', () => {
	const record = (Id: string, fields: Partial<Call>) => ({
		...{ Id, Keywords: [], Flags: [] },
		...fields,
	});
	const records = [
		record('a', { Status: 'unread', Keywords: ['Offer', 'Callback'], Flags: ['green, phone'] }),
		record('b', { Status: 'archive', Keywords: ['Invoice'] }),
		record('c', { Status: 'unread', Summary: 'AI: one\nUser: two:three' }),
		record('d', { Status: '', PhoneNumber: '+12025550123' }),
	];

	test.each<[string[], string]>([
		[[], 'abcd'],
		[['Status:==:'], 'd'],
		[['Status:not:archive'], 'acd'],
		[['Status:==:Unread'], ''],
		[['Summary:==:AI: one\nUser: two:three'], 'c'],
		[['Flags:array-contains-any:phone'], 'a'],
		[['Status:==:unread', 'Keywords:array-contains-any:Callback,Invoice'], 'a'],
	])('with the filters %j finds "%s"', async (filters, found) => {
		const { data } = await pageOf(
			await start({ records }),
			filters.map((filter) => ['filter', filter]),
		);
		expect(idsOf(data as Call[]).join('')).toBe(found);
	});

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
	])('rejects %s=%s', async (name, value, words) => {
		const response = await get(await start(), '/public/calls', [[name, value]]);
		expect([response.status, await messageOf(response)]).toEqual([
			400,
			expect.stringContaining(words),
		]);
	});
});
