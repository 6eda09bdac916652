import { againstSandbox } from '../support/againstSandbox';

const { sandbox, run } = againstSandbox({ calls: 3 });

test.each(['skipped', 'dryRun', 'notPlaced'])(
	'an item for which Create placed no call (%s) is not found at once, whatever its number',
	async (outcome) => {
		const lead = [{ outcome, phone_number: '030 123456', assistant_id: 'assistant-mara' }];
		const { items, error } = await run(
			{ resource: 'call', operation: 'getOutcome' },
			{ items: lead },
		);

		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({
				PhoneNumber: '030 123456',
				outcome: 'notFound',
				ended: false,
				answered: null,
			}),
		]);
		expect(sandbox().log).toEqual([]);
	},
);
