import type { IDataObject } from 'n8n-workflow';

import {
	callHistory,
	lastCallOf,
	type LookUps,
} from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/history';
import { PHONE_NUMBER } from '../../support/guarded';
import {
	json,
	page,
	pagedClient,
	scriptedClient,
	type Recorded,
} from '../../support/scriptedClient';
import { rejection } from '../../support/sentences';
import { rejectionOf } from '../../support/userError';

const NOW = Date.parse('2026-11-20T20:00:00Z');

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

afterEach(() => {
	jest.restoreAllMocks();
});

const hoursAgo = (hours: number, more: IDataObject = {}): IDataObject => ({
	Id: `call ${hours}`,
	PhoneNumber: PHONE_NUMBER,
	StartedAt: new Date(NOW - hours * HOUR).toISOString(),
	...more,
});

const historyOf = async ({ client }: Recorded, lookBackMs = DAY, lookUps: LookUps = new Map()) =>
	await callHistory(client, PHONE_NUMBER, lookBackMs, lookUps);

const names = (records: IDataObject[]) => records.map(({ Id }) => Id);

describe('the calls with a number', () => {
	it('are asked for by the number, newest first', async () => {
		const service = scriptedClient([page([])]);
		expect(await historyOf(service)).toEqual([]);
		expect(service.requests).toEqual([
			{
				method: 'GET',
				path: '/public/calls',
				query: { filter: ['PhoneNumber:==:+4930123456'], sort: 'StartedAt:desc' },
			},
		]);
	});

	it('are read no further back than needed', async () => {
		const service = pagedClient([
			[hoursAgo(1), hoursAgo(23)],
			[hoursAgo(25), hoursAgo(26)],
			[hoursAgo(27)],
		]);
		expect(names(await historyOf(service))).toEqual(['call 1', 'call 23']);
		expect(service.requests).toHaveLength(2);
	});

	it('are read to the end where any call counts', async () => {
		const service = pagedClient([[hoursAgo(1), hoursAgo(999)], [hoursAgo(9999)]]);
		expect(names(await historyOf(service, Infinity))).toEqual(['call 1', 'call 999', 'call 9999']);
	});

	it('are those of this number, whatever the service makes of the filter', async () => {
		const other = hoursAgo(2, { PhoneNumber: '+4930999999' });
		const nameless = hoursAgo(3, { PhoneNumber: null });
		expect(names(await historyOf(pagedClient([[hoursAgo(1), other, nameless]])))).toEqual([
			'call 1',
		]);
	});

	it.each(['+49 30 123456', '4930123456', 4930123456, '004930123456', 'tel:+49-30-123456'])(
		'are those of this number, however the service writes it: %j',
		async (PhoneNumber) => {
			const service = pagedClient([[hoursAgo(1, { PhoneNumber })]]);
			expect(names(await historyOf(service))).toEqual(['call 1']);
		},
	);

	it('come newest first, whatever the service makes of the order', async () => {
		const service = pagedClient([
			[hoursAgo(5), hoursAgo(2)],
			[hoursAgo(30), hoursAgo(1)],
		]);
		expect(names(await historyOf(service))).toEqual(['call 1', 'call 2', 'call 5']);
	});

	it('are asked for without the order, where the service rejects it', async () => {
		for (const status of [400, 422]) {
			const service = scriptedClient([json({}, status), page([hoursAgo(3), hoursAgo(1)])]);
			expect(names(await historyOf(service))).toEqual(['call 1', 'call 3']);
		}
	});

	it('have those without a readable start first, since one of them may be ringing now', async () => {
		const service = pagedClient([
			[hoursAgo(1), hoursAgo(2, { Id: 'ringing', StartedAt: '' })],
			[hoursAgo(9999, { Id: 'odd', StartedAt: 'soon' })],
		]);
		expect(names(await historyOf(service))).toEqual(['ringing', 'odd', 'call 1']);
	});

	it('have only what guards and the output need', async () => {
		const more = { Status: 'unread', AssistantName: 'Mara', Keywords: ['Callback'] };
		const [record] = await historyOf(pagedClient([[hoursAgo(1, { ...more, Summary: 'long' })]]));
		expect(record).toEqual({
			Id: 'call 1',
			StartedAt: '2026-11-20T19:00:00.000Z',
			...more,
		});
	});
});

describe('a look-up that fails', () => {
	it('says that nobody was called, why, and what asked', async () => {
		const service = scriptedClient([json({ message: 'No' }, 403)]);
		const { message, advice, status } = rejection(403, 'No');
		expect(await rejectionOf(historyOf(service))).toEqual({
			message: `The call was not placed, because the node could not check whether the number was called before. ${message}`,
			advice: `Options such as 'Skip If Called Within' ask the service first. ${advice}`,
			status,
		});
	});

	it('is made again the next time', async () => {
		const service = scriptedClient([json({}, 403), page([hoursAgo(1)])]);
		const lookUps: LookUps = new Map();
		await rejectionOf(historyOf(service, DAY, lookUps));
		expect(names(await historyOf(service, DAY, lookUps))).toEqual(['call 1']);
	});
});

describe('the look-ups of a run', () => {
	it('are made once for a number, also by calls that are on their way together', async () => {
		const service = pagedClient([[hoursAgo(1)]]);
		const lookUps: LookUps = new Map();
		const both = await Promise.all([
			historyOf(service, DAY, lookUps),
			historyOf(service, DAY, lookUps),
		]);
		await historyOf(service, DAY, lookUps);
		expect(both.map(names)).toEqual([['call 1'], ['call 1']]);
		expect(service.requests).toHaveLength(1);
	});

	it('are made for each number, and for each time', async () => {
		const service = pagedClient([[hoursAgo(1)]]);
		const lookUps: LookUps = new Map();
		await historyOf(service, DAY, lookUps);
		await historyOf(service, 2 * DAY, lookUps);
		await callHistory(service.client, '+4930999999', DAY, lookUps);
		expect(service.requests).toHaveLength(3);
	});
});

it('of the last call no more is told than who, when and how', () => {
	const call = { Id: '1', StartedAt: 'x', Status: 'unread', AssistantName: 'Mara' };
	expect(lastCallOf({ ...call, Summary: 'private', Keywords: ['Callback'] })).toEqual(call);
});
