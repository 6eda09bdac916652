import { againstSandbox, byId } from '../support/againstSandbox';
import { withClock } from '../support/clock';
import { ADVICE, at, TITLES } from '../support/engineSentences';

const { sandbox, run } = againstSandbox({ calls: 20 });

/** Raw, so that a record can be compared with that of the service. */
const get = (id: unknown) => ({ resource: 'call', operation: 'get', output: 'raw', ...byId(id) });

test('a call comes out as the service sent it, paired with its input item', async () => {
	const [first, second] = sandbox().calls;
	const { items } = await run(get('={{ $json.id }}'), {
		items: [{ id: second.Id }, { id: first.Id }],
	});

	expect(items).toEqual([
		{ json: second, pairedItem: { item: 0 } },
		{ json: first, pairedItem: { item: 1 } },
	]);
});

test('Batching keeps its interval between two items and the next two', async () => {
	const batching = { batch: { batchSize: 2, batchInterval: 1000 } };
	const parameters = { ...get('={{ $json.Id }}'), requestOptions: { batching } };
	const items = sandbox().calls.slice(0, 5);
	const seconds = await withClock(async ({ finish }) => {
		const begin = Date.now();
		await finish(run(parameters, { items: items as never }));
		return Math.floor((Date.now() - begin) / 1000);
	});

	expect([sandbox().log.length, seconds]).toEqual([5, 2]);
});

test.each([
	['../company?b#c', '/public/calls/..%2Fcompany%3Fb%23c'],
	[' Ünï code ', '/public/calls/%C3%9Cn%C3%AF%20code'],
])('the ID %j stays one segment of the path', async (id, url) => {
	const { error } = await run(get(id));

	expect(sandbox().log.map((request) => request.url)).toEqual([url]);
	expect(error?.message).toContain('(404)');
	expect(error?.description).toBe(ADVICE.checkId(id.trim()));
});

test.each([
	['={{ $json.missing }}', TITLES.emptyField('Call')],
	['..', TITLES.noId('Call', '..')],
])('the ID %j is refused before anything is sent', async (id, title) => {
	const { error } = await run(get(id));

	expect(error?.message).toBe(`${title}${at(0)}`);
	expect(sandbox().log).toEqual([]);
});

test('what is no record is refused with a sentence', async () => {
	sandbox().fault({ fault: { kind: 'json', body: [] } });
	const { error } = await run(get('x'));

	expect(error?.message).toBe(`${TITLES.notACall}${at(0)}`);
	expect(error?.description).toBe(ADVICE.changed);
});

test.each([
	[{ Status: 'error', Message: 'No credit' }, 'The service reported a failure: No credit'],
	[{ Id: 'call-1', Status: 'failed' }, undefined],
])('of %j, what a call says of itself is no failure', async (body, title) => {
	sandbox().fault({ fault: { kind: 'json', body } });
	const { error } = await run(get('call-1'));
	expect(error?.message).toBe(title && `${title}${at(0)}`);
});

test('many items are read a few at a time, and none after a failure', async () => {
	const ids = Array.from({ length: 30 }, (_, place) => sandbox().calls[place % 20].Id);
	const items = ids.map((id) => ({ id }));
	expect((await run(get('={{ $json.id }}'), { items })).items).toHaveLength(30);

	const { error } = await run(get('nobody'), { items });
	expect(error?.httpCode).toBe('404');
	expect(sandbox().log.length).toBeLessThan(30 + 20);
});
