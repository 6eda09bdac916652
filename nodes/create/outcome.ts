import type { IDataObject } from 'n8n-workflow';

import { errorTexts, UserError } from '../n8n/errors';
import { judge } from '../service/status';

interface OutcomeRules {
	/** What the output says of it, in the field `outcome`. */
	shownAs: 'placed' | 'skipped' | 'dryRun' | 'unconfirmed' | 'notPlaced';
	/** How the summary of a run counts it. */
	label: string;
	/** Whether a phone rang, or may have: such a number was called, for whoever asks later in the run. */
	countsAsCalled: boolean;
	/** Whether Retry On Fail may send it again: only where it is certain that no call was placed, and another attempt may succeed. */
	resend: boolean;
}

/**
 * Every kind of outcome with its rules. A new kind is added here, and nowhere else. The summary of a run
 * counts them in this order, and is titled with the first failure: the most serious.
 */
export const OUTCOMES = {
	/** The service accepted the call. */
	placed: { shownAs: 'placed', label: 'placed', countsAsCalled: true, resend: false },
	/** The request was sent and got no usable response: the phone may be ringing. */
	unconfirmed: {
		shownAs: 'unconfirmed',
		label: 'may have been placed',
		countsAsCalled: true,
		resend: false,
	},
	/** A dry run checked the call. Its counts are those of a real run, so it counts as called. */
	dryRun: { shownAs: 'dryRun', label: 'would be called', countsAsCalled: true, resend: false },
	/** An option says that this number is not to be called. */
	skipped: { shownAs: 'skipped', label: 'skipped', countsAsCalled: false, resend: false },
	/** The service rejected the call for good (4xx): it would reject it again. */
	rejected: { shownAs: 'notPlaced', label: 'not placed', countsAsCalled: false, resend: false },
	/** The fields of the item are not a call. */
	invalid: { shownAs: 'notPlaced', label: 'not placed', countsAsCalled: false, resend: true },
	/** The service answered 429, which proves that nothing happened. */
	rateLimited: { shownAs: 'notPlaced', label: 'not placed', countsAsCalled: false, resend: true },
	/** No request was sent: a look-up failed, or no connection was made. */
	notSent: { shownAs: 'notPlaced', label: 'not placed', countsAsCalled: false, resend: true },
	/** The run ended before its turn came. */
	notTried: { shownAs: 'notPlaced', label: 'not tried', countsAsCalled: false, resend: true },
} satisfies Record<string, OutcomeRules>;

/** What can become of an input item of Create. */
export type OutcomeKind = keyof typeof OUTCOMES;

/** Who is called, by whom, and with what. Of an item that is wrong, as far as it can be read. */
export interface CallIdentity {
	phone_number: string;
	assistant_id: string;
	variables: IDataObject;
	/** The fields of the input item, where they are to be part of the output. */
	input?: IDataObject;
}

/** What became of a call, before it is known who it was. */
export type Verdict =
	| { kind: 'placed' | 'skipped' | 'dryRun'; details: IDataObject }
	| {
			kind: Exclude<OutcomeKind, 'placed' | 'skipped' | 'dryRun'>;
			error: UserError;
			details?: IDataObject;
			/** Why no further call of the list is of any use, where that is so. */
			endsList?: string;
	  };

/** An input item, and who it was. */
export interface ItemIdentity {
	/** The position of the item in the input, from 0. */
	index: number;
	identity: CallIdentity;
	/** Whether it asks for a dry run; undefined if that was not read. */
	dryRun?: boolean;
}

/** Of an item that was not read. */
export const NOBODY: CallIdentity = { phone_number: '', assistant_id: '', variables: {} };

/** What became of an input item. */
export type Outcome = Verdict & ItemIdentity;

/** Whether the item failed, which ends the list where the node stops on errors. */
export function isFailure<V extends Verdict>(
	verdict: V,
): verdict is Extract<V, { error: UserError }> {
	return 'error' in verdict;
}

/**
 * Whether the service, or the way to it, failed and not the item, so that the next call would fail as well;
 * undefined where the outcome says nothing of the service.
 */
export function isOutage(verdict: Verdict): boolean | undefined {
	if (verdict.kind === 'placed' || verdict.kind === 'dryRun') return false;
	if (!isFailure(verdict) || ['invalid', 'notTried'].includes(verdict.kind)) return undefined;
	const { status = 0, isAboutRecord } = verdict.error;
	if (isAboutRecord) return undefined;
	const { blames } = judge(status);
	return blames === 'query' || blames === 'request' ? undefined : true;
}

/** The names of the output, but for those that every item has. */
const FIELDS = ['requestedAt', 'skippedBy', 'callableFrom', 'error', 'message'];
const RAW_FIELDS = [...FIELDS, 'variables', 'request', 'response', 'lastCall'];

/**
 * The output of an item: what became of it, who it was, and why. docs/create.md has the fields.
 *
 * @param isRaw whether all that was sent and received is part of it
 */
export function outcomeJson(outcome: Outcome, isRaw: boolean): IDataObject {
	const { kind, identity } = outcome;
	const { phone_number, assistant_id, variables, input = {} } = identity;
	const { reason = OUTCOMES[kind].label, ...details } = outcome.details ?? {};
	const texts = isFailure(outcome) ? errorTexts(outcome.error) : undefined;
	// An error of an earlier run, in the row of a table, would stand beside a success.
	const isOwn = (name: string) => (isRaw ? RAW_FIELDS : FIELDS).includes(name);
	// Objects make the rows of n8n's table tall.
	const isLeftOut = (value: unknown) => !isRaw && typeof value === 'object';
	const own: IDataObject = {
		outcome: OUTCOMES[kind].shownAs,
		phone_number,
		reason: texts?.error ?? reason,
		assistant_id,
		...(isRaw && { variables }),
		...pick(details, (_, value) => !isLeftOut(value)),
		...texts,
	};
	// What became of the call comes first: n8n's table shows it without scrolling.
	return { ...own, ...pick(input, (name) => !(name in own) && !isOwn(name)) };
}

function pick(fields: IDataObject, isKept: (name: string, value: unknown) => boolean): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter((field) => isKept(...field)));
}

/** Why an item is not tried once n8n has ended the execution. */
export const CANCELED = 'The execution was canceled';

const CHECK_FIRST =
	"Before you run this item again, check whether the call took place: in the service, or with Call > Get Many and a filter on 'PhoneNumber'.";

/** What is said of a call that was not placed. */
export function notPlaced({ message, advice, status }: UserError): UserError {
	return new UserError(`The call was not placed. ${message}`, advice, status);
}

const RUN_AGAIN = 'To call this item, run the workflow again without those that were called.';

/** What becomes of an item whose turn does not come. */
export function notTried(reason: string): Verdict {
	return { kind: 'notTried', error: notPlaced(new UserError(reason, RUN_AGAIN)) };
}

/** What is said of a call that was sent while nobody knows what became of it. */
export function mayHaveBeenPlaced({ message, advice, status }: UserError): UserError {
	const reason = message.charAt(0).toLowerCase() + message.slice(1);
	return new UserError(
		`The call may have been placed: ${reason}`,
		`${CHECK_FIRST} ${advice}`.trim(),
		status,
	);
}
