import type { IDataObject } from 'n8n-workflow';

import { isOlderN8n } from './built';
import { canLimitFiles, runWithFewFiles } from './fewFiles';
import { againstSandbox, createParameters } from './service';

/* Calls from a process that may open only so many files, as a server's n8n may. */

const { sandbox } = againstSandbox({ calls: 0, turnSeconds: 0 });

// Windows has no such limit, and an older n8n needs the module mapping of jest.
const testWithFewFiles = canLimitFiles && !isOlderN8n ? test : test.skip;

const FILES = 1024;
const credential = () => ({ apiKey: sandbox().apiKey, baseUrl: sandbox().url });
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: `+1202555${1000 + index}` }));

testWithFewFiles(
	'three thousand are all placed',
	async () => {
		sandbox().fault({ method: 'POST', fault: { kind: 'delay', ms: 4 } });
		const items = people(3000);
		const result = await runWithFewFiles(FILES, {
			credential: credential(),
			parameters: createParameters({
				phoneNumber: '={{ $json.phone }}',
				options: { callsAtOnce: 50 },
			}),
			items,
		});

		expect(result).toEqual({ limit: FILES, items: 3000 });
		expect(sandbox().inFlight.max).toBe(50);
		expect(sandbox().log.filter(({ method }) => method === 'POST')).toHaveLength(3000);
		const placed = sandbox().placed.map(({ phone_number }) => phone_number);
		expect([...placed].sort()).toEqual(items.map(({ phone }) => phone));
	},
	120_000,
);

testWithFewFiles(
	'nobody is called, and nobody "may be", where no connection can be made',
	async () => {
		const options = { credential: credential(), parameters: createParameters(), items: people(2) };
		const result = await runWithFewFiles(FILES, options, { usedUp: true });

		expect(sandbox().log).toEqual([]);
		expect(result.error?.message).toContain('The call was not placed');
		expect(result.error?.description).toContain(
			'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		);
	},
);
