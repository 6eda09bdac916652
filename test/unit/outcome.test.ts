import {
	isOutage,
	NOBODY,
	notTried,
	OUTCOMES,
	outcomeJson,
	type OutcomeKind,
	type Verdict,
} from '../../nodes/create/outcome';
import { UserError } from '../../nodes/n8n/errors';
import { verdict } from '../support/scriptedCalls';

const identity = {
	phone_number: '+4930123456',
	assistant_id: 'asst-1',
	variables: { first_name: 'Ada' },
};

const jsonOf = (kind: OutcomeKind) =>
	outcomeJson({ ...verdict(kind, 'It tells'), index: 0, identity }, true);

it.each<[OutcomeKind, outcome: string, countsAsCalled: boolean, isSentAgain: boolean]>([
	['placed', 'placed', true, false],
	['unconfirmed', 'unconfirmed', true, false],
	['dryRun', 'dryRun', true, false],
	['skipped', 'skipped', false, false],
	['rejected', 'notPlaced', false, false],
	['invalid', 'notPlaced', false, true],
	['rateLimited', 'notPlaced', false, true],
	['notSent', 'notPlaced', false, true],
	['notTried', 'notPlaced', false, true],
])('what is %s is shown as %s; counts as called: %j; is sent again: %j', (kind, ...rules) => {
	const { countsAsCalled, resend } = OUTCOMES[kind];
	expect([jsonOf(kind).outcome, countsAsCalled, resend]).toEqual(rules);
	expect(Object.keys(OUTCOMES)).toHaveLength(9);
});

it('an item says in this order what became of it, who it was, and what belongs to the outcome', () => {
	expect(Object.entries(jsonOf('placed'))).toEqual([
		['outcome', 'placed'],
		['phone_number', '+4930123456'],
		['reason', 'placed'],
		['assistant_id', 'asst-1'],
		['variables', { first_name: 'Ada' }],
		['tells', 'It tells'],
	]);
	expect(jsonOf('rejected')).toEqual({
		...{ outcome: 'notPlaced', ...identity },
		...{ reason: 'It tells', error: 'It tells', message: 'Advice on It tells.' },
	});
});

/** The names that an output can have. */
const NAMES = [
	...['outcome', 'phone_number', 'reason', 'assistant_id', 'error', 'message'],
	...['requestedAt', 'skippedBy', 'callableFrom'],
];
const RAW_NAMES = ['variables', 'request', 'response', 'lastCall'];

it.each([true, false])(
	'fields of the input stay, but none that tells of another run; raw: %j',
	(isRaw) => {
		const input = Object.fromEntries(['row', ...NAMES, ...RAW_NAMES].map((name) => [name, 'old']));
		const outcome = {
			...verdict('placed', 'It tells'),
			index: 0,
			identity: { ...identity, input },
		};
		const json = outcomeJson(outcome, isRaw);
		const kept = Object.keys(json).filter((name) => json[name] === 'old');
		expect(kept).toEqual(isRaw ? ['row'] : ['row', ...RAW_NAMES]);
	},
);

it('an object is part of the output only where it is raw', () => {
	const details = { skippedBy: 'Max Attempts', lastCall: { Id: 7 } };
	const outcome = { kind: 'skipped', details, index: 0, identity } as const;
	expect(outcomeJson(outcome, true)).toMatchObject(details);
	expect(outcomeJson(outcome, false)).toEqual({
		...{ outcome: 'skipped', phone_number: '+4930123456', reason: 'skipped' },
		...{ assistant_id: 'asst-1', skippedBy: 'Max Attempts' },
	});
});

it('of an item whose turn did not come, nothing is known', () => {
	const outcome = { ...notTried('The list ended'), index: 0, identity: NOBODY };
	expect(outcomeJson(outcome, true)).toEqual({
		...{ outcome: 'notPlaced', phone_number: '', assistant_id: '', variables: {} },
		...{ reason: expect.anything(), error: 'The call was not placed. The list ended' },
		message: 'To call this item, run the workflow again without those that were called.',
	});
});

it.each<[string, boolean | undefined, Verdict]>([
	['a call that was placed', false, verdict('placed', '')],
	['a dry run', false, verdict('dryRun', '')],
	['a skipped call', undefined, verdict('skipped', '')],
	['a wrong item', undefined, verdict('invalid', '')],
	['an item that was not tried', undefined, verdict('notTried', '')],
	['no response', true, failed('notSent')],
	['a failing service', true, failed('unconfirmed', 502)],
	['a wrong key', true, failed('rejected', 401)],
	['too many requests', true, failed('rateLimited', 429)],
	['a proxy that asks for a login', undefined, failed('rejected', 407)],
	['a rejected number', undefined, failed('rejected', 422)],
	['a record that cannot be read', undefined, failed('notSent', 0, true)],
])('the next call would fail as well after %s: %j', (_, isOne, what) => {
	expect(isOutage(what)).toBe(isOne);
});

function failed(
	kind: 'notSent' | 'unconfirmed' | 'rejected' | 'rateLimited',
	status = 0,
	isAboutRecord = false,
) {
	const error = Object.assign(new UserError('It failed', '', status), { isAboutRecord });
	return { kind, error };
}
