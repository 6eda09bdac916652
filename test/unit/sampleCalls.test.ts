import { sampleCalls } from '../../nodes/VoiceAssistantCallsTrigger/newCalls';
import { call, CallList, callsFrom } from '../support/callList';
import { page } from '../support/scriptedClient';

it('the newest five calls of the first page are shown, oldest first', async () => {
	const list = new CallList([call('goes on', 1, Infinity), ...callsFrom(2, 500)]);
	const calls = await sampleCalls(list.poll());
	expect(calls.map(({ Id }) => Id)).toEqual([6, 5, 4, 3, 2].map((ago) => `${ago} minutes ago`));
	expect(list.cursors).toEqual(['']);
});

it('fewer are shown if there are fewer, and none if there is none', async () => {
	const list = new CallList([call('goes on', 1, Infinity), call('ended', 2)]);
	expect(await sampleCalls(list.poll())).toEqual([list.calls[1]]);
	list.calls.pop();
	expect(await sampleCalls(list.poll())).toEqual([]);
	list.calls.pop();
	expect(await sampleCalls(list.poll())).toEqual([]);
});

it('they are those of the first page that is not empty, for services that filter after paging', async () => {
	const list = new CallList(callsFrom(2, 3));
	list.instead.set('', page([], '0'));
	expect(await sampleCalls(list.poll())).toHaveLength(3);
	expect(list.cursors).toEqual(['', '0']);
});

it('they are those with the event that is waited for', async () => {
	const list = new CallList([call('goes on', 1, Infinity), call('ended', 2)]);
	const question = { event: 'callStarted' as const, text: '' };
	expect(await sampleCalls(list.poll({ question }))).toHaveLength(2);
});
