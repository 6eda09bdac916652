import type { IDataObject } from 'n8n-workflow';

import { isOlderN8n } from '../../support/built';
import { canLimitFiles, runWithFewFiles } from '../../support/fewFiles';
import { againstSandbox, createParameters } from '../../support/againstSandbox';

/* Lists of a thousand people and more, also where a process may open only so many files. */

const { sandbox, run } = againstSandbox({ calls: 0, turnSeconds: 0 });
beforeEach(() => sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 4 } }));

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: `+1202555${1000 + index}` }));
const numbers = (items: IDataObject[]) => items.map(({ phone }) => phone);

const parameters = (callsAtOnce = 1) =>
	createParameters({ phoneNumber: '={{ $json.phone }}', options: { callsAtOnce } });

const posts = () => sandbox().log.filter(({ method }) => method === 'POST');
const placed = () => sandbox().placed.map(({ phone_number }) => phone_number);

test.each([1, 5, 20])(
	'%i at once: never more in flight, and exactly a thousand placed',
	async (callsAtOnce) => {
		const items = people(1000);
		const result = await run(parameters(callsAtOnce), { items });

		expect(result.error).toBeUndefined();
		expect(sandbox().inFlight.max).toBe(callsAtOnce);
		expect(posts()).toHaveLength(1000);
		expect(callsAtOnce === 1 ? placed() : placed().sort()).toEqual(numbers(items));
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
		expect(result.items.map(({ json }) => json.phone_number)).toEqual(numbers(items));
	},
	60_000,
);

describe('in a process that may open 1024 files', () => {
	const FILES = 1024;
	const credential = () => ({ apiKey: sandbox().apiKey, baseUrl: sandbox().url });
	// Windows has no such limit, and an older n8n needs the module mapping of jest.
	const testWithFewFiles = canLimitFiles && !isOlderN8n ? test : test.skip;

	testWithFewFiles(
		'three thousand are all placed, fifty at once',
		async () => {
			const items = people(3000);
			const options = { credential: credential(), parameters: parameters(50), items };
			const result = await runWithFewFiles(FILES, options);

			expect(result).toEqual({ limit: FILES, items: 3000 });
			expect(sandbox().inFlight.max).toBe(50);
			expect(posts()).toHaveLength(3000);
			expect(placed().sort()).toEqual(numbers(items));
		},
		120_000,
	);

	testWithFewFiles(
		'nobody is called, and nobody "may be", where no connection can be made',
		async () => {
			const options = { credential: credential(), parameters: parameters(), items: people(2) };
			const result = await runWithFewFiles(FILES, options, { usedUp: true });

			expect(sandbox().log).toEqual([]);
			expect(result.error?.message).toContain('The call was not placed');
			expect(result.error?.description).toContain(
				'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
			);
		},
	);
});
