import { againstSandbox } from '../support/againstSandbox';
import { ADVICE, at, TITLES } from '../support/engineSentences';

const { sandbox, run } = againstSandbox({ calls: 20 });

/** Raw, so that a record can be compared with that of the service. */
const get = (value: unknown) => ({
	resource: 'call',
	operation: 'get',
	output: 'raw',
	callId: { __rl: true, mode: 'id', value } as never,
});

test('a call comes out as the service sent it, paired with its input item', async () => {
	const [first, second] = sandbox().calls;
	const result = await run(get('={{ $json.id }}'), {
		items: [{ id: second.Id }, { id: first.Id }],
	});

	expect(result.items).toEqual([
		{ json: second, pairedItem: { item: 0 } },
		{ json: first, pairedItem: { item: 1 } },
	]);
});

test.each([
	['a/b?c#d', '/public/calls/a%2Fb%3Fc%23d'],
	['../company', '/public/calls/..%2Fcompany'],
	['%2e%2e', '/public/calls/%252e%252e'],
	['a b+c&d', '/public/calls/a%20b%2Bc%26d'],
	['//example.com', '/public/calls/%2F%2Fexample.com'],
	[' spaces around ', '/public/calls/spaces%20around'],
	['Ünïcödé', '/public/calls/%C3%9Cn%C3%AFc%C3%B6d%C3%A9'],
])('the ID %j stays one segment of the path', async (id, url) => {
	const result = await run(get(id));

	expect(sandbox().log.map((request) => request.url)).toEqual([url]);
	expect(result.error?.message).toContain('(404)');
	expect(result.error?.description).toBe(ADVICE.checkId(id.trim()));
});

test.each([
	['={{ "" }}', TITLES.emptyField('Call')],
	['={{ $json.missing }}', TITLES.emptyField('Call')],
	['   ', TITLES.emptyField('Call')],
	['={{ {} }}', TITLES.emptyField('Call')],
	['..', TITLES.noId('Call', '..')],
	['.', TITLES.noId('Call', '.')],
])('the ID %j is refused before anything is sent', async (id, title) => {
	const result = await run(get(id));

	expect(result.error?.message).toBe(`${title}${at(0)}`);
	expect(sandbox().log).toEqual([]);
});

test.each([
	['a list', []],
	['a number', 7],
])('%s in place of a record is refused with a sentence', async (_, body) => {
	sandbox().fault({ fault: { kind: 'json', body } });
	const result = await run(get('x'));

	expect(result.error?.message).toBe(`${TITLES.notACall}${at(0)}`);
	expect(result.error?.description).toBe(ADVICE.changed);
});
