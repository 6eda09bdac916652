import { createParameters } from '../support/againstSandbox';
import { people, phonesOf, useDialing } from '../support/dialing';
import { canLimitFiles, runWithFewFiles } from '../support/fewFiles';
import { notPlaced } from '../support/engineSentences';

/* Calls from a process that may open only so many files, of which every connection is one. */

const { sandbox, posts, placed, credential } = useDialing();

const FILES = 1024;
const MORE = 3000;

const dialWith = async (requestsAtOnce: number, count: number, usedUp = false) => {
	const options = { requestsAtOnce };
	const parameters = createParameters({ phoneNumber: '={{ $json.phone }}', options });
	const run = { credential: credential(), parameters, items: people(count) };
	return await runWithFewFiles(FILES, run, { usedUp });
};

// Windows has no such limit.
const testWithFewFiles = canLimitFiles ? test : test.skip;

testWithFewFiles('more calls than that are all placed, fifty at once', async () => {
	for (let begun = 0; begun < MORE; begun += 50) {
		sandbox().fault({ path: '/calls', times: 50, fault: { kind: 'hold', count: 50 } });
	}

	expect(await dialWith(50, MORE)).toEqual({ limit: FILES, items: MORE });
	expect(sandbox().inFlight.max).toBe(50);
	expect(posts()).toHaveLength(MORE);
	expect(placed().sort()).toEqual(phonesOf(MORE));
});

testWithFewFiles(
	'nobody is called, and nobody "may be", where no connection can be made',
	async () => {
		const { error } = await dialWith(1, 2, true);

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toContain(notPlaced(''));
		expect(error?.description).toContain(
			'Of 2 calls: 0 placed, 1 not placed (item 0), 1 not tried.',
		);
	},
);
