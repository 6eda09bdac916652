import {
	mayHaveBeenPlaced,
	notPlaced,
	OUTCOMES,
	outcomeJson,
	type OutcomeKind,
} from '../../nodes/create/outcome';
import { UserError } from '../../nodes/n8n/errors';
import { verdict } from '../support/scriptedCalls';
import { callNotPlaced, callUnconfirmed } from '../support/sentences';
import { textsOf } from '../support/userError';

const identity = {
	phone_number: '+4930123456',
	assistant_id: 'asst-1',
	variables: { first_name: 'Ada' },
};

const jsonOf = (kind: OutcomeKind) => outcomeJson({ ...verdict(kind, 'It tells'), identity });

/**
 * A number counts as called where the phone rang or may have, in a dry run as if it had. It is sent again
 * only where it is certain that nothing reached the service.
 */
const RULES: Record<OutcomeKind, [outcome: string, ...holds: string[]]> = {
	placed: ['placed', 'accepted', 'counts as called'],
	unconfirmed: ['unconfirmed', 'counts as called'],
	skipped: ['skipped'],
	dryRun: ['dryRun', 'counts as called'],
	rejected: ['notPlaced'],
	invalid: ['notPlaced', 'is sent again'],
	rateLimited: ['notPlaced', 'is sent again'],
	notSent: ['notPlaced', 'is sent again'],
	notTried: ['notPlaced', 'is sent again'],
};

it.each(Object.entries(RULES) as Array<[OutcomeKind, string[]]>)(
	'what is %s is shown as, and counts as: %j',
	(kind, rules) => {
		const { outcome, accepted } = jsonOf(kind);
		const { countsAsCalled, resend } = OUTCOMES[kind];
		expect([
			outcome,
			...(accepted === true ? ['accepted'] : []),
			...(countsAsCalled ? ['counts as called'] : []),
			...(resend ? ['is sent again'] : []),
		]).toEqual(rules);
	},
);

describe('the output of an item', () => {
	it('says in this order what became of it, who it was, and what belongs to the outcome', () => {
		expect(Object.entries(jsonOf('placed'))).toEqual([
			['outcome', 'placed'],
			['phone_number', '+4930123456'],
			['reason', null],
			['accepted', true],
			['assistant_id', 'asst-1'],
			['variables', { first_name: 'Ada' }],
			['tells', 'It tells'],
		]);
	});

	it('says of a failure what happened and what to do', () => {
		expect(jsonOf('rejected')).toEqual({
			...{ outcome: 'notPlaced', accepted: false, ...identity },
			...{ reason: 'It tells', error: 'It tells', message: 'Advice on It tells.' },
		});
	});
});

describe('what is said of a call', () => {
	const error = new UserError('It failed', 'Do this.', 400);

	it('that was not placed begins with that, and keeps advice and status', () => {
		expect(textsOf(notPlaced(error))).toEqual(callNotPlaced(textsOf(error)));
	});

	it('of which nobody knows says so first, and to look before it is sent again', () => {
		for (const failure of [error, new UserError('It failed', '')]) {
			expect(textsOf(mayHaveBeenPlaced(failure))).toEqual(callUnconfirmed(textsOf(failure)));
		}
	});
});
