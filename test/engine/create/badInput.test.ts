import { againstSandbox, createParameters } from '../../support/againstSandbox';
import { at, TITLES, wrongNumber } from '../../support/engineSentences';
import { NO_NAME, repeatedName, reservedName } from '../../support/sentences';

/* Whatever is wrong with an item of Create gets a sentence, and nothing is sent. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const variables = (...rows: Array<{ name: unknown; value?: unknown }>) =>
	createParameters({ variables: { variable: rows as never } });

const assistant = (value: unknown) =>
	createParameters({ assistantId: { __rl: true, mode: 'id', value } as never });

const json = (variablesJson: string) => createParameters({ variablesMode: 'json', variablesJson });

const NOT_JSON = "'Variables (JSON)' is not a JSON object";

/** What is wrong, the parameters, and what the user reads. */
const CASES: Array<[string, ReturnType<typeof createParameters>, string]> = [
	['an empty assistant', assistant('={{ "" }}'), TITLES.noAssistant],
	['an assistant from a missing field', assistant('={{ $json.no.such }}'), TITLES.noAssistant],
	['an assistant that is NaN', assistant('={{ NaN }}'), TITLES.noAssistant],
	['an assistant that nobody sees', assistant('\u200b'), TITLES.noAssistant],
	['an empty number', createParameters({ phoneNumber: '={{ " " }}' }), TITLES.emptyNumber],
	[
		'a number from a missing field',
		createParameters({ phoneNumber: '={{ $json.no }}' }),
		TITLES.emptyNumber,
	],
	[
		'a national number',
		createParameters({ phoneNumber: '0170 1234567' }),
		`${wrongNumber('0170 1234567')}is not in international format`,
	],
	[
		'a number with letters',
		createParameters({ phoneNumber: '+49 CALL ME' }),
		`${wrongNumber('+49 CALL ME')}contains letters`,
	],
	[
		'too many digits',
		createParameters({ phoneNumber: '+1234567890123456' }),
		`${wrongNumber('+1234567890123456')}has 15 digits after the country code 1`,
	],
	[
		'a zero that can be read in two ways',
		createParameters({ phoneNumber: '+39 (0)6 1234567' }),
		`${wrongNumber('+39 (0)6 1234567')}has an ambiguous "(0)"`,
	],
	[
		'a number that may not be cleaned',
		createParameters({ phoneNumber: '+49 30 123456', options: { cleanPhoneNumber: false } }),
		`${wrongNumber('+49 30 123456')}is not in E.164 format`,
	],
	[
		'a variable named phone_number',
		variables({ name: 'phone_number', value: 'x' }),
		reservedName('phone_number').message,
	],
	[
		'a variable named assistant_id',
		variables({ name: 'assistant_id', value: 'x' }),
		reservedName('assistant_id').message,
	],
	[
		'a variable named phone_numer',
		variables({ name: 'phone_numer', value: 'x' }),
		reservedName('phone_numer').message,
	],
	[
		'a repeated variable',
		variables({ name: 'a', value: '1' }, { name: 'a', value: '2' }),
		repeatedName('a').message,
	],
	['a variable without a name', variables({ name: '', value: '1' }), NO_NAME.message],
	[
		'a variable whose name is missing',
		variables({ name: '={{ $json.no }}', value: '1' }),
		NO_NAME.message,
	],
	['variables that are not JSON', json('{"a":'), NOT_JSON],
	['variables that are a list', json('[1]'), NOT_JSON],
	['a reserved name in JSON', json('{"phone_number":"1"}'), reservedName('phone_number').message],
	[
		'no requests at once',
		createParameters({ options: { requestsAtOnce: 0 } }),
		`'Requests at Once' is "0", which is not a whole number of at least 1`,
	],
	[
		'a negative number of hours',
		createParameters({ options: { skipIfCalledWithin: -1 } }),
		`'Skip If Called Within' is "-1", which is not valid`,
	],
];

test.each(CASES)('%s gets a sentence and sends nothing', async (_, parameters, title) => {
	const { error, items } = await run(parameters);

	expect(error?.message).toBe(`${title}. Nobody was called${at(0)}`);
	expect(error?.description?.length).toBeGreaterThan(20);
	expect(items).toEqual([]);
	expect(sandbox().log).toEqual([]);
});

test.each(CASES)(
	'%s becomes a paired item where the node goes on, with what is known of the call',
	async (_, parameters, title) => {
		const { error, items } = await run(parameters, {
			settings: { onError: 'continueRegularOutput' },
		});

		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					outcome: 'notPlaced',
					accepted: false,
					phone_number: expect.any(String),
					assistant_id: expect.any(String),
					variables: expect.any(Object),
					reason: title,
					error: title,
					message: expect.stringMatching(/\w{3}/),
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(sandbox().log).toEqual([]);
	},
);
