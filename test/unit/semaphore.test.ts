import * as fc from 'fast-check';

import { Semaphore } from '../../nodes/n8n/semaphore';
import { settled } from '../support/scriptedCalls';
import { cases } from '../support/deep';

it('nobody gets past who waits longer, even if there is room for somebody else', async () => {
	const semaphore = new Semaphore();
	const inside: string[] = [];
	const acquire = (name: string, limit: number) =>
		void semaphore.acquire(limit).then(() => inside.push(name));
	acquire('first', 2);
	acquire('second', 1);
	acquire('third', 2);
	await settled();
	expect(inside).toEqual(['first']);
	semaphore.release();
	await settled();
	// The third one allows two.
	expect(inside).toEqual(['first', 'second', 'third']);
});

it('everybody gets in, in their order, and never more at once than each of them allows', async () => {
	const visitor = fc.record({ limit: fc.integer({ min: 1, max: 4 }), stay: fc.nat(5) });
	await fc.assert(
		fc.asyncProperty(fc.array(visitor, { maxLength: 20 }), async (all) => {
			const semaphore = new Semaphore();
			const order: number[] = [];
			let inside = 0;
			await Promise.all(
				all.map(async ({ limit, stay }, index) => {
					await semaphore.acquire(limit);
					order.push(index);
					inside++;
					expect(inside).toBeLessThanOrEqual(limit);
					for (let round = 0; round < stay; round++) await Promise.resolve();
					inside--;
					semaphore.release();
				}),
			);
			expect(order).toEqual(all.map((_, index) => index));
		}),
		{ numRuns: cases(300) },
	);
});
