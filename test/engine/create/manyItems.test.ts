import { createParameters } from '../../support/againstSandbox';
import { isOlderN8n } from '../../support/built';
import { people, phonesOf, placedItem, useDialing } from '../../support/dialing';
import { canLimitFiles, runWithFewFiles } from '../../support/fewFiles';
import { notPlaced } from '../../support/engineSentences';
import { cases } from '../../support/deep';

/* Lists of a thousand people and more, also where a process may open only so many files. */

const { sandbox, dial, posts, posted, placed, credential } = useDialing();

const MANY = cases(1000, 100);
const MORE = cases(3000, 1100);

/** Each response waits until so many requests are there, time after time. */
function respondInWaves(width: number, count: number) {
	for (let begun = 0; begun < count; begun += width) {
		sandbox().fault({ path: '/calls', times: width, fault: { kind: 'hold', count: width } });
	}
}

test.each([1, 5, 20])(
	'%i at once: as many in flight and never more, and all of them placed',
	async (requestsAtOnce) => {
		respondInWaves(requestsAtOnce, MANY);
		const { error, items } = await dial(people(MANY), { requestsAtOnce });

		expect(error).toBeUndefined();
		expect(sandbox().inFlight.max).toBe(requestsAtOnce);
		expect(posts()).toHaveLength(MANY);
		expect(requestsAtOnce === 1 ? posted() : placed().sort()).toEqual(phonesOf(MANY));
		expect(items).toEqual(people(MANY).map((_, index) => placedItem(index)));
	},
);

describe('in a process that may open 1024 files', () => {
	const FILES = 1024;
	const parametersOf = (requestsAtOnce: number) =>
		createParameters({ phoneNumber: '={{ $json.phone }}', options: { requestsAtOnce } });
	// Windows has no such limit, and an older n8n needs the module mapping of jest.
	const testWithFewFiles = canLimitFiles && !isOlderN8n ? test : test.skip;

	testWithFewFiles('more calls than that are all placed, fifty at once', async () => {
		respondInWaves(50, MORE);
		const items = people(MORE);
		const options = { credential: credential(), parameters: parametersOf(50), items };
		const result = await runWithFewFiles(FILES, options);

		expect(result).toEqual({ limit: FILES, items: MORE });
		expect(sandbox().inFlight.max).toBe(50);
		expect(posts()).toHaveLength(MORE);
		expect(placed().sort()).toEqual(phonesOf(MORE));
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
