import type { Call } from '../../../sandbox';
import {
	get,
	idsOf,
	messageOf,
	newest,
	pageOf,
	readAll,
	type Query,
	useSandboxes,
} from '../../support/sandboxClient';

const start = useSandboxes();

describe('Calls List', () => {
	const record = (Id: string, fields: Partial<Call>) => ({
		Id,
		Keywords: [],
		Flags: [],
		...fields,
	});
	const records = [
		record('a', { Status: 'unread', Keywords: ['Offer', 'Callback'], Flags: ['green, phone'] }),
		record('b', {
			Status: 'archive',
			Keywords: ['Invoice'],
			StartedAt: '2026-03-10T12:00:00.000Z',
		}),
		record('c', { Status: 'unread', Keywords: [], Summary: 'AI: one\nUser: two:three' }),
		record('d', { Status: '', PhoneNumber: '+12025550123', StartedAt: '2026-03-09T12:00:00.000Z' }),
	];

	test.each<[string[], string]>([
		[[], 'abcd'],
		[['Status:==:unread'], 'ac'],
		[['Status:==:'], 'd'],
		[['Status:not:archive'], 'acd'],
		[['Status:==:Unread'], ''],
		[['PhoneNumber:==:+12025550123'], 'd'],
		[['StartedAt:==:2026-03-10T12:00:00.000Z'], 'b'],
		[['Summary:==:AI: one\nUser: two:three'], 'c'],
		[['Keywords:array-contains-any:Callback,Invoice'], 'ab'],
		[['Keywords:array-contains-any:callback'], ''],
		[['Flags:array-contains-any:phone'], 'a'],
		[['Status:==:unread', 'Keywords:array-contains-any:Callback'], 'a'],
	])('with the filters %j finds "%s"', async (filters, found) => {
		const sandbox = await start({ records });
		const { data } = await pageOf(
			sandbox,
			filters.map((filter) => ['filter', filter]),
		);
		expect(idsOf(data as Call[]).join('')).toBe(found);
	});

	test.each([
		['filter', 'Status', '<Field>:<operator>:<value>'],
		['filter', 'Status:unread', '<Field>:<operator>:<value>'],
		['filter', 'status:==:unread', '"status"'],
		['filter', 'Transcript:==:x', '"Transcript"'],
		['filter', 'Status:=:unread', '"="'],
		['filter', 'Status:>=:unread', '">="'],
		['filter', 'Status:array-contains-any:unread', 'needs a list'],
		['filter', 'Keywords:==:Offer', 'needs a text'],
		['filter', 'Keywords:array-contains-any:', 'empty value'],
		['filter', 'Keywords:array-contains-any:a,,b', 'empty value'],
		['filter[0]', 'Status:==:unread', 'Repeat "filter"'],
		['filters', 'Status:==:unread', '"filters" is not known'],
		['sort', 'StartedAt', '<Field>:<direction>'],
		['sort', 'StartedAt:down', '"down"'],
		['sort', 'startedAt:asc', '"startedAt"'],
		['sort', 'Keywords:asc', '"Keywords"'],
		['limit', '10', '"limit" is not known'],
		['pageSize', '10', '"pageSize" is not known'],
		['cursor', 'wrong', 'cursor'],
		['cursor', '', 'cursor'],
	])('rejects %s=%s', async (name, value, words) => {
		const response = await get(await start(), '/public/calls', [[name, value]]);
		expect(response.status).toBe(400);
		expect(await messageOf(response)).toContain(words);
	});

	test('rejects a second sort', async () => {
		const sort: Query = [
			['sort', 'StartedAt:asc'],
			['sort', 'Id:asc'],
		];
		expect((await get(await start(), '/public/calls', sort)).status).toBe(400);
	});

	test('without a sort is in the order held, the newest first', async () => {
		const sandbox = await start();
		expect(idsOf(await readAll(sandbox))).toEqual(idsOf(sandbox.calls));
		expect(sandbox.calls[0].StartedAt).toBe(newest.toISOString());
	});

	test.each([
		['StartedAt', 'asc'],
		['StartedAt', 'desc'],
		['PhoneNumber', 'asc'],
	] as const)('sorts by %s:%s', async (field, direction) => {
		const values = (await readAll(await start(), [['sort', `${field}:${direction}`]])).map(
			(call) => call[field],
		);
		const sorted = [...values].sort();
		expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse());
		expect(values).toHaveLength(250);
	});

	test('keeps the order held among equals', async () => {
		const sandbox = await start();
		for (const sort of ['Company:asc', 'Company:desc']) {
			expect(idsOf(await readAll(sandbox, [['sort', sort]]))).toEqual(idsOf(sandbox.calls));
		}
	});
});
