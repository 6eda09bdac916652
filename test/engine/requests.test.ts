import { againstSandbox, byId, createParameters } from '../support/againstSandbox';
import { ADVICE, at, TITLES } from '../support/engineSentences';

/* How a request is made, and what of its answer and its failure reaches n8n. */

const { sandbox, run } = againstSandbox({ calls: 3, turnSeconds: 0 });

const get = (id: string) => ({ resource: 'call', operation: 'get', ...byId(id) });

test('a failure leads to its item, has the status, and no further texts', async () => {
	const id = sandbox().calls[0].Id;
	const { error } = await run(get('={{ $json.id }}'), { items: [{ id }, { id: 'nobody' }] });

	expect(error).toEqual({
		message: `${TITLES.notFound(404, 'There is no call "nobody".')}${at(1)}`,
		description: ADVICE.checkId('nobody'),
		httpCode: '404',
		itemIndex: 1,
		details: [],
	});
});

test('the key is taken out of the answer to a call', async () => {
	const { apiKey } = sandbox();
	sandbox().fault({ fault: { kind: 'json', body: { with: [apiKey] } } });
	const { items, stored } = await run(createParameters());

	expect(items.map(({ json }) => json.response)).toEqual([{ with: ['[API key]'] }]);
	expect(stored).not.toContain(apiKey);
});

test('the key is taken out of what Create says of an earlier call, and changes no record', async () => {
	const { apiKey, calls } = sandbox();
	Object.assign(calls[0], { AssistantName: `With ${apiKey}`, PhoneNumber: '+12025550100' });
	const options = { skipIfCalledWithin: 24 };
	const { items, stored } = await run(createParameters({ options }));
	expect(items[0].json.lastCall).toMatchObject({ AssistantName: 'With [API key]' });
	expect(stored).not.toContain(apiKey);

	const record = await run({ ...get(calls[0].Id), output: 'raw' });
	expect(record.items[0].json).toEqual(calls[0]);
});
