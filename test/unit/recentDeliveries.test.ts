import { notYetDelivered } from '../../nodes/VoiceAssistantCallsTrigger/recentDeliveries';

const call = (Id: string) => ({ Id, StartedAt: '2026-11-20T08:00:00Z' });

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z') }));
afterEach(() => {
	jest.advanceTimersByTime(120_000);
	notYetDelivered('cleaning up', 'callEnded', []);
	jest.useRealTimers();
});

const deliver = (origin: string, ...ids: string[]) =>
	notYetDelivered(origin, 'callEnded', ids.map(call)).map(({ Id }) => Id);

it('what another poll delivered a moment ago is left out, and nothing else', () => {
	expect(deliver('a', '1', '2')).toEqual(['1', '2']);
	expect(deliver('a', '2', '3')).toEqual(['3']);
	expect(deliver('a', '1', '2', '3')).toEqual([]);
});

it('another trigger, and another activation, have their own', () => {
	expect(deliver('a', '1')).toEqual(['1']);
	expect(deliver('b', '1')).toEqual(['1']);
});

it('the start of a call is another event than its end', () => {
	expect(deliver('a', '1')).toEqual(['1']);
	expect(notYetDelivered('a', 'callStarted', [call('1')])).toEqual([call('1')]);
	expect(notYetDelivered('a', 'transcriptReady', [call('1')])).toEqual([]);
});

it('a minute later it is delivered again: then n8n did not save that it was', () => {
	expect(deliver('a', '1')).toEqual(['1']);
	jest.advanceTimersByTime(59_999);
	expect(deliver('a', '1')).toEqual([]);
	jest.advanceTimersByTime(1);
	expect(deliver('a', '1')).toEqual(['1']);
});
