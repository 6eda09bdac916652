import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, byId, createParameters } from '../../support/againstSandbox';
import { regularOutput } from '../../support/dialing';
import { at, TITLES, wrongNumber } from '../../support/engineSentences';
import { reservedName } from '../../support/sentences';

/* Whatever is wrong with an item of Create gets a sentence, and nothing is sent. */

const { sandbox, run } = againstSandbox({ calls: 3 });

/** An expression that finds nothing. */
const NONE = '={{ $json.no }}';

const variable = (name: string, value: string) => ({ variables: { variable: [{ name, value }] } });
const inOptions = (name: string, value: unknown) => ({ options: { [name]: value } });

const callingHours = (field: object) => {
	const window = { from: '00:00', to: '24:00', days: ['mon'], timezone: 'UTC', ...field };
	return inOptions('callingHours', { window: [window] });
};

/** What is known of the call where all but the field in question is right. */
const call = { phone_number: '+12025550100', assistant_id: 'assistant-mara', variables: {} };

/** The parameters, what the user reads, and what is known of the call. */
const CASES: Array<[wrong: object, title: string, known?: object]> = [
	[byId(NONE, 'assistantId'), TITLES.noAssistant, { assistant_id: '' }],
	[byId('\u200b', 'assistantId'), TITLES.noAssistant, { assistant_id: '' }],
	[{ phoneNumber: NONE }, TITLES.emptyNumber, { phone_number: '' }],
	[
		{ phoneNumber: '0170 1234567' },
		`${wrongNumber('0170 1234567')}is not in international format`,
		{ phone_number: '0170 1234567' },
	],
	[variable('phone_number', '1'), reservedName('phone_number').message],
	[{ variablesMode: 'json', variablesJson: '{"a":' }, "'Variables (JSON)' is not a JSON object"],
	[{ variablesMode: '={{ "Fields" }}' }, TITLES.notValid('Enter Variables As', 'Fields')],
	[variable('first_name', NONE), "Empty variable: 'first_name'", { variables: { first_name: '' } }],
	// No option that can forbid a call is taken for "off".
	[callingHours({ timezone: NONE }), "'Time Zone' is empty"],
	[inOptions('doNotCall', NONE), TITLES.emptyField('Do Not Call')],
	[
		// n8n leaves nothing of an expression for the whole limit.
		inOptions('maxAttempts', '={{ { limit: { calls: 3, days: 14 } } }}'),
		TITLES.emptyField('Max Attempts'),
	],
	[inOptions('callsInProgress', 0), TITLES.noWholeNumber('Calls in Progress at Once', '0')],
	[inOptions('stopAfterFailures', 0), TITLES.noWholeNumber('Stop After Failures in a Row', '0')],
	[inOptions('redialPlan', '4 weeks'), TITLES.notValid('Redial Plan', '4 weeks')],
	[inOptions('skipAfterWords', ' , '), TITLES.notValid('Skip After Words', ',')],
	[inOptions('daysOff', '2026-12-24'), "'Days Off' has no time zone"],
];

test.each(CASES)('%j gets a sentence and sends nothing', async (...[wrong, title, known]) => {
	const parameters = createParameters(wrong as INodeParameters);
	const { error, items } = await run(parameters);

	expect(error?.message).toBe(`${title}. Nobody was called${at(0)}`);
	expect(error?.description?.length).toBeGreaterThan(20);
	expect(items).toEqual([]);

	const goesOn = await run(parameters, { settings: regularOutput });
	const texts = { reason: title, error: title, message: expect.stringMatching(/\w{3}/) };
	const json = { outcome: 'notPlaced', ...call, ...known, ...texts };
	expect(goesOn.items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(sandbox().log).toEqual([]);
});
