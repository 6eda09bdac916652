import type { Call } from '../../../sandbox';
import {
	get,
	idsOf,
	messageOf,
	minute,
	newest,
	pageOf,
	type Query,
	useSandboxes,
} from '../../support/sandboxClient';

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

test.each([
	['snapshot', [5, 5]],
	['key', [5, 5]],
	['offset', [5, 4]],
] as const)(
	'cursors of the kind %s, while calls come in, and expire',
	async (cursorKind, found) => {
		let time = newest.getTime() + minute;
		const options = { calls: 10, pageSize: 5, cursorKind, cursorSeconds: 60, now: () => time };
		const sandbox = await start(options);
		const due = idsOf(sandbox.calls);
		const newestFirst: Query = [['sort', 'StartedAt:desc']];
		const { data, nextCursor } = await pageOf(sandbox, newestFirst);
		const next: Query = [...newestFirst, ['cursor', nextCursor]];
		time += minute;
		sandbox.receive();
		const shown = [data, (await pageOf(sandbox, next)).data].map((page) => idsOf(page as Call[]));
		expect(shown[0]).toEqual(due.slice(0, 5));
		expect(shown[1].filter((id) => !shown[0].includes(id))).toHaveLength(found[1]);
		time += 1;
		expect(await messageOf(await get(sandbox, '/public/calls', next))).toContain('has expired');
	},
);
