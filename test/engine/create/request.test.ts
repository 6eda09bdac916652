import { createParameters } from '../../support/againstSandbox';
import { people, phones, useDialing } from '../../support/dialing';

/* What is sent for a call. */

const { sandbox, run, dial, posts, posted } = useDialing();

const bodies = () => posts().map(({ rawBody }) => JSON.parse(rawBody) as object);

test('a call is placed with one request, whose body is what the API describes', async () => {
	const variables = {
		variable: [
			{ name: 'first_name', value: '={{ $json.name }}' },
			{ name: 'company', value: 'Acme' },
		],
	};
	const { error } = await dial([{ phone: '+49 30 123-456', name: 'Ada' }], {}, { variables });

	expect(error).toBeUndefined();
	expect(sandbox().log.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /calls']);
	expect(sandbox().log[0].headers['content-type']).toBe('application/json');
	expect(bodies()).toEqual([
		{
			assistant_id: 'assistant-mara',
			phone_number: '+4930123456',
			first_name: 'Ada',
			company: 'Acme',
		},
	]);
});

test('the key travels as Authentication alone, and for reading as Authorization alone', async () => {
	await run(createParameters());
	await run({ resource: 'call', operation: 'getAll' });
	await run({ resource: 'company', operation: 'get', endpointPath: '/public/company' });

	const keys = sandbox().log.map(({ method, headers: { authentication, authorization } }) => [
		method,
		authentication,
		authorization,
	]);
	expect(keys).toEqual([
		['POST', 'present', undefined],
		['GET', undefined, 'present'],
		['GET', undefined, 'present'],
	]);
	expect(sandbox().log.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a created call can be read back with its transcript, in which the variables were used', async () => {
	await run(createParameters({ variables: { variable: [{ name: 'first_name', value: 'Ada' }] } }));
	const { items } = await run({
		resource: 'call',
		operation: 'getAll',
		output: 'raw',
		filters: { condition: [{ field: 'PhoneNumber', operator: 'equals', value: '+12025550100' }] },
	});

	expect(items).toHaveLength(1);
	expect(JSON.stringify(items[0].json.Transcript)).toContain('Ada');
});

test.each([
	['a number', 7, '7'],
	['a text with blanks around it', ' asst-1\n', 'asst-1'],
])('the ID of the assistant may be %s', async (_, value, id) => {
	const assistantId = { __rl: true, mode: 'id', value } as never;
	const { items } = await run(createParameters({ assistantId }));

	expect(bodies()).toEqual([{ assistant_id: id, phone_number: '+12025550100' }]);
	expect(items[0].json.assistant_id).toBe(id);
});

test('each item is called with its own assistant, number and variables', async () => {
	await dial(
		people(3),
		{},
		{
			assistantId: { __rl: true, mode: 'id', value: '={{ "asst-" + $json.lead }}' },
			variablesMode: 'json',
			variablesJson: '={{ { lead: $json.lead } }}',
		},
	);

	expect(bodies()).toEqual(
		people(3).map((item, index) => ({
			assistant_id: `asst-${index}`,
			phone_number: item.phone,
			lead: `${index}`,
		})),
	);
});

describe('Clean Phone Number', () => {
	const spelled = '+1 (202) 555-1000';

	test.each([
		['is on where it is not added', {}, [spelled], phones(0)],
		['is on as true', { cleanPhoneNumber: true }, [spelled], phones(0)],
		['is off as false, and nothing is taken away', { cleanPhoneNumber: false }, [spelled], []],
		['is off as "false"', { cleanPhoneNumber: '={{ "false" }}' }, [spelled], []],
		['is off, and a number in E.164 is called', { cleanPhoneNumber: false }, phones(0), phones(0)],
		['is off, and a blank is not overlooked', { cleanPhoneNumber: false }, [' +12025551000'], []],
	])('%s', async (_, options, written, called) => {
		const { error } = await dial([{ phone: written[0] }], options);

		expect(posted()).toEqual(called);
		expect(error === undefined).toBe(called.length > 0);
	});
});

describe('an option that an expression gives is not guessed', () => {
	const UNDER_OPTIONS = "The option is under 'Options'.";
	const SWITCH = `Turn it on or off. An expression must return true or false. ${UNDER_OPTIONS}`;
	const HOURS = `Enter a number of hours, 0 or more. ${UNDER_OPTIONS}`;
	const ONE_OF = 'Choose one from the list. An expression must return one of: callEach, callOnce.';
	test.each([
		['cleanPhoneNumber', 'Clean Phone Number', 'yes', '"yes"', SWITCH],
		['dryRun', 'Dry Run', 1, '"1"', SWITCH],
		['dryRun', 'Dry Run', null, 'empty', SWITCH],
		['waitWhenRateLimited', 'Wait When Rate Limited', '', 'empty', SWITCH],
		['duplicateNumbers', 'Duplicate Numbers', 'twice', '"twice"', ONE_OF],
		['skipIfCalledWithin', 'Skip If Called Within', 'soon', '"soon"', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', ' ', 'empty', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', true, '"true"', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', [24], 'a list', HOURS],
		['skipIfCalledWithin', 'Skip If Called Within', {}, 'an object', HOURS],
	])('%s: %s = %j', async (name, label, value, quoted, advice) => {
		const items = [{ ...people(1)[0], value }];
		const { error } = await dial(items, { [name]: '={{ $json.value }}' });

		expect(sandbox().log).toEqual([]);
		expect(error?.message).toBe(
			`'${label}' is ${quoted}, which is not valid. Nobody was called [item 0]`,
		);
		expect(error?.description).toBe(advice);
	});
});
