import { againstSandbox } from '../../support/againstSandbox';
import { ADVICE, at, TITLES } from '../../support/engineSentences';
import { eachOperation, EVENTS, requestsTo, untouched } from '../../support/undocumented';

/* The operations that the API only names, at the paths that the form suggests or the user typed. */

describe('the paths that the documented ones suggest', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });

	test.each(eachOperation)('%s puts out what belongs to each input item', async (_, named) => {
		const { resource, operation, path, hasId } = named;
		const parameters = { ...untouched(named, '={{ $json.id }}'), limit: 2 };
		const items = [2, 1].map((n) => ({ id: `${resource}-${n}` }));
		const result = await run(parameters, { items });

		expect(result.error).toBeUndefined();
		expect(requestsTo(sandbox()).sort()).toEqual(
			items.map(({ id }) => `GET ${path.replace('{id}', id)}`).sort(),
		);
		// The key as for reading.
		for (const { headers } of sandbox().log) {
			expect([headers.authorization, headers.authentication]).toEqual(['present', undefined]);
		}
		const isList = operation === 'getAll';
		const ids = result.items.map(({ json }) => json.Id);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			(isList ? [0, 0, 1, 1] : [0, 1]).map((item) => ({ item })),
		);
		if (isList) expect(ids).toEqual([1, 2, 1, 2].map((n) => `${resource}-${n}`));
		if (hasId) expect(ids).toEqual(items.map(({ id }) => id));
	});

	test.each(eachOperation)('%s explains where a path is wrong', async (_, named) => {
		const typed = `/elsewhere${named.path}`;
		const { error } = await run({ ...untouched(named), endpointPath: typed });

		const asked = typed.replace('{id}', `${named.resource}-1`);
		const words = `There is no GET ${asked} here.`;
		expect(error?.message).toBe(`${TITLES.notFound(404, words)}${at(0)}`);
		expect(error?.description).toBe(ADVICE.assumedPath(asked));
	});
});

describe('a path that the user typed', () => {
	const { sandbox, run } = againstSandbox({ calls: 1 });

	test('is used to the letter, with its own query, on every page', async () => {
		const page = (Id: string, nextCursor: string) => {
			const body = { data: [{ Id }], hasMore: nextCursor !== '', nextCursor };
			return { kind: 'json' as const, body };
		};
		sandbox().fault({ times: 1, fault: page('a', 'c/+=') });
		sandbox().fault({ fault: page('b', '') });
		const endpointPath = '/v2/appointments?kind=call&at=12:30&x=a%2Fb';
		const { items } = await run({ ...untouched(EVENTS), endpointPath, returnAll: true });

		expect(items.map(({ json }) => json.Id)).toEqual(['a', 'b']);
		expect(requestsTo(sandbox())[0]).toBe(`GET ${endpointPath}`);
		expect(Object.fromEntries(sandbox().log[1].query)).toEqual({
			kind: 'call',
			at: '12:30',
			x: 'a/b',
			cursor: 'c/+=',
		});
	});
});
