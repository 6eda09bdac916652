import { createParameters } from '../../support/againstSandbox';
import { callsNode, loadedNode, NODE_TYPE, to } from '../../support/engine';
import { runInRounds, runParts } from '../../support/workflows';
import { people, phone, phones, placedItem, tries, useDialing } from '../../support/dialing';

/* Every round of a loop, and every execution, is a run of its own; Execute Once is one with one item. */

const { credential, dial, posted, placed, respond } = useDialing();

const parameters = createParameters({ phoneNumber: '={{ $json.phone }}' });

test('every round dials, with the very same items', async () => {
	const items = [{ phone: phone(0) }];
	const { data } = await runInRounds(3, credential(), { parameters, ...tries() }, items);

	expect(data.resultData.error).toBeUndefined();
	expect(data.resultData.runData.Calls).toHaveLength(3);
	expect(posted()).toEqual(phones(0, 0, 0));
});

test('a round that is tried again repeats nothing of the rounds before', async () => {
	respond(429, { skip: 3 });
	const { data } = await runInRounds(2, credential(), { parameters, ...tries() }, people(2));

	expect(data.resultData.error).toBeUndefined();
	expect(posted()).toEqual(phones(0, 1, 0, 1, 1));
	expect(placed()).toEqual(phones(0, 1, 0, 1));
});

test('Duplicate Numbers looks at one round', async () => {
	const once = { ...parameters, options: { duplicateNumbers: 'callOnce' } };
	const items = [{ phone: phone(0) }, { phone: phone(0) }];
	const { data } = await runInRounds(2, credential(), { parameters: once }, items);

	expect(data.resultData.error).toBeUndefined();
	expect(posted()).toEqual(phones(0, 0));
});

test('Execute Once calls the first item only, in each of several attempts', async () => {
	respond(429, { times: 2 });
	const { items } = await dial(people(5), {}, { settings: { executeOnce: true, ...tries(3) } });

	expect(posted()).toEqual(phones(0, 0, 0));
	expect(items).toEqual([placedItem(0)]);
});

test.each([
	['getOutcome', 0],
	['getAll', 1],
])('where %s follows, %i hint says how to get at what is said', async (operation, hints) => {
	const other = { name: 'Other', parameters: { operation: 'getAll', limit: 1 } };
	const next = { name: 'Next', parameters: { operation, limit: 1, waitUpTo: 0 } };
	const parts = {
		nodes: [{ parameters }, other, next].map((node) => callsNode(NODE_TYPE, node)),
		connections: {
			Start: { main: [[to('Calls')]] },
			Calls: { main: [[to('Next'), to('Other')]] },
		},
		types: { [NODE_TYPE]: loadedNode() },
	};
	const { data } = await runParts(credential(), parts, people(1));

	expect(data.resultData.error).toBeUndefined();
	const [{ hints: told = [] }] = data.resultData.runData.Calls;
	expect(told).toHaveLength(hints);
	for (const { message } of told) expect(message).toMatch(/^To wait for what is said, add 'Get/);
});
