import { templateCode } from './templateCode';

interface Lead {
	json: { problem: string; phone: string; first_name: string };
}

const clean = templateCode<Lead>('new-lead-to-call', 'Check and Clean the Lead');
const phone = '+1 303 555 0142';
const leadOf = (body: unknown) => clean({ $json: { body } }).json;
const refusal = 'The lead does not want to be called.';

describe('whoever said no in any field is not called', () => {
	test.each([
		{ do_not_call: true },
		{ do_not_call: false, phone_opt_out: true },
		{ phone_opt_out: true, do_not_call: false },
		{ doNotCall: 'Y' },
		{ 'Do Not Call': 'on' },
		{ "Don't call": 'yes' },
		{ do_not_call: 1 },
		{ DNC: 'x' },
		{ HasOptedOutOfCalls: 'true' },
		{ opted_out: 'since March' },
		{ unsubscribed: 'TRUE' },
		{ do_not_contact: 'unknown' },
		{ no_calls: 'Yes' },
		{ properties: { hs_do_not_call: { value: 'true', timestamp: 1 } } },
		{ properties: { phone: { value: phone }, do_not_call: { value: false } }, opt_out: 'yes' },
		{ data: { contact: { preferences: { phone: { opt_out: true } } } } },
		{ preferences: [{ channel: 'phone', optOut: true }] },
		{ opt_out: { email: false, phone: true } },
		{ do_not_call: [{ value: false }, { value: 'yes' }] },
		{ phone_consent: 'no' },
		{ callOptIn: false },
		{ permission_to_call: '0' },
	])('%j', (fields) => {
		expect(leadOf({ phone, ...fields }).problem).toBe(refusal);
	});
});

describe('everybody else is', () => {
	test.each([
		{},
		{ do_not_call: false },
		{ do_not_call: '' },
		{ do_not_call: null, phone_opt_out: 'No' },
		{ 'Do Not Call': '0', opted_out: 'off' },
		{ properties: { hs_do_not_call: { value: 'false', timestamp: 1700000000 } } },
		{ phone_consent: 'yes', consent: '' },
		{ HasOptedOutOfEmail: true, HasOptedOutOfFax: true },
		{ note: 'do not call before noon' },
		{ call: 'yes', contact: { name: 'Ada' } },
	])('%j', (fields) => {
		const lead = leadOf({ phone, ...fields });
		expect([lead.problem, lead.phone]).toEqual(['', phone]);
	});
});

test.each([
	['JSON as text', JSON.stringify({ phone, do_not_call: 'yes' }), refusal],
	['no lead', undefined, 'The lead has no phone number.'],
	['text that is no JSON', 'phone', 'The lead has no phone number.'],
	[
		'two leads',
		[{ phone }, { phone }],
		'2 leads came in one request. Send one request for each lead.',
	],
	['one lead in a list', [{ phone }], ''],
])('%s', (_, body, problem) => {
	expect(leadOf(body).problem).toBe(problem);
});
