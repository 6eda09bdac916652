import { doNotCall } from '../../../nodes/VoiceAssistantCalls/resources/call/create/guards/doNotCall';
import { normalizePhoneNumber } from '../../../nodes/shared/phoneNumber';
import { callWith, checkOf, itemWith, notAsked, PHONE_NUMBER } from '../../support/guarded';
import { refusalOf } from '../../support/userError';

const refused = (value: unknown) => refusalOf(() => doNotCall.read(value, itemWith()));

const isOn = (value: unknown, phoneNumber = PHONE_NUMBER) =>
	checkOf(doNotCall, value).reasonToSkip(callWith({ phoneNumber, history: notAsked })) !==
	undefined;

const REMOVE =
	"Enter phone numbers, or remove 'Do Not Call' from 'Options'. If it uses an expression, check that it returns text or a list of phone numbers.";

const EMPTY = { message: "'Do Not Call' is empty", advice: REMOVE };

const NO_NUMBER = {
	message: "'Do Not Call' contains something that is not a phone number",
	advice: REMOVE,
};

it('a number on the list is skipped, without asking the service', () => {
	const call = callWith({ history: notAsked });
	expect(checkOf(doNotCall, PHONE_NUMBER).reasonToSkip(call)).toEqual({
		reason: "+4930123456 is on the 'Do Not Call' list",
	});
});

it.each([
	['commas', '+4930123456,+12025550100'],
	['commas and blanks', ' +4930123456 ,  +12025550100 '],
	['semicolons', '+4930123456; +12025550100'],
	['line breaks', '+4930123456\n+12025550100'],
	['line breaks of Windows', '+4930123456\r\n+12025550100\r\n'],
	['a list', ['+4930123456', '+12025550100']],
	['a list of texts with several numbers', ['+4930123456, +12025550100']],
	['empty lines and a comma at the end', '\n+4930123456,\n\n+12025550100,'],
])('a list may be written with %s', (_, value) => {
	expect([isOn(value), isOn(value, '+12025550100'), isOn(value, '+12025550101')]).toEqual([
		true,
		true,
		false,
	]);
});

it('entries are cleaned as the phone number is', () => {
	expect(isOn('+49 30 123 456')).toBe(true);
});

it('a list that is empty, and comes as a list, forbids nothing', () => {
	expect(isOn([])).toBe(false);
});

it.each([undefined, null, '', '  ', '\n'])(
	'a list that an expression did not find is an error and not an empty list: %j',
	(value) => {
		expect(refused(value)).toEqual(EMPTY);
	},
);

it.each([
	['an object', [{ number: '+4930123456' }]],
	['nothing', ['+4930123456', null]],
	['a missing value', ['+4930123456', undefined]],
	['a list', [['+4930123456']]],
	['a switch', [true]],
	['an object by itself', { number: '+4930123456' }],
	['a switch by itself', true],
])('an entry that is %s is an error', (_, value) => {
	expect(refused(value)).toEqual(NO_NUMBER);
});

it('an entry that is a number is refused as the phone number of an item is: it may have lost a zero', () => {
	const item = itemWith({
		readPhoneNumber: (value) => normalizePhoneNumber(value, { clean: true, countryCode: '39' }),
	});
	// 06 1234 5678 in Rome. +39 6 1234 5678 would be another number.
	for (const value of [612345678, [612345678], ['+39061111111', 612345678]]) {
		expect(refusalOf(() => doNotCall.read(value, item)).message).toBe(
			`An entry of 'Do Not Call' cannot be read. The phone number "612345678" is a number, not text`,
		);
	}
});

it('an entry that cannot be read is an error that says why', () => {
	expect(refused('+4930123456, 030-oops')).toEqual({
		message: `An entry of 'Do Not Call' cannot be read. "030-oops" is no phone number`,
		advice:
			'Correct the entry. Nobody is called until every entry can be read. Write it with a plus.',
	});
});

it('a list is read once for all items that have the same', () => {
	const made: string[] = [];
	const once = <T>(text: string, make: () => T): T => {
		made.push(text);
		return make();
	};
	checkOf(doNotCall, ['+4930123456', '+12025550100'], { once });
	expect(made).toHaveLength(1);
});

it.each([',', ' , ', ';\n;', [''], [' ', ''], [',']])(
	'a list in which there is no number is an error and not an empty list: %j',
	(value) => {
		expect(refused(value)).toEqual(EMPTY);
	},
);
