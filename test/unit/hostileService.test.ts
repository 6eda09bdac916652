import { sleep, type IDataObject } from 'n8n-workflow';

import { quote } from '../../nodes/n8n/text';
import { Call } from '../../nodes/service/call';
import { findCalls } from '../../nodes/service/calls';
import { keywordsIn } from '../../nodes/service/keywords';
import { keyRedactor } from '../../nodes/service/redact';
import { errorInResponse, readBody, serviceMessage } from '../../nodes/service/response';
import { callsFrom, MINUTE, NOW } from '../support/callList';
import { json, page, scriptedClient } from '../support/scriptedClient';

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

const repeated = (text: string, length = 300_000) => text.repeat(Math.ceil(length / text.length));

/** Texts that are the beginning of something over and over, and never its end. */
const HOSTILE: Array<[name: string, text: string]> = [
	['beginnings of a title', repeated('<title')],
	['a web page with one long title', `<html><title>${repeated('word ')}`],
	['a web page after blanks', `${repeated(' ')}<html>`],
	['codes of HTML that do not end', repeated('&#0000')],
	['backslashes', repeated('\\')],
	['beginnings of codes of JSON', repeated('\\u00')],
	['digits', repeated('9')],
	['brackets of a comment', repeated('(')],
];

describe.each(HOSTILE)('300,000 characters of %s', (_, text) => {
	it(
		'make a short sentence, as a body and as the words in one',
		bounded(() => {
			for (const status of [200, 400, 500]) {
				const error = errorInResponse(json(text, status));
				expect(error?.message.length).toBeLessThan(500);
				expect(error?.message).toContain(`(${status})`);
			}
			for (const body of [{ message: text }, { error: { code: text } }, [text, text]]) {
				expect(serviceMessage(body).length).toBeLessThanOrEqual(300);
			}
			expect(quote(text).length).toBeLessThanOrEqual(300);
		}),
	);

	it.each(['sk-live-0123456789abcdef', `Bearer ${'a'.repeat(40)}`, '9'.repeat(60)])(
		'lose the key %s, and nothing else',
		(key) => {
			const secret = key.replace('Bearer ', '');
			const clean = keyRedactor(key)(`${text}ä${secret}ä${text}`);
			expect(clean).toContain('ä[API key]ä');
			expect(clean).not.toContain(secret);
		},
	);

	it(
		'are no time',
		bounded(() => {
			for (const StartedAt of [text, `2026-11-20T08:00:00.${text}`, `2026-11-20 ${text}`])
				expect(() => new Call({ StartedAt }).start).toThrow('which is not a time');
		}),
	);
});

describe('a body', () => {
	it('without records is read as JSON up to 100,000 characters, and then only its beginning', () => {
		const long = JSON.stringify({
			message: 'Too much',
			errors: Array(1_000_000).fill({ code: 7 }),
		});
		const beginning = readBody(long) as string;
		expect(long.startsWith(beginning)).toBe(true);
		expect(beginning).toHaveLength(100_000);
		expect(serviceMessage(beginning)).toMatch(
			/^\{"message":"Too much","errors":\[\{"code":7\}.* …$/,
		);
		expect(readBody(JSON.stringify('x'.repeat(99_998)))).toHaveLength(99_998);
		expect(readBody('\ufeff{"a":1}')).toEqual({ a: 1 });
	});

	it('that may have records is read whole, or is text of which the beginning is kept', () => {
		const long = JSON.stringify({ data: Array(100_000).fill({ Id: 'call' }) });
		expect((readBody(long, true) as { data: unknown[] }).data).toHaveLength(100_000);
		expect(readBody(long.slice(0, -1), true)).toHaveLength(100_000);
	});

	it('with 100,000 levels has its key taken out of the first hundred, and makes a sentence', () => {
		const body = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`) as unknown[];
		const clean = keyRedactor('sk-live-1')(['an sk-live-1', body]);
		expect(JSON.stringify(clean)).toMatch(/^\["an \[API key\]",(\[\{"a":){49}\["…"\](\}\])+\]$/);
		expect(errorInResponse(json(clean, 400))?.message).toMatch(/^.{1,400}\(400\)$/);
		expect(errorInResponse(json({ error: body }, 200), { mayBeEmpty: true })?.message).toBe(
			'The service reported a failure: ',
		);
	});

	it('of 200,000 fields, with what is said of a failure, makes a sentence', async () => {
		const records = Array.from({ length: 200_000 }, (_, Id) => ({ Id }));
		const fields = Object.fromEntries(records.map(({ Id }) => [`field ${Id}`, 'wrong']));
		expect(serviceMessage(fields).length).toBeLessThanOrEqual(300);
		const { client } = scriptedClient([json({ data: records, error: 'Out of order' })]);
		const search = { path: '/public/calls', filters: [], limit: 5 };
		await expect(findCalls(client, search)).rejects.toThrow('a failure: Out of order');
	});
});

describe('so many that they cannot be the arguments of a function', () => {
	const MANY = 200_000;

	it('may be the calls of a date range on one page', async () => {
		const { client } = scriptedClient([page(callsFrom(5, MANY))]);
		const search = { path: '/public/calls', filters: [], range: { after: NOW - 9.5 * MINUTE } };
		expect(await findCalls(client, { ...search, limit: Infinity })).toHaveLength(5);
	});

	it('may be the keywords of a call', () => {
		expect(keywordsIn('a,'.repeat(MANY))).toHaveLength(MANY);
	});
});

it('a call whose number has 100,000 levels is the same at every reading', () => {
	const PhoneNumber = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as IDataObject;
	const [{ StartedAt }] = callsFrom(5, 1);
	const keys = [1, 2].map(() => new Call({ StartedAt, PhoneNumber }).key);
	expect(keys[0]).toBe(keys[1]);
});
