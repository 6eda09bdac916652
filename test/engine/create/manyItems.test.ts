import { createParameters } from '../../support/againstSandbox';
import { isOlderN8n } from '../../support/built';
import { people, phonesOf, placedItem, useDialing } from '../../support/dialing';
import { canLimitFiles, runWithFewFiles } from '../../support/fewFiles';
import { notPlaced } from '../../support/engineSentences';

/* Lists of a thousand people and more, also where a process may open only so many files. */

const { sandbox, dial, posts, posted, placed, credential } = useDialing();

/** Each response waits until so many requests are there, time after time. */
function respondInWaves(width: number, count: number) {
	for (let begun = 0; begun < count; begun += width) {
		sandbox().fault({ path: '/calls', times: width, fault: { kind: 'hold', count: width } });
	}
}

test.each([1, 5, 20])(
	'%i at once: as many in flight and never more, and exactly a thousand placed',
	async (requestsAtOnce) => {
		respondInWaves(requestsAtOnce, 1000);
		const { error, items } = await dial(people(1000), { requestsAtOnce });

		expect(error).toBeUndefined();
		expect(sandbox().inFlight.max).toBe(requestsAtOnce);
		expect(posts()).toHaveLength(1000);
		expect(requestsAtOnce === 1 ? posted() : placed().sort()).toEqual(phonesOf(1000));
		expect(items).toEqual(people(1000).map((_, index) => placedItem(index)));
	},
);

describe('in a process that may open 1024 files', () => {
	const FILES = 1024;
	const parametersOf = (requestsAtOnce: number) =>
		createParameters({ phoneNumber: '={{ $json.phone }}', options: { requestsAtOnce } });
	// Windows has no such limit, and an older n8n needs the module mapping of jest.
	const testWithFewFiles = canLimitFiles && !isOlderN8n ? test : test.skip;

	testWithFewFiles('three thousand are all placed, fifty at once', async () => {
		respondInWaves(50, 3000);
		const items = people(3000);
		const options = { credential: credential(), parameters: parametersOf(50), items };
		const result = await runWithFewFiles(FILES, options);

		expect(result).toEqual({ limit: FILES, items: 3000 });
		expect(sandbox().inFlight.max).toBe(50);
		expect(posts()).toHaveLength(3000);
		expect(placed().sort()).toEqual(phonesOf(3000));
	});

	testWithFewFiles(
		'nobody is called, and nobody "may be", where no connection can be made',
		async () => {
			const options = { credential: credential(), parameters: parametersOf(1), items: people(2) };
			const result = await runWithFewFiles(FILES, options, { usedUp: true });

			expect(sandbox().log).toEqual([]);
			expect(result.error?.message).toContain(notPlaced(''));
			expect(result.error?.description).toContain(
				'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
			);
		},
	);
});
