import { ADVICE, at, wrongNumber } from '../../support/engineSentences';
import { people, useDialing } from '../../support/dialing';

/* All items are checked before the first call: if any is wrong, nobody is called. */

const { sandbox, dial } = useDialing();

/** Fifty people, some of whom cannot be called. */
function fiftyWith(...wrong: Array<[index: number, item: object]>) {
	const items: object[] = people(50);
	for (const [index, item] of wrong) items[index] = { ...items[index], ...item };
	return items;
}

test('one wrong number among fifty: nobody is called, and it is named', async () => {
	const { error } = await dial(fiftyWith([37, { phone: '030 123456' }]));

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(wrongNumber('030 123456'));
	expect(error?.message).toContain(`. Nobody was called${at(37)}`);
	expect(error?.itemIndex).toBe(37);
	expect(error?.description).toContain(
		'Of 50 calls: 0 placed, 1 not placed (item 37), 49 not tried.',
	);
	expect(error?.description).toContain("To call the others, correct this item, or set 'On Error'");
	expect(error?.description).not.toContain(ADVICE.runAgain);
});

test('a number that is wrong in a later batch: the batches before it are not called', async () => {
	const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 1 } } };
	const { error } = await dial(fiftyWith([4, { phone: 'n/a' }]), {}, { requestOptions });

	expect(sandbox().log).toEqual([]);
	expect(error?.message).toContain(at(4));
});
