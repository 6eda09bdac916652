import { collect, pages } from '../../nodes/shared/lists/pagination';
import { ids, LIST, readingFails, readPages } from '../support/readPages';
import { page, scriptedClient } from '../support/scriptedClient';
import { TOO_MANY_RECORDS } from '../support/sentences';

describe('a limit', () => {
	const responses = [page(ids('a', 'b'), 'x'), page(ids('c', 'd'), 'y'), page(ids('e'))];

	it.each([
		[1, ['a'], 1],
		[2, ['a', 'b'], 1],
		[3, ['a', 'b', 'c'], 2],
		[4, ['a', 'b', 'c', 'd'], 2],
		[5, ['a', 'b', 'c', 'd', 'e'], 3],
		[6, ['a', 'b', 'c', 'd', 'e'], 3],
	])(
		'of %d gives that many at most, and no page is read for nothing',
		async (limit, names, cost) => {
			const { records, queries } = await readPages(responses, { limit });
			expect(records).toEqual(ids(...names));
			expect(queries).toHaveLength(cost);
		},
	);

	it('counts the records that are kept', async () => {
		const { client, requests } = scriptedClient(responses);
		const records = await collect(pages(client, LIST), {
			limit: 2,
			keep: ({ Id }) => Id !== 'a' && Id !== 'b',
		});
		expect(records).toEqual(ids('c', 'd'));
		expect(requests).toHaveLength(2);
	});

	it('is not needed where a page proves that nothing more is to be kept', async () => {
		const { client, requests } = scriptedClient(responses);
		const records = await collect(pages(client, LIST), {
			limit: Infinity,
			isLast: ({ records: page2 }) => page2.some(({ Id }) => Id === 'c'),
		});
		expect(records).toEqual(ids('a', 'b', 'c', 'd'));
		expect(requests).toHaveLength(2);
	});
});

describe('a record that comes twice, since a call began while the list was read', () => {
	it('is kept once', async () => {
		const { records } = await readPages([
			page(ids('c', 'b'), 'x'),
			page(ids('b', 'a'), 'y'),
			page(ids('a')),
		]);
		expect(records).toEqual(ids('c', 'b', 'a'));
	});

	it('is kept once where it has changed meanwhile', async () => {
		const ringing = { Id: 'b', Status: 'ringing' };
		const ended = { Id: 'b', Status: 'unread' };
		const { records } = await readPages([page([ringing], 'x'), page([ended, { Id: 'a' }])]);
		expect(records).toEqual([ringing, { Id: 'a' }]);
	});

	it('is kept twice where it has no Id and is not the same in every field', async () => {
		const nameless = [1, 2].map((n) => ({ Id: '', PhoneNumber: '+4930123456', n }));
		const [first, second] = nameless;
		const { records } = await readPages([page([first], 'x'), page([{ ...first }, second])]);
		expect(records).toEqual(nameless);
	});

	it('is another one where its Id is a number that JSON has rounded', async () => {
		const [first, second] = [1, 2].map((n) => ({ ...JSON.parse('{"Id":1234567890123456789}'), n }));
		const { records } = await readPages([page([first], 'x'), page([second, { ...first }])]);
		expect(records).toEqual([first, second]);
	});

	it('does not count for the limit', async () => {
		const { records, queries } = await readPages(
			[page(ids('c', 'b'), 'x'), page(ids('b', 'a'), 'y'), page(ids('z'))],
			{ limit: 3 },
		);
		expect(records).toEqual(ids('c', 'b', 'a'));
		expect(queries).toHaveLength(2);
	});
});

describe('more records than n8n can take', () => {
	const thousand = (start: number) =>
		Array.from({ length: 1000 }, (_, index) => ({ Id: `call ${start + index}` }));

	const list = (count: number) =>
		Array.from({ length: count }, (_, index) =>
			page(thousand(index * 1000), index === count - 1 ? '' : String(index + 1)),
		);

	it('are 100 001 for one item', async () => {
		const extra = [
			...list(100).slice(0, -1),
			page(thousand(99_000), 'last'),
			page(ids('one more')),
		];
		expect(await readingFails(extra)).toEqual({
			...TOO_MANY_RECORDS,
			after: 101,
		});
	});

	it('are not 100 000', async () => {
		expect((await readPages(list(100))).records).toHaveLength(100_000);
	});

	it('are not those beyond the limit', async () => {
		const { records, queries } = await readPages(list(101), { limit: 100_000 });
		expect(records).toHaveLength(100_000);
		expect(queries).toHaveLength(100);
	});

	it('are not those that are not kept', async () => {
		const { client } = scriptedClient(list(110));
		const records = await collect(pages(client, LIST), {
			limit: Infinity,
			keep: ({ Id }) => Id === 'call 109999',
		});
		expect(records).toEqual(ids('call 109999'));
	});
});
