import { runNode } from '../support/engine';
import { startPlainService } from '../support/plainService';

/* Nobody says what the parameter of the cursor is called: judged by a service that is not the sandbox. */

const NAMES = [
	'continuation_token',
	'starting_after',
	'page_token',
	'next',
	'lastDocId',
	'from',
	'$skiptoken',
];

const everything = { resource: 'call', operation: 'getAll', returnAll: true };

async function readFrom(options: Parameters<typeof startPlainService>[0], items: unknown[] = [{}]) {
	const service = await startPlainService(options);
	const credential = { apiKey: 'key-of-the-test', baseUrl: service.url };
	const { items: found, error } = await runNode({ parameters: everything, credential, items });
	await service.close();
	expect(service.requests.every(({ key }) => key === credential.apiKey)).toBe(true);
	return { ids: found.map(({ json }) => json.CallId), error, service };
}

describe.each(['ignored', 'rejected'] as const)('with other names %s', (others) => {
	test.each(NAMES)('a hundred pages are read by way of %s', async (parameter) => {
		const { ids, error, service } = await readFrom({ parameter, others, calls: 300, size: 3 });
		expect(error).toBeUndefined();
		expect(ids).toEqual(service.ids);
		const wrong = service.requests.flatMap(({ names }) => names.filter((n) => n !== parameter));
		expect(wrong).toEqual([...new Set(wrong)]);
		expect(service.requests).toHaveLength(100 + wrong.length);
	});
});

test('a filter by date that is called like a cursor hides nothing', async () => {
	for (const parameter of ['marker', 'search_after', 'token']) {
		const options = { parameter, others: 'ignored', calls: 40, size: 10, after: 'date' } as const;
		const { ids, service } = await readFrom(options);
		expect(ids).toEqual(service.ids);
	}
});

test('a name that nobody thinks of is an error, and no list that is cut off', async () => {
	for (const others of ['ignored', 'rejected'] as const) {
		const options = { parameter: 'weiter', others, calls: 40, size: 10 } as const;
		const { ids, error, service } = await readFrom(options);
		expect(ids).toEqual([]);
		expect(error?.description).toContain("enter its name as 'Cursor Parameter'");
		expect(service.requests.length).toBeLessThan(100);
	}
});
