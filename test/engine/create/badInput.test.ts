import type { INodeParameters } from 'n8n-workflow';

import { againstSandbox, byId, createParameters } from '../../support/againstSandbox';
import { regularOutput } from '../../support/dialing';
import { at, TITLES, wrongNumber } from '../../support/engineSentences';
import { NO_NAME, reservedName } from '../../support/sentences';

/* Whatever is wrong with an item of Create gets a sentence, and nothing is sent. */

const { sandbox, run } = againstSandbox({ calls: 3 });

const variables = (name: unknown) => ({ variables: { variable: [{ name, value: '1' }] } });
const json = (variablesJson: string) => ({ variablesMode: 'json', variablesJson });
const inOptions = (name: string, value: unknown) => ({ options: { [name]: value } });

/** What is known of the call where all but the field in question is right. */
const call = { phone_number: '+12025550100', assistant_id: 'assistant-mara', variables: {} };

/** What is wrong, the parameters, what the user reads, and what is known of the call. */
const CASES: Array<[string, object, string, object?]> = [
	[
		'an empty assistant',
		byId('={{ $json.no }}', 'assistantId'),
		TITLES.noAssistant,
		{ assistant_id: '' },
	],
	[
		'an assistant that nobody sees',
		byId('\u200b', 'assistantId'),
		TITLES.noAssistant,
		{ assistant_id: '' },
	],
	['an empty number', { phoneNumber: '={{ $json.no }}' }, TITLES.emptyNumber, { phone_number: '' }],
	[
		'a national number',
		{ phoneNumber: '0170 1234567' },
		`${wrongNumber('0170 1234567')}is not in international format`,
		{ phone_number: '0170 1234567' },
	],
	[
		'a number that may not be cleaned',
		{ phoneNumber: '+49 30 123456', options: { cleanPhoneNumber: false } },
		`${wrongNumber('+49 30 123456')}is not in E.164 format`,
		{ phone_number: '+49 30 123456' },
	],
	['a reserved name', variables('phone_number'), reservedName('phone_number').message],
	['a variable whose name is missing', variables('={{ $json.no }}'), NO_NAME.message],
	['variables that are not JSON', json('{"a":'), "'Variables (JSON)' is not a JSON object"],
	['a reserved name in JSON', json('{"assistant_id":"1"}'), reservedName('assistant_id').message],
	[
		'variables entered in no known way',
		{ variablesMode: '={{ "Fields" }}' },
		TITLES.notValid('Enter Variables As', 'Fields'),
	],
	['a switch', inOptions('dryRun', '={{ 7 }}'), TITLES.notValid('Dry Run', '7')],
	['a number', inOptions('pauseBetweenCalls', -1), TITLES.notValid('Pause Between Calls', '-1')],
	['a whole number', inOptions('requestsAtOnce', 0), TITLES.noWholeNumber('Requests at Once', '0')],
	['a choice', inOptions('duplicateNumbers', 'x'), TITLES.notValid('Duplicate Numbers', 'x')],
];

test.each(CASES)('%s gets a sentence and sends nothing', async (...[, wrong, title, known]) => {
	const parameters = createParameters(wrong as INodeParameters);
	const { error, items } = await run(parameters);

	expect(error?.message).toBe(`${title}. Nobody was called${at(0)}`);
	expect(error?.description?.length).toBeGreaterThan(20);
	expect(items).toEqual([]);

	const goesOn = await run(parameters, { settings: regularOutput });
	const texts = { reason: title, error: title, message: expect.stringMatching(/\w{3}/) };
	const json = { outcome: 'notPlaced', accepted: false, ...call, ...known, ...texts };
	expect(goesOn.items).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(sandbox().log).toEqual([]);
});
