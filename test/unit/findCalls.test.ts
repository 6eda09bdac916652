import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../../nodes/shared/response';
import { callPages, findCalls, type CallSearch } from '../../nodes/shared/calls/findCalls';
import { json, page, PAGING, scripted } from './scripted';
import { saidAfter } from './said';

/** Calls named after the hour of 20 November in which they started. */
const at = (...hours: number[]): IDataObject[] =>
	hours.map((hour) => ({
		Id: `call ${hour}`,
		StartedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
	}));

const hour = (number: number) => Date.parse('2026-11-20T00:00:00Z') + number * 3_600_000;

const from10to12 = { after: hour(10), before: hour(12) };

async function find(answers: Array<ApiResponse | Error>, search: Partial<CallSearch> = {}) {
	const { service, requests } = scripted(answers);
	const finding = findCalls(service, { filters: [], limit: Infinity, ...search }, PAGING);
	const found = await finding.catch((error: Error) => error);
	return { found, finding, queries: requests.map(({ query }) => query), requests };
}

const REFUSED = json({ message: 'Only asc' }, 400);

describe('without a date range', () => {
	it('every call is read, in the order of the service', async () => {
		const { found, requests } = await find([page(at(3, 1), 'x'), page([{ Id: 'no time' }])]);
		expect(found).toEqual([...at(3, 1), { Id: 'no time' }]);
		expect(requests.map(({ path }) => path)).toEqual(['/public/calls', '/public/calls']);
	});

	it('filters and the sort are sent with every page, and no sort where none was chosen', async () => {
		const filters = ['Status:==:unread', 'Assistant:==:asst-1'];
		const answers = [page(at(1), 'x'), page(at(2))];
		expect((await find(answers, { filters, sort: 'PhoneNumber:asc' })).queries).toEqual([
			{ filter: filters, sort: 'PhoneNumber:asc' },
			{ filter: filters, sort: 'PhoneNumber:asc', cursor: 'x' },
		]);
		expect((await find(answers)).queries).toEqual([
			{ filter: [], sort: undefined },
			{ filter: [], sort: undefined, cursor: 'x' },
		]);
	});

	it('a refusal of the sort is told', async () => {
		const { finding, queries } = await find([REFUSED], { sort: 'StartedAt:desc' });
		expect(await saidAfter(finding)).toEqual({
			title: 'The service refused the request: Only asc (400)',
			advice: 'Correct what the service names, and run the node again.',
			status: 400,
		});
		expect(queries).toHaveLength(1);
	});

	it('a further condition is applied here', async () => {
		const keep = ({ Id }: IDataObject) => Id === 'call 2';
		expect((await find([page(at(3, 2, 1))], { keep })).found).toEqual(at(2));
	});
});

describe('with a date range', () => {
	it('newest first is asked for on every page', async () => {
		const { queries } = await find([page(at(11), 'x'), page(at(10))], { range: from10to12 });
		expect(queries).toEqual([
			{ filter: [], sort: 'StartedAt:desc' },
			{ filter: [], sort: 'StartedAt:desc', cursor: 'x' },
		]);
	});

	it('its beginning belongs to it and its end does not', async () => {
		const edges = [hour(12), hour(12) - 1, hour(10), hour(10) - 1].map((time) => ({
			Id: String(time),
			StartedAt: new Date(time).toISOString(),
		}));
		expect((await find([page(edges)], { range: from10to12 })).found).toEqual(edges.slice(1, 3));
	});

	it.each([
		['an open end', { after: hour(11) }, [13, 12, 11]],
		['an open beginning', { before: hour(11) }, [10, 9]],
	])('it may have %s', async (_, range, hours) => {
		const answers = [page(at(13, 12, 11, 10, 9))];
		expect((await find(answers, { range })).found).toEqual(at(...hours));
	});

	it.each([undefined, null, '', 'soon', 1795161600000, {}])(
		'a call that started at %j never matches',
		async (StartedAt) => {
			const odd = { Id: 'odd', StartedAt } as IDataObject;
			for (const range of [{ before: hour(12) }, { after: hour(10) }, {}]) {
				expect((await find([page([odd, ...at(11)])], { range })).found).toEqual(at(11));
			}
		},
	);

	it('the limit counts the calls within it', async () => {
		const answers = [page(at(14, 13), 'x'), page(at(11, 10), 'y'), page(at(9))];
		const { found, queries } = await find(answers, { range: from10to12, limit: 1 });
		expect(found).toEqual(at(11));
		expect(queries).toHaveLength(2);
	});

	it('a further condition is applied besides it', async () => {
		const keep = ({ Id }: IDataObject) => Id !== 'call 11';
		const { found } = await find([page(at(12, 11, 10, 9))], { range: from10to12, keep });
		expect(found).toEqual(at(10));
	});
});

describe('reading ends', () => {
	it('after a page that lies wholly before the range, newest first', async () => {
		const answers = [page(at(14, 11), 'x'), page(at(10, 9), 'y'), page(at(8, 7), 'z'), page(at(6))];
		const { found, queries } = await find(answers, { range: from10to12 });
		expect(found).toEqual(at(11, 10));
		expect(queries).toHaveLength(3);
	});

	it('after a page that lies wholly behind the range, oldest first', async () => {
		const answers = [
			page(at(9, 10), 'x'),
			page(at(11, 12), 'y'),
			page(at(13, 14), 'z'),
			page(at(15)),
		];
		const { found, queries } = await find(answers, { range: from10to12, sort: 'StartedAt:asc' });
		expect(found).toEqual(at(10, 11));
		expect(queries).toHaveLength(3);
	});

	it('after the first page where nothing matches', async () => {
		const { found, queries } = await find([page(at(9, 8), 'x'), page(at(7))], {
			range: from10to12,
		});
		expect(found).toEqual([]);
		expect(queries).toHaveLength(1);
	});

	it('also where calls without a time are among them', async () => {
		const answers = [page([...at(9), { Id: 'odd' }, ...at(8)], 'x'), page(at(7))];
		expect((await find(answers, { range: from10to12 })).queries).toHaveLength(1);
	});

	it('also where some calls started at the same time', async () => {
		const answers = [page([...at(9, 9), ...at(8)], 'x'), page(at(7))];
		expect((await find(answers, { range: from10to12 })).queries).toHaveLength(1);
	});

	it('also where some started at the very end of the range, oldest first', async () => {
		const search = { range: from10to12, sort: 'StartedAt:asc' };
		const answers = [page([...at(11), ...at(12, 12)], 'x'), page(at(12, 13), 'y'), page(at(14))];
		const { found, queries } = await find(answers, search);
		expect(found).toEqual(at(11));
		expect(queries).toHaveLength(2);
	});

	it('also where newest first was chosen by the user', async () => {
		const search = { range: from10to12, sort: 'StartedAt:desc' };
		expect((await find([page(at(9, 8), 'x'), page(at(7))], search)).queries).toHaveLength(1);
	});
});

describe('reading goes on', () => {
	const last = page(at(11));

	it.each([
		['a page before the range has one time only', [page(at(9, 9), 'x')], {}],
		['a page before the range has one call only', [page(at(9), 'x')], {}],
		['a page is empty', [page(at(14), 'w'), page([], 'x')], {}],
		['a page has no times', [page([{ Id: 'a' }, { Id: 'b' }], 'x')], {}],
		['a part of the page is in the range', [page(at(10, 9, 8), 'x')], {}],
		['a part of the page is newer than the range', [page(at(12, 9, 8), 'x')], {}],
		['a pair on the page is out of order', [page(at(8, 9), 'x')], {}],
		['a pair on an earlier page was', [page(at(13, 14), 'w'), page(at(9, 8), 'x')], {}],
		['calls sort by another field', [page(at(9, 8), 'x')], { sort: 'PhoneNumber:asc' }],
		['calls sort by another field, downwards', [page(at(9, 8), 'x')], { sort: 'EndedAt:desc' }],
		['the direction is none that is known', [page(at(9, 8), 'x')], { sort: 'StartedAt:newest' }],
		['oldest first is before the range', [page(at(8, 9), 'x')], { sort: 'StartedAt:asc' }],
	])('where %s', async (_, answers, search: Partial<CallSearch>) => {
		const { found, queries } = await find([...answers, last], { range: from10to12, ...search });
		expect(found).toEqual(expect.arrayContaining(at(11)));
		expect(queries).toHaveLength(answers.length + 1);
	});

	it('where the range is open at the end that reading moves to', async () => {
		const newest = await find([page(at(9, 8), 'x'), last], { range: { before: hour(12) } });
		expect(newest.queries).toHaveLength(2);
		const oldest = { range: { after: hour(1) }, sort: 'StartedAt:asc' };
		expect((await find([page(at(8, 9), 'x'), last], oldest)).queries).toHaveLength(2);
	});

	it('where the order broke between two pages', async () => {
		const answers = [page(at(11, 10), 'x'), page(at(13, 12), 'y'), page(at(9, 8), 'z'), last];
		const { found, queries } = await find(answers, { range: from10to12 });
		expect(found).toEqual(at(11, 10));
		expect(queries).toHaveLength(4);
	});
});

describe('a service that refuses newest first', () => {
	it('is asked again without an order, on every page', async () => {
		const { found, queries } = await find([REFUSED, page(at(9, 10), 'x'), page(at(11))], {
			range: from10to12,
		});
		expect(found).toEqual(at(10, 11));
		expect(queries).toEqual([
			{ filter: [], sort: 'StartedAt:desc' },
			{ filter: [], sort: undefined },
			{ filter: [], sort: undefined, cursor: 'x' },
		]);
	});

	it('is read to its end, since no order was promised', async () => {
		// Sorted by something else, so that the first page looks as if it were newest first.
		const answers = [REFUSED, page(at(9, 8), 'x'), page(at(11, 10))];
		expect((await find(answers, { range: from10to12 })).found).toEqual(at(11, 10));
	});

	it('tells in its own words what else it refuses', async () => {
		const { finding, queries } = await find([REFUSED, json({ message: 'Bad filter' }, 400)], {
			range: from10to12,
			advice: { 400: 'Correct the filter.' },
		});
		expect(await saidAfter(finding)).toEqual({
			title: 'The service refused the request: Bad filter (400)',
			advice: 'Correct the filter.',
			status: 400,
		});
		expect(queries).toHaveLength(2);
	});

	it('is not asked again where it refuses something else', async () => {
		const { finding, queries } = await find([json({}, 401)], { range: from10to12 });
		expect((await saidAfter(finding)).status).toBe(401);
		expect(queries).toHaveLength(1);
	});

	it('is not asked again where it refuses a later page', async () => {
		const { finding, queries } = await find([page(at(12), 'x'), REFUSED], { range: from10to12 });
		expect((await saidAfter(finding)).status).toBe(400);
		expect(queries).toHaveLength(2);
	});
});

describe('the pages of calls', () => {
	it('can be begun at a cursor, newest first or as the service likes', async () => {
		const { service, requests } = scripted([REFUSED, page(at(2), 'y'), page(at(1))]);
		const cursors: string[] = [];
		const search = { filters: [], range: {}, limit: Infinity };
		for await (const { nextCursor } of callPages(service, search, PAGING, 'x')) {
			cursors.push(nextCursor);
		}
		expect(cursors).toEqual(['y', '']);
		expect(requests.map(({ query }) => [query?.sort, query?.cursor])).toEqual([
			['StartedAt:desc', 'x'],
			[undefined, 'x'],
			[undefined, 'y'],
		]);
	});
});
