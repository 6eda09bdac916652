import { ADVICE, mayHaveBeenPlaced, TITLES } from '../../support/engineSentences';
import {
	RATE_LIMITED,
	REJECTED,
	people,
	phone,
	regularOutput,
	useDialing,
	type DialOptions,
} from '../../support/dialing';

/* Every item of Create has one shape: what became of it, who it was, and why. */

const { sandbox, dial, respond } = useDialing();

const variables = { variable: [{ name: 'lead', value: '={{ $json.lead }}' }] };

const IDENTITY = ['outcome', 'phone_number', 'reason', 'accepted', 'assistant_id', 'variables'];

const identity = {
	phone_number: phone(0),
	assistant_id: 'assistant-mara',
	variables: { lead: '0' },
};

const A_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The last item that comes of calling somebody, and the fields that it has besides. */
async function itemOf(options: object = {}, more: DialOptions = {}, items = people(1)) {
	const { items: results, error } = await dial(items, options as never, { variables, ...more });
	expect(error).toBeUndefined();
	expect(results).toHaveLength(items.length);
	const { json } = results[items.length - 1];
	expect(Object.keys(json).slice(0, 6)).toEqual(IDENTITY);
	return { json, others: Object.keys(json).slice(6) };
}

test('placed: when it was asked for, and what the service said', async () => {
	const { json, others } = await itemOf();

	expect(others).toEqual(['requestedAt', 'response']);
	expect(json).toEqual({
		...{ outcome: 'placed', accepted: true, ...identity, reason: null },
		...{ requestedAt: A_TIME, response: {} },
	});
	const [{ at }] = sandbox().placed;
	expect(Date.parse(String(json.requestedAt))).toBeLessThanOrEqual(Date.parse(at));
});

test.each([
	[400, REJECTED, ADVICE.correct],
	[429, RATE_LIMITED, ADVICE.slowCallsDown],
	[
		...[500, mayHaveBeenPlaced(TITLES.failed(500, 'no (500)'))],
		`${ADVICE.checkFirst} ${ADVICE.askSupport}`,
	] as [number, string, string],
])('failed with %i: what happened, and what to do', async (status, error, message) => {
	respond(status);
	const { json, others } = await itemOf({}, { settings: regularOutput });

	const isInDoubt = status === 500;
	const when = isInDoubt ? { requestedAt: A_TIME } : {};
	expect(others).toEqual([...Object.keys(when), 'error', 'message']);
	const outcome = isInDoubt ? 'unconfirmed' : 'notPlaced';
	const texts = { reason: error, error, message };
	expect(json).toEqual({ outcome, accepted: false, ...identity, ...when, ...texts });
});
