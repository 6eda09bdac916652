import type { IDataObject } from 'n8n-workflow';

import { makeOnce } from '../../nodes/VoiceAssistantCalls/resources/call/create/guards/once';
import {
	readCreateOptions,
	type CreateOptions,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/options';
import { callWith, itemWith, PHONE_NUMBER } from '../support/guarded';
import { refusalOf } from '../support/userError';

const { variables } = itemWith();

const read = (value: IDataObject) => readCreateOptions(value, { variables, once: makeOnce() });

/** Without what cannot be compared. */
const settings = (value: IDataObject) => {
	const { readPhoneNumber, guards, ...rest }: CreateOptions = read(value);
	expect(typeof readPhoneNumber).toBe('function');
	return { ...rest, guards: guards.map(({ name }) => name) };
};

const DEFAULTS = {
	dryRun: false,
	guards: [],
	pauseMs: 0,
	requestsAtOnce: 1,
	waitsOnRateLimit: false,
};

it('without options calls go out one by one, at once, and for real', () => {
	expect(settings({})).toEqual(DEFAULTS);
});

it('without options the phone number is cleaned', () => {
	expect(read({}).readPhoneNumber('+49 30 123456')).toBe(PHONE_NUMBER);
});

it.each([
	['dryRun', true, { dryRun: true }],
	['dryRun', 'true', { dryRun: true }],
	['dryRun', false, {}],
	['pauseBetweenCalls', 5, { pauseMs: 5_000 }],
	['pauseBetweenCalls', 0.25, { pauseMs: 250 }],
	['pauseBetweenCalls', 0, {}],
	['requestsAtOnce', 20, { requestsAtOnce: 20 }],
	['requestsAtOnce', '20', { requestsAtOnce: 20 }],
	['requestsAtOnce', 51, { requestsAtOnce: 50 }],
	['waitWhenRateLimited', true, { waitsOnRateLimit: true }],
	['duplicateNumbers', 'callOnce', { guards: ['duplicateNumbers'] }],
	['duplicateNumbers', 'callEach', {}],
	['doNotCall', '+4930123456', { guards: ['doNotCall'] }],
])('the option %s may be %j', (name, value, changed) => {
	expect(settings({ [name]: value })).toEqual({ ...DEFAULTS, ...changed });
});

it('the phone number is taken as it is, where it is not to be cleaned', () => {
	const { readPhoneNumber } = read({ cleanPhoneNumber: false });
	expect(readPhoneNumber(PHONE_NUMBER)).toBe(PHONE_NUMBER);
	expect(() => readPhoneNumber('+49 30 123456')).toThrow();
});

it('entries of the list of numbers that are never called are read as the phone number is', () => {
	const list = '+49 30 123456';
	const [doNotCall] = read({ doNotCall: list }).guards;
	expect(doNotCall.reasonToSkip(callWith())).toBeDefined();
	expect(() => read({ doNotCall: list, cleanPhoneNumber: false })).toThrow();
});

it.each([
	['cleanPhoneNumber', "'Clean Phone Number'"],
	['dryRun', "'Dry Run'"],
	['pauseBetweenCalls', "'Pause Between Calls'"],
	['requestsAtOnce', "'Requests at Once'"],
	['waitWhenRateLimited', "'Wait When Rate Limited'"],
])('the option %s is never taken for off where an expression found nothing', (name, label) => {
	for (const value of [undefined, null, '', 'x', [], {}]) {
		expect(refusalOf(() => read({ [name]: value })).message.startsWith(`${label} is `)).toBe(true);
	}
});

it.each([
	['requestsAtOnce', 0],
	['requestsAtOnce', 1.5],
	['pauseBetweenCalls', -1],
])('the option %s cannot be %j', (name, value) => {
	expect(() => read({ [name]: value })).toThrow();
});

it('a list that is read once is read again where numbers are read in another way', () => {
	const item = { variables, once: makeOnce() };
	const doNotCall = '+49 30 123456';
	expect(readCreateOptions({ doNotCall }, item).guards).toHaveLength(1);
	expect(() => readCreateOptions({ doNotCall, cleanPhoneNumber: false }, item)).toThrow();
});
