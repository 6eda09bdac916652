import { cases, someOf } from '../support/deep';
import { runNode } from '../support/engine';
import { startPlainService } from '../support/plainService';

/* Nobody says what the parameter of the cursor is called: judged by a service that is not the sandbox. */

const NAMES = [
	...['continuation_token', 'starting_after', 'page_token', 'next', 'lastId', 'from', 'marker'],
];
const PAGES = cases(100, 20);

async function readFrom(options: Parameters<typeof startPlainService>[0]) {
	const service = await startPlainService(options);
	const credential = { apiKey: 'key-of-the-test', baseUrl: service.url };
	const parameters = { resource: 'call', operation: 'getAll', returnAll: true };
	const { items: found, error } = await runNode({ parameters, credential });
	await service.close();
	expect(service.requests.every(({ key }) => key === credential.apiKey)).toBe(true);
	return { ids: found.map(({ json }) => json.CallId), error, service };
}

describe.each(['ignored', 'rejected'] as const)('with other names %s', (others) => {
	test.each(someOf(NAMES, 3))('many pages are read by way of %s', async (parameter) => {
		const options = { parameter, others, calls: 3 * PAGES, size: 3 };
		const { ids, error, service } = await readFrom(options);
		expect(error).toBeUndefined();
		expect(ids).toEqual(service.ids);
		const wrong = service.requests.flatMap(({ names }) => names.filter((n) => n !== parameter));
		expect(wrong).toEqual([...new Set(wrong)]);
		expect(service.requests).toHaveLength(PAGES + wrong.length);
	});

	test('a name that nobody thinks of is an error, and no list that is cut off', async () => {
		const options = { parameter: 'weiter', others, calls: 40, size: 10 };
		const { ids, error, service } = await readFrom(options);
		expect(ids).toEqual([]);
		expect(error?.description).toContain("enter its name as 'Cursor Parameter'");
		expect(service.requests.length).toBeLessThan(100);
	});
});

test.each(['marker', 'token'])(
	'a filter by date that is called like a cursor hides nothing: %s',
	async (parameter) => {
		const options = { parameter, others: 'ignored', calls: 40, size: 10, after: 'date' } as const;
		const { ids, service } = await readFrom(options);
		expect(ids).toEqual(service.ids);
	},
);
