import type { ItemContext } from '../../nodes/VoiceAssistantCalls/execution/itemContext';
import type { ItemResult } from '../../nodes/VoiceAssistantCalls/execution/operation';
import {
	placeCalls,
	type PrepareCall,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/queue/placeCalls';
import { Run } from '../../nodes/VoiceAssistantCalls/execution/run';
import { UserError } from '../../nodes/shared/userError';
import { identityOf, ScriptedCalls, type Plan } from './scriptedCalls';
import { START_AFTER_THEM } from './sentences';
import { textsOf } from './userError';

/** What is to become of one item: a call, or one whose fields are wrong. */
export type ItemPlan = Plan | { wrong: string };

export interface Attempt {
	stopsOnError?: boolean;
	signal?: AbortSignal;
	/** The value of n8n's Request Options, or what reading it throws. */
	requestOptions?: unknown;
	/** Called before an item is prepared. */
	onPrepare?: (index: number) => void;
}

/** A run of Create: its attempts under Retry On Fail, with one memory. */
export class ScriptedList {
	readonly run = new Run();

	/** The sentences that were shown above the output. */
	readonly hints: string[] = [];

	/** What happened, in this order: "prepare 0", "send 0". */
	readonly log: string[] = [];

	/** One attempt of n8n: what comes out for each item, or how the node ends. */
	async attempt(plans: ItemPlan[], attempt: Attempt = {}) {
		const { stopsOnError = true, signal, requestOptions = {}, onPrepare } = attempt;
		const calls = new ScriptedCalls((index) => this.log.push(`send ${index}`));
		const items = plans.map((_, index) => itemAt(index, requestOptions));
		const prepare: PrepareCall = async ({ index }) => {
			onPrepare?.(index);
			this.log.push(`prepare ${index}`);
			const plan = plans[index];
			return 'wrong' in plan
				? { index, identity: identityOf(index), error: wrong(plan.wrong) }
				: calls.prepare(plan, index);
		};
		const hint = (message: string) => void this.hints.push(message);
		const placing = placeCalls(
			{ items, run: this.run, stopsOnError, signal, hint },
			prepare,
			TEXTS,
		);
		const results = await placing.catch((error: UserError) => error);
		return { results, sent: calls.sent };
	}
}

const TEXTS = {
	rerunAdvice: START_AFTER_THEM,
	countSkips: (by: string[]) => `${by.length} by options`,
};

export function wrong(message: string): UserError {
	return new UserError(message, `Correct ${message}.`);
}

/** How the node ended. */
export function ending(results: ItemResult[] | UserError) {
	return { ...textsOf(results), itemIndex: (results as UserError).itemIndex };
}

/** The field `outcome` of each item on the regular output. */
export function outcomesIn(results: ItemResult[] | UserError): unknown[] {
	if (results instanceof Error) throw results;
	return results.map((result) =>
		'records' in result ? result.records[0].outcome : result.known?.outcome,
	);
}

function itemAt(index: number, requestOptions: unknown): ItemContext {
	const parameter = () => {
		if (requestOptions instanceof Error) throw requestOptions;
		return requestOptions;
	};
	return { index, parameter } as unknown as ItemContext;
}
