import { OUTCOMES, outcomeJson, type OutcomeKind } from '../../nodes/create/outcome';
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

it.each([
	[true, { row: 7, tells: 'It tells' }],
	[false, { row: 7, request: 'my own', tells: 'It tells' }],
])('fields of the input stay, but none that tells of another outcome; raw: %j', (isRaw, kept) => {
	const input = { row: 7, outcome: 'old', error: 'old', skippedBy: 'old', request: 'my own' };
	const outcome = { ...verdict('placed', 'It tells'), index: 0, identity: { ...identity, input } };
	const json = outcomeJson(outcome, isRaw);
	expect(json).toMatchObject({ ...kept, outcome: 'placed', reason: 'placed' });
	for (const name of ['error', 'skippedBy']) expect(json).not.toHaveProperty(name);
	expect('request' in json).toBe(!isRaw);
});
