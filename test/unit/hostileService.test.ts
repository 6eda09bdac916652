import { sleep, type IDataObject } from 'n8n-workflow';

import { quote } from '../../nodes/n8n/text';
import { excerpt, readBeginning } from '../../nodes/service/excerpt';
import { errorInResponse, serviceMessage } from '../../nodes/service/response';
import { keywordsIn } from '../../nodes/service/keywords';
import { timeOf } from '../../nodes/service/call';
import { Callbacks } from '../../nodes/report/callbacks';
import { newCalls } from '../../nodes/VoiceAssistantCallsTrigger/newCalls';
import { findCalls } from '../../nodes/service/calls';
import { call, CallList, callsFrom, MINUTE, NOW } from '../support/callList';
import { json, page, scriptedClient } from '../support/scriptedClient';
import { keyRedactor } from '../../nodes/service/redact';

/*
 * What a service sends must not stop n8n, whatever it is. A pattern that looks at each place of a text
 * again from every other place takes minutes for these, so the time limit of the tests is the only
 * clock: each of them takes far less than a second.
 */

/** A test that the time limit can fail: it looks at the clock only where a test gives way. */
const bounded = (act: () => void) => async () => {
	act();
	await sleep(0);
};

const LONG = 300_000;

const repeated = (text: string) => text.repeat(Math.ceil(LONG / text.length));

/** Texts that are the beginning of something over and over, and never its end. */
const HOSTILE: Array<[name: string, text: string]> = [
	['beginnings of a title', repeated('<title')],
	['a web page of beginnings of a title', `<html>${repeated('<title')}`],
	['a web page with one long title', `<html><title>${repeated('word ')}`],
	['a web page after blanks', `${repeated(' ')}<html>`],
	['blanks', repeated(' ')],
	['codes of HTML that do not end', repeated('&#0000')],
	['backslashes', repeated('\\')],
	['beginnings of codes of JSON', repeated('\\u00')],
	['digits', repeated('9')],
];

describe.each(HOSTILE)('300,000 characters of %s', (_, text) => {
	it(
		'as a text makes a short sentence',
		bounded(() => {
			for (const status of [200, 400, 500]) {
				const error = errorInResponse(json(text, status));
				expect(error?.message.length).toBeLessThan(500);
				expect(error?.message).toContain(`(${status})`);
			}
		}),
	);

	it(
		'as the words of a service is cut',
		bounded(() => {
			expect(serviceMessage({ message: text }).length).toBeLessThanOrEqual(300);
			expect(serviceMessage({ error: { code: text } }).length).toBeLessThanOrEqual(300);
			expect(serviceMessage([text, text]).length).toBeLessThanOrEqual(300);
			expect(quote(text).length).toBeLessThanOrEqual(300);
		}),
	);

	it.each(['sk-live-0123456789abcdef', `Bearer ${'a'.repeat(40)}`, '9'.repeat(60)])(
		'loses the key %s, and nothing else',
		(key) => {
			const redact = keyRedactor(key);
			const secret = key.replace('Bearer ', '');
			const clean = redact(`${text}ä${secret}ä${text}`);
			expect(clean).toContain('ä[API key]ä');
			expect(clean).not.toContain(secret);
		},
	);

	it(
		'is no time, and with a letter behind it no number to call back',
		bounded(() => {
			const callbacks = new Callbacks(new Set(['callback']), 1);
			callbacks.add({ Keywords: ['Callback'], PhoneNumber: `${text}x` });
			expect(callbacks.withoutNumber).toBe(1);
			expect(timeOf(text)).toBeUndefined();
			expect(timeOf(`2026-11-20T08:00:00.${text}`)).toBeUndefined();
			expect(timeOf(`2026-11-20 ${text}`)).toBeUndefined();
		}),
	);
});

it('of a body with 100,000 levels the key is taken out of the first hundred', () => {
	const body = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`) as unknown[];
	const clean = keyRedactor('sk-live-1')(['an sk-live-1', body]);
	expect(JSON.stringify(clean)).toMatch(/^\["an \[API key\]",(\[\{"a":){49}\["…"\](\}\])+\]$/);
	expect(errorInResponse(json(clean, 400))?.message).toMatch(/^.{1,400}\(400\)$/);
});

describe('a body of a million errors', () => {
	const errors = Array.from({ length: 1_000_000 }, (_, index) => ({ code: index }));
	const fields = Object.fromEntries(errors.map(({ code }) => [`field ${code}`, 'wrong']));
	const nested = errors.reduce<object>((inner, _, index) => (index % 100 ? inner : { inner }), {});

	it.each([
		['a list', errors],
		['a list in a field', { errors }],
		['fields', fields],
		['what is nested', nested],
	])('makes one sentence, as %s', (_, body) => {
		const beginning = excerpt({ body });
		expect(JSON.stringify(keyRedactor('sk-live-123')(beginning)).length).toBeLessThan(300_000);
		expect(serviceMessage(body).length).toBeLessThanOrEqual(300);
	});

	it.each([
		['a list', errors, '[{"code":0}'],
		['a list behind a sentence', { message: 'Too much', errors }, 'Too much'],
		['fields', fields, '{"field 0":"wrong"'],
		['one text', { errors: ['a \\ "quoted" text '.repeat(100_000)] }, 'a \\ "quoted" text a'],
		['text of code', ['\u0001'.repeat(100_000)], ''],
	])('is read as far as it is looked at, as the JSON text of %s', (_, body, begins) => {
		const text = JSON.stringify(body);
		const read = readBeginning(text);
		expect(typeof read).toBe('object');
		expect(JSON.stringify(read).length).toBeLessThan(110_000);
		expect(serviceMessage(read).startsWith(begins)).toBe(true);
		// What was cut off on the way is no JSON.
		const cutOff = text.slice(0, 150_000).replace(/["\]}]*$/, ' ');
		expect(typeof readBeginning(cutOff)).toBe('string');
	});

	it('is read as text where it is no JSON', () => {
		const levels = '['.repeat(100_000);
		expect(readBeginning(`${levels}${']'.repeat(100_000)}`)).toBeInstanceOf(Array);
		for (const text of ['x'.repeat(200_000), levels.repeat(2), `${'{]'.repeat(99_999)}"`]) {
			expect(readBeginning(text)).toBe(text.slice(0, 100_000));
		}
	});

	it('never loses the key where a text is cut', () => {
		const text = excerpt(`${'a'.repeat(39_990)}sk-live-123456`);
		expect(serviceMessage(keyRedactor('sk-live-123456')(text))).not.toContain('sk');
		const json = `{"a":1,${' '.repeat(99_975)}"message":"sk-live-123456"}`;
		expect(serviceMessage(readBeginning(json))).toBe('{"a":1}');
	});
});

describe('so many on one page that they cannot be the arguments of a function', () => {
	const MANY = 200_000;

	it('may be the calls that a trigger reads', async () => {
		const list = new CallList(callsFrom(5, MANY), MANY + 1);
		const staticData: IDataObject = {};
		expect((await newCalls(staticData, list.poll())).calls).toEqual([]);
		list.calls = [call('new', 1), ...list.calls];
		expect((await newCalls(staticData, list.poll())).calls).toEqual([list.calls[0]]);
	});

	it('may be the calls of a date range', async () => {
		const { client } = scriptedClient([page(callsFrom(5, MANY))]);
		const search = { path: '/public/calls', filters: [], range: { after: NOW - 9.5 * MINUTE } };
		expect(await findCalls(client, { ...search, limit: Infinity })).toHaveLength(5);
	});

	it('may be the keywords of a call', () => {
		expect(keywordsIn('a,'.repeat(MANY))).toHaveLength(MANY);
	});
});

it('a number with 100,000 levels does not keep a trigger from telling its call', async () => {
	const list = new CallList(callsFrom(5, 3));
	const staticData: IDataObject = {};
	await newCalls(staticData, list.poll());
	const PhoneNumber = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as IDataObject;
	const nameless = { ...call('', 1), PhoneNumber };
	list.calls = [nameless, ...list.calls];
	for (const told of [[nameless], []]) {
		expect((await newCalls(staticData, list.poll())).calls).toHaveLength(told.length);
	}
});
