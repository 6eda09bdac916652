import type { IDataObject } from 'n8n-workflow';

import {
	countSkips,
	GUARDS,
	longestLookBack,
	readGuards,
	reasonNow,
	reasonToSkip,
	type ActiveGuard,
} from '../../../nodes/create/guards';
import { Problems } from '../../../nodes/form/problems';
import { callWith, itemWith } from '../../support/guarded';

const item = itemWith();

async function guardsOf(options: IDataObject, ofItem = item) {
	const problems = new Problems();
	const guards = await readGuards({ ...ofItem, options }, problems);
	if (!problems.isEmpty) throw problems.asError();
	return guards;
}

const named = (name: string, guard: Partial<ActiveGuard> = {}): ActiveGuard => ({
	name,
	reasonToSkip: () => undefined,
	...guard,
});

it('what needs no look-up is asked first, the list of those who are never called at the very beginning', () => {
	const names = GUARDS.map(({ field }) => field.name);
	const order = [
		...['doNotCall', 'callingHours', 'duplicateNumbers'],
		...['skipIfCalledWithin', 'maxAttempts', 'redialPlan', 'skipAfterKeywords', 'skipAfterWords'],
	];
	expect(names.filter((name) => order.includes(name))).toEqual(order);
	expect(names.indexOf('emptyVariables')).toBeLessThan(names.indexOf('skipIfCalledWithin'));
});

it('the guards of an item are those whose option was added, and those that need none', async () => {
	const options = { skipIfCalledWithin: 24, duplicateNumbers: 'callOnce', dryRun: true };
	const names = (await guardsOf(options)).map(({ name }) => name);
	expect(names).toEqual(['duplicateNumbers', 'skipIfCalledWithin']);
	const empty = { ...item, variables: [['a', '']] as const };
	await expect(guardsOf({}, empty)).rejects.toThrow("Empty variable: 'a'");
	expect(await guardsOf({ emptyVariables: 'call' }, empty)).toEqual([]);
});

it.each([
	['none of the guards', [], 0],
	['the longest of them', [named('a', { lookBackMs: 5 }), named('b', { lookBackMs: 7 })], 7],
	['what needs none beside it', [named('a', { lookBackMs: 5 }), named('b')], 5],
])('the service is asked as far back as %s needs', (_, guards, ms) => {
	expect(longestLookBack(guards)).toBe(ms);
});

describe('the reason to skip a number', () => {
	it('is the first one, and guards after it are not asked', async () => {
		const asked: string[] = [];
		const guard = (name: string, reason?: string) =>
			named(name, {
				reasonToSkip: async () => {
					asked.push(name);
					return reason === undefined ? undefined : { reason };
				},
			});
		const guards = [guard('a'), guard('b', 'Because.'), guard('c', 'Also.')];
		expect(await reasonToSkip(guards, callWith())).toEqual({ skippedBy: 'b', reason: 'Because.' });
		expect(asked).toEqual(['a', 'b']);
	});

	it('may come with time, right before the request', () => {
		const night = { reason: 'It is night.', callableFrom: 'tomorrow' };
		const guards = [
			named('a', { reasonToSkip: () => ({ reason: 'Too late to say so.' }) }),
			named('b', { reasonNow: () => undefined }),
			named('c', { reasonNow: () => night }),
		];
		expect(reasonNow(guards, callWith())).toEqual({ skippedBy: 'c', ...night });
		expect(reasonNow(guards.slice(0, 2), callWith())).toBeUndefined();
	});
});

it('the hint after a run counts those who were skipped, by what skipped them', () => {
	const skippedBy = [
		...Array<string>(32).fill('skipIfCalledWithin'),
		...[undefined, ...Array<string>(1180).fill('callingHours')],
	];
	const counts = '1,180 outside calling hours, 32 called recently, 1 blank';
	expect(countSkips(skippedBy)).toBe(counts);
});
