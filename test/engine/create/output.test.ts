import {
	ADVICE,
	mayHaveBeenPlaced,
	notPlaced,
	TITLES,
	wrongNumber,
} from '../../support/engineSentences';
import {
	errorOutput,
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

/** The one item that comes of calling one person, in the order of its fields. */
async function itemOf(options: object = {}, more: DialOptions = {}) {
	const { items, error } = await dial(people(1), options as never, { variables, ...more });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0].pairedItem).toEqual({ item: 0 });
	expect(Object.keys(items[0].json).slice(0, 6)).toEqual(IDENTITY);
	return { json: items[0].json, others: Object.keys(items[0].json).slice(6) };
}

test('placed: when it was asked for, and what the service said', async () => {
	const { json, others } = await itemOf();

	expect(others).toEqual(['requestedAt', 'response']);
	expect(json).toEqual({
		outcome: 'placed',
		accepted: true,
		...identity,
		reason: null,
		requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		response: {},
	});
	expect(Date.parse(String(json.requestedAt))).toBeLessThanOrEqual(
		Date.parse(sandbox().placed[0].at),
	);
});

test.each([
	[
		'an object',
		{ kind: 'json', body: { id: 'x', status: 'queued' } },
		{ id: 'x', status: 'queued' },
	],
	['no body', { kind: 'empty' }, {}],
	['204', { kind: 'empty', status: 204 }, {}],
] as const)('placed: the response is %s', async (_, fault, response) => {
	sandbox().fault({ method: 'POST', fault });

	expect((await itemOf()).json).toMatchObject({ outcome: 'placed', response });
});

test('skipped: by which option, and why', async () => {
	const twice = [...people(1), ...people(1)];
	const { items } = await dial(twice, { duplicateNumbers: 'callOnce' }, { variables });

	expect(Object.keys(items[1].json)).toEqual([...IDENTITY, 'skippedBy']);
	expect(items[1].json).toMatchObject({
		outcome: 'skipped',
		accepted: false,
		...identity,
		skippedBy: 'duplicateNumbers',
	});
});

test('a dry run: the request that would be sent', async () => {
	const { json, others } = await itemOf({ dryRun: true });

	expect(others).toEqual(['request']);
	expect(json).toMatchObject({ outcome: 'dryRun', accepted: false, ...identity });
});

describe('failed, on the regular output: what happened, and what to do', () => {
	const settings = regularOutput;

	test.each([
		[400, notPlaced(TITLES.rejected(400, 'no (400)')), ADVICE.correct],
		[429, notPlaced(TITLES.rateLimited(429, 'no (429)')), ADVICE.slowCallsDown],
	])('%i', async (status, error, message) => {
		respond(status);
		const { json, others } = await itemOf({}, { settings });

		expect(others).toEqual(['error', 'message']);
		expect(json).toEqual({
			outcome: 'notPlaced',
			accepted: false,
			...identity,
			reason: error,
			error,
			message,
		});
	});

	test('a call that may have been placed: when it was asked for, too', async () => {
		respond(500);
		const { json, others } = await itemOf({}, { settings });

		expect(others).toEqual(['requestedAt', 'error', 'message']);
		expect(json).toEqual({
			outcome: 'unconfirmed',
			accepted: false,
			...identity,
			requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			reason: mayHaveBeenPlaced(TITLES.failed(500, 'no (500)')),
			error: mayHaveBeenPlaced(TITLES.failed(500, 'no (500)')),
			message: `${ADVICE.checkFirst} ${ADVICE.askSupport}`,
		});
	});

	test.each([
		['the number', { phoneNumber: '030 123' }, { phone_number: '030 123' }, wrongNumber('030 123')],
		[
			'the assistant',
			{ assistantId: { __rl: true, mode: 'id', value: '={{ "" }}' } },
			{ phone_number: phone(0), assistant_id: '', variables: {} },
			TITLES.noAssistant,
		],
		[
			'the variables',
			{ variables: { variable: [{ name: '', value: 'x' }] } },
			{ phone_number: phone(0), assistant_id: 'assistant-mara', variables: {} },
			'A variable has no name',
		],
		[
			'the options',
			{ options: { dryRun: '={{ 7 }}' } },
			{ phone_number: phone(0), assistant_id: 'assistant-mara', variables: { lead: '0' } },
			"'Dry Run'",
		],
	])('%s cannot be used: who it was, as far as it can be read', async (_, wrong, known, error) => {
		const { json, others } = await itemOf({}, { settings, ...wrong });

		expect(others).toEqual(['error', 'message']);
		expect(json).toMatchObject({
			outcome: 'notPlaced',
			accepted: false,
			...known,
			error: expect.stringContaining(error),
			message: expect.stringMatching(/\w/),
		});
		expect(sandbox().log).toEqual([]);
	});
});

test('failed, on the error output: the two texts, and the fields of the input', async () => {
	respond(400, { skip: 1 });
	const { outputs } = await dial(people(2), {}, { variables, settings: errorOutput });

	expect(outputs[0]).toHaveLength(1);
	expect(outputs[1]).toEqual([
		{
			json: {
				...people(2)[1],
				error: notPlaced(TITLES.rejected(400, 'no (400)')),
				message: ADVICE.correct,
			},
			pairedItem: { item: 1 },
		},
	]);
});
