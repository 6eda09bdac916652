import type { Fault } from '../../../sandbox';
import { againstSandbox } from '../../support/againstSandbox';
import { at, TITLES } from '../../support/engineSentences';
import { COMPANY, eachOperation, EVENTS, untouched } from '../../support/undocumented';

/* Nothing is known of the responses of these operations, so that every shape that makes sense is taken. */

const { sandbox, run } = againstSandbox({ calls: 1 });

describe.each(eachOperation)('the response to %s', (_, named) => {
	test.each([
		['an object with a field data', { id: 'x', data: { n: 1 } }, [{ id: 'x', data: { n: 1 } }]],
		['a bare list', [{ id: 'x' }, { id: 'y' }], [{ id: 'x' }, { id: 'y' }]],
	])('may be %s, and none of it is cut off', async (__, body, records) => {
		sandbox().fault({ fault: { kind: 'json', body } });
		const { items, error } = await run(untouched(named));

		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(records);
	});
});

test.each<[Fault, string]>([
	[{ kind: 'json', body: null }, TITLES.noList('missing')],
	[{ kind: 'json', body: { data: [{ Id: 'x' }, null] } }, TITLES.noRecord],
	[{ kind: 'json', body: { data: [{}], hasMore: true, nextCursor: null } }, TITLES.noNextCursor],
])('nothing comes out of %j', async (fault, title) => {
	for (const named of [COMPANY, EVENTS]) {
		sandbox().fault({ fault });
		const { items, error } = await run(untouched(named));

		expect(items).toEqual([]);
		expect(error?.message).toBe(`${title}${at(0)}`);
		expect(error?.description).not.toContain('Filters');
	}
});
