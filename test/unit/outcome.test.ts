import {
	isFailure,
	mayHaveBeenPlaced,
	notPlaced,
	OUTCOMES,
	outcomeJson,
	type Outcome,
	type OutcomeKind,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/outcome';
import { UserError } from '../../nodes/shared/userError';
import { callNotPlaced, callUnconfirmed } from '../support/sentences';
import { textsOf } from '../support/userError';

const identity = {
	phone_number: '+4930123456',
	assistant_id: 'asst-1',
	variables: { first_name: 'Ada' },
};

const error = new UserError('It failed', 'Do this.', 400);

const outcomeOf = (kind: OutcomeKind): Outcome =>
	kind === 'placed' || kind === 'skipped' || kind === 'dryRun'
		? { kind, identity, details: { tells: kind } }
		: { kind, identity, error };

const KINDS = Object.keys(OUTCOMES) as OutcomeKind[];

const kindsThat = (is: (kind: OutcomeKind) => boolean) => KINDS.filter(is).sort();

describe('a number', () => {
	it('was called where the phone rang or may have, and in a dry run as if it had', () => {
		expect(kindsThat((kind) => OUTCOMES[kind].countsAsCalled)).toEqual([
			'dryRun',
			'placed',
			'unconfirmed',
		]);
	});

	it('is sent again only where it is certain that nothing reached the service', () => {
		expect(kindsThat((kind) => OUTCOMES[kind].resend)).toEqual([
			'invalid',
			'notSent',
			'notTried',
			'rateLimited',
		]);
	});
});

it('every item failed that was neither placed, nor skipped, nor checked in a dry run', () => {
	expect(kindsThat((kind) => !isFailure(outcomeOf(kind)))).toEqual(['dryRun', 'placed', 'skipped']);
});

describe('the output of an item', () => {
	it('says in this order what became of it, who it was, and what belongs to the outcome', () => {
		expect(Object.entries(outcomeJson(outcomeOf('placed')))).toEqual([
			['outcome', 'placed'],
			['phone_number', '+4930123456'],
			['reason', null],
			['accepted', true],
			['assistant_id', 'asst-1'],
			['variables', { first_name: 'Ada' }],
			['tells', 'placed'],
		]);
	});

	it('says of a failure what happened and what to do', () => {
		expect(Object.entries(outcomeJson(outcomeOf('rejected')))).toEqual([
			['outcome', 'notPlaced'],
			['phone_number', '+4930123456'],
			['reason', 'It failed'],
			['accepted', false],
			['assistant_id', 'asst-1'],
			['variables', { first_name: 'Ada' }],
			['error', 'It failed'],
			['message', 'Do this.'],
		]);
	});

	it.each<[OutcomeKind, string, boolean]>([
		['placed', 'placed', true],
		['skipped', 'skipped', false],
		['dryRun', 'dryRun', false],
		['unconfirmed', 'unconfirmed', false],
		['rejected', 'notPlaced', false],
		['rateLimited', 'notPlaced', false],
		['notSent', 'notPlaced', false],
		['invalid', 'notPlaced', false],
		['notTried', 'notPlaced', false],
	])('calls %s "%s", accepted: %j', (kind, outcome, accepted) => {
		expect(outcomeJson(outcomeOf(kind))).toMatchObject({ outcome, accepted });
	});
});

describe('what is said of a call', () => {
	it('that was not placed begins with that, and keeps advice and status', () => {
		expect(textsOf(notPlaced(error))).toEqual(callNotPlaced(textsOf(error)));
	});

	it('of which nobody knows says so first, and to look before it is sent again', () => {
		expect(textsOf(mayHaveBeenPlaced(error))).toEqual(callUnconfirmed(textsOf(error)));
	});
});
