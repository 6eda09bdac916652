import type { IDataObject } from 'n8n-workflow';

import {
	eventKey,
	eventTime,
	type CallEvent,
} from '../../nodes/VoiceAssistantCallsTrigger/callEvent';

const START = '2026-11-20T08:00:00Z';
const END = '2026-11-20T08:03:00Z';
const TURN = { Sorting: 0, Role: 'AI', Text: 'Hello' };

const call = (fields: IDataObject = {}): IDataObject => ({
	Id: 'call-1',
	StartedAt: START,
	EndedAt: END,
	Transcript: [TURN],
	...fields,
});

const at = (time: string) => Date.parse(time);

/* Which times count as none is proven in record.test.ts. */

it('Call Started happens at the start, once there is one', () => {
	expect(eventTime('callStarted', call())).toBe(at(START));
	expect(eventTime('callStarted', call({ EndedAt: '' }))).toBe(at(START));
	expect(eventTime('callStarted', call({ StartedAt: '0001-01-01T00:00:00Z' }))).toBeUndefined();
});

it('Call Ended happens at the end, with a transcript or without', () => {
	expect(eventTime('callEnded', call())).toBe(at(END));
	expect(eventTime('callEnded', call({ Transcript: [] }))).toBe(at(END));
	expect(eventTime('callEnded', call({ StartedAt: '' }))).toBe(at(END));
	expect(eventTime('callEnded', call({ EndedAt: '0001-01-01T00:00:00Z' }))).toBeUndefined();
});

it('Transcript Ready happens at the end, once there is a transcript', () => {
	for (const Transcript of [[TURN], 'AI: Hello']) {
		expect(eventTime('transcriptReady', call({ Transcript }))).toBe(at(END));
	}
	for (const Transcript of [[], undefined, null, ' ']) {
		expect(eventTime('transcriptReady', call({ Transcript }))).toBeUndefined();
	}
});

describe('the key of an event', () => {
	it('is another for another call', () => {
		const ids = ['call-1', 'call-2', '__proto__', 'constructor', 1, '1', ' call-1'];
		const keys = ids.map((Id) => eventKey('callEnded', call({ Id })));
		expect(new Set(keys).size).toBe(ids.length);
	});

	it('is that of the start, or that of the end with or without transcript, as n8n has stored it', () => {
		expect(eventKey('callStarted', call())).toBe('tiq_uke47j');
		expect(eventKey('callEnded', call())).toBe('FfBEmkoA7z');
		expect(eventKey('transcriptReady', call())).toBe('FfBEmkoA7z');
	});

	it('does not take two calls for one whose identifiers JSON has rounded to one number', () => {
		const { Id } = JSON.parse('{"Id":1234567890123456789}') as IDataObject;
		const key = (fields: IDataObject) => eventKey('callEnded', call({ Id, ...fields }));
		expect(key({ PhoneNumber: '+4930123456' })).not.toBe(key({}));
		expect(key({ EndedAt: '' })).toBe(key({}));
	});

	it('of a call without identifier is made of its start, number and assistant', () => {
		const key = (fields: IDataObject) => eventKey('callEnded', call({ Id: undefined, ...fields }));
		expect(key({ EndedAt: '' })).toBe(key({}));
		expect(key({ PhoneNumber: '+4930123456' })).not.toBe(key({}));
		expect(key({ Assistant: 'a' })).not.toBe(key({}));
	});

	it('of a call without identifier and start is made of its end', () => {
		const key = (event: CallEvent, EndedAt: string, fields: IDataObject = {}) =>
			eventKey(event, call({ Id: undefined, StartedAt: '', EndedAt, ...fields }));
		expect(key('callEnded', END)).not.toBe(key('callEnded', START));
		expect(key('callStarted', END)).toBe(key('callStarted', START));
		// Nested too deep to be written.
		const Assistant = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as IDataObject[];
		expect(key('callEnded', END, { Assistant })).not.toBe(key('callEnded', START, { Assistant }));
	});
});
