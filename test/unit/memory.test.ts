import {
	notYetDelivered,
	pollerMemory,
	type Poller,
} from '../../nodes/VoiceAssistantCallsTrigger/memory';

const call = (Id: string) => ({ Id, StartedAt: '2026-11-20T08:00:00Z' });

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z') }));
afterEach(() => {
	jest.advanceTimersByTime(120_000);
	notYetDelivered(scheduled('cleaning up'), 'callEnded', []);
	jest.useRealTimers();
});

const scheduled = (name: string) => ({ name, hasOnePosition: false });

const deliver = (name: string, ...ids: string[]) => deliverBy(scheduled(name), ...ids);

const deliverBy = (poller: Poller, ...ids: string[]) =>
	notYetDelivered(poller, 'callEnded', ids.map(call)).map(({ Id }) => Id);

it('what another poll delivered a moment ago is left out, and nothing else', () => {
	expect(deliver('a', '1', '2')).toEqual(['1', '2']);
	expect(deliver('a', '2', '3')).toEqual(['3']);
	expect(deliver('a', '1', '2', '3')).toEqual([]);
});

it('another trigger has its own, and the start of a call is another event than its end', () => {
	expect(deliver('a', '1')).toEqual(['1']);
	expect(deliver('b', '1')).toEqual(['1']);
	expect(notYetDelivered(scheduled('a'), 'callStarted', [call('1')])).toEqual([call('1')]);
	expect(notYetDelivered(scheduled('a'), 'transcriptReady', [call('1')])).toEqual([]);
});

it('a minute later it is delivered again: then n8n did not save that it was', () => {
	expect(deliver('a', '1')).toEqual(['1']);
	jest.advanceTimersByTime(59_999);
	expect(deliver('a', '1')).toEqual([]);
	jest.advanceTimersByTime(1);
	expect(deliver('a', '1')).toEqual(['1']);
});

describe('polls that judge by one position', () => {
	const sharing = { name: 'a', hasOnePosition: true };

	it('deliver again what n8n threw away, since the workflow was saved while a poll read it', () => {
		expect(deliverBy(sharing, '1')).toEqual(['1']);
		expect(deliverBy(sharing, '1')).toEqual(['1']);
	});

	it('and those of the scheduler beside them give nothing twice, as at an activation', () => {
		expect(deliverBy(sharing, '1')).toEqual(['1']);
		expect(deliverBy(scheduled('a'), '1', '2')).toEqual(['2']);
		expect(deliverBy(sharing, '1', '2', '3')).toEqual(['1', '3']);
	});
});

it('what the polls of a trigger know of each other is kept, and not told to another one', () => {
	expect(pollerMemory('a')).toBe(pollerMemory('a'));
	expect(pollerMemory('a')).not.toBe(pollerMemory('b'));
});
