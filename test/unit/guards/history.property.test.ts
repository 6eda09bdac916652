import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { callHistory } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/history';
import type { ApiRequest } from '../../../nodes/shared/http/client';
import { anyStart, isWithin, NOW, type Start } from '../../support/anyHistory';
import { PHONE_NUMBER } from '../../support/guarded';
import { json, page, pagedClient, respondingClient } from '../../support/scriptedClient';

const HOUR = 3_600_000;
const HOURS = 48;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => {
	jest.restoreAllMocks();
});

interface Listed extends Start {
	isOurs: boolean;
	record: IDataObject;
}

/** Calls that a service has, with this number and with another one. */
const anyCalls = fc.array(fc.tuple(anyStart(HOURS), fc.boolean()), { maxLength: 20 }).map((calls) =>
	calls.map(([start, isOurs], index): Listed => {
		const PhoneNumber = isOurs ? PHONE_NUMBER : '+4930999999';
		const { StartedAt } = start;
		return { ...start, isOurs, record: { Id: `call ${index}`, PhoneNumber, StartedAt } };
	}),
);

const idsOf = (records: IDataObject[]) => records.map(({ Id }) => String(Id));

/** The calls that the guards must know, in any order. */
const expected = (calls: Listed[], ms: number) =>
	idsOf(calls.filter((call) => call.isOurs && isWithin(call, ms)).map(({ record }) => record));

const newestFirst = (calls: Listed[]) => {
	const position = ({ ago }: Listed) => (ago === Infinity ? -Infinity : ago);
	return [...calls].sort((a, b) => Math.sign(position(a) - position(b)) || 0);
};

/** What a service may make of filter and order. */
const anyService = fc.record({
	filters: fc.boolean(),
	sort: fc.constantFrom('newest first', 'oldest first', 'rejected', 'unprocessable'),
	pageSize: fc.integer({ min: 1, max: 6 }),
});

type Service = typeof anyService extends fc.Arbitrary<infer T> ? T : never;

function listOf(calls: Listed[], service: Service) {
	const respond = ({ query }: ApiRequest) => {
		if (query?.sort && service.sort === 'rejected') return json({ message: 'No' }, 400);
		if (query?.sort && service.sort === 'unprocessable') return json({ message: 'No' }, 422);
		const found = newestFirst(calls).filter(({ isOurs }) => isOurs || !service.filters);
		if (service.sort !== 'newest first') found.reverse();
		const from = Number(query?.cursor ?? 0);
		const to = from + service.pageSize;
		return page(
			found.slice(from, to).map(({ record }) => record),
			to < found.length ? String(to) : '',
		);
	};
	return respondingClient(respond);
}

const anyLookBack = fc.oneof(
	{ weight: 5, arbitrary: fc.integer({ min: 1, max: HOURS - 2 }) },
	{ weight: 1, arbitrary: fc.constant(Infinity) },
);

it('every call of the time is found, whether the service filters and sorts or not', async () => {
	await fc.assert(
		fc.asyncProperty(anyCalls, anyService, anyLookBack, async (calls, service, hours) => {
			const { client } = listOf(calls, service);
			const found = await callHistory(client, PHONE_NUMBER, hours * HOUR, new Map());

			expect(idsOf(found).sort()).toEqual(expected(calls, hours * HOUR).sort());
			// Those without a readable start come first, then the newest.
			const order = newestFirst(calls).map(({ ago }) => ago);
			const agoOf = (id: string) => calls[Number(id.split(' ')[1])].ago;
			const positions = idsOf(found).map((id) => order.indexOf(agoOf(id)));
			expect(positions).toEqual([...positions].sort((a, b) => a - b));
		}),
		{ numRuns: 1000 },
	);
});

it('every call of the time is found in any order, where the first two show that there is none', async () => {
	await fc.assert(
		fc.asyncProperty(
			anyCalls,
			fc.integer({ min: 1, max: 6 }),
			anyLookBack,
			async (calls, size, hours) => {
				const before = [HOURS, HOURS - 1].map((ago) => ({
					Id: `${ago} hours ago`,
					StartedAt: new Date(NOW - ago * HOUR).toISOString(),
				}));
				const all = [...before, ...calls.map(({ record }) => record)];
				const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
					all.slice(index * size, (index + 1) * size),
				);
				const { client } = pagedClient(pages);
				const found = await callHistory(client, PHONE_NUMBER, hours * HOUR, new Map());

				expect(idsOf(found).sort()).toEqual(expected(calls, hours * HOUR).sort());
			},
		),
		{ numRuns: 500 },
	);
});
