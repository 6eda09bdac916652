import type { IDataObject } from 'n8n-workflow';

import { readCreateOptions, type CreateOptions } from '../../nodes/create/options';
import { readCollection } from '../../nodes/form/readers';
import { Problems } from '../../nodes/form/problems';
import { itemWith } from '../support/guarded';
import { rejectionOf } from '../support/userError';

async function read(options: IDataObject): Promise<CreateOptions> {
	const problems = new Problems();
	const item = itemWith({ options: readCollection(options, 'Options') });
	const read = await readCreateOptions(item, problems);
	if (!problems.isEmpty) throw problems.asError();
	return read;
}

/** Without what cannot be compared. */
const settings = async (value: IDataObject) => {
	const { guards, ...rest }: CreateOptions = await read(value);
	return { ...rest, guards: guards.map(({ name }) => name) };
};

const DEFAULTS = {
	dryRun: false,
	guards: [],
	pauseMs: 0,
	requestsAtOnce: 1,
	waitsOnRateLimit: false,
};

it('without options calls go out one by one, at once, and for real', async () => {
	expect(await settings({})).toEqual(DEFAULTS);
});

it.each([
	['dryRun', true, { dryRun: true }],
	['dryRun', false, {}],
	['callsInProgress', 2, { callsInProgress: 2 }],
	['stopAfterFailures', '3', { stopAfterFailures: 3 }],
	['pauseBetweenCalls', 5, { pauseMs: 5_000 }],
	['pauseBetweenCalls', 0.25, { pauseMs: 250 }],
	['pauseBetweenCalls', 0, {}],
	['requestsAtOnce', 20, { requestsAtOnce: 20 }],
	['requestsAtOnce', 51, { requestsAtOnce: 50 }],
	['waitWhenRateLimited', true, { waitsOnRateLimit: true }],
	['duplicateNumbers', 'callOnce', { guards: ['duplicateNumbers'] }],
	['duplicateNumbers', 'callEach', {}],
	['countryCode', '+49', { countryCode: '49' }],
	['doNotCall', '+4930123456', { guards: ['doNotCall'] }],
])('the option %s may be %j', async (name, value, changed) => {
	expect(await settings({ [name]: value })).toEqual({ ...DEFAULTS, ...changed });
});

it.each([
	['callsInProgress', "'Calls in Progress at Once'"],
	['countryCode', "'Default Country Code'"],
	['dryRun', "'Dry Run'"],
	['pauseBetweenCalls', "'Pause Between Calls'"],
	['requestsAtOnce', "'Requests at Once'"],
	['stopAfterFailures', "'Stop After Failures in a Row'"],
	['waitWhenRateLimited', "'Wait When Rate Limited'"],
])(
	'the option %s is never taken for off where an expression found nothing',
	async (name, label) => {
		for (const value of [undefined, null, NaN, 'x', [], {}]) {
			const { message } = await rejectionOf(read({ [name]: value }));
			expect(message).toMatch(new RegExp(`^${label} is `));
		}
	},
);

it('all that is wrong is told at once', async () => {
	const error = await rejectionOf(read({ requestsAtOnce: 0, maxAttempts: {}, dryRun: 'x' }));
	expect(error.message).toMatch(/'Dry Run' is "x".*\. .*'Max Attempts'.*\. .*'Requests at Once'/);
});
