import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { filterParameters } from '../shared/calls/filters';
import { callPages } from '../shared/calls/findCalls';
import { newCalls, sampleCalls, type Poll } from './newCalls';
import { nodeError } from '../shared/nodeError';
import { connect } from '../shared/http/transport';
import { asUserError, UserError } from '../shared/userError';
import { notYetDelivered, type Poller } from './recentDeliveries';
import { readChoice, readCollection, readWholeNumber } from '../shared/form/readers';
import { readOutput } from '../shared/calls/output';

/** n8n's scheduler ends a poll after this time (n8n 2.41.1), and polls may come every minute. */
const LONGEST_POLL_MS = 45_000;

/** What to do about a status; a trigger has neither Request Options nor a run that is started again. */
const ADVICE = {
	400: "Check 'Filters'. In the credential, check 'Cursor Parameter' and 'Page Size Parameter'.",
	429: "Choose longer intervals under 'Poll Times'.",
};

/**
 * One poll: returns the calls that are new, or null if there are none. See docs/trigger.md for what is
 * delivered when, and `newCalls` for how that is kept.
 *
 * @throws NodeApiError
 */
export async function pollCalls(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const error = (thrown: unknown) => nodeError(context.getNode(), asUserError(thrown));
	const staticData = context.getWorkflowStaticData('node');
	try {
		const { poll, shape } = await readPoll(context);
		if (context.getMode() === 'manual') {
			const samples = await sampleCalls(poll);
			if (samples.length === 0) throw nothingYet();
			return [samples.map((record) => ({ json: shape(record) }))];
		}
		const { calls: found, failure } = await newCalls(staticData, poll);
		const calls = notYetDelivered(pollerOf(context), poll.question.event, found);
		// What was read before the failure is delivered all the same.
		if (failure) context.__emitError(error(failure));
		return calls.length > 0 ? [calls.map((record) => ({ json: shape(record) }))] : null;
	} catch (thrown) {
		if (!isStarting(context)) throw error(thrown);
		context.__emitError(error(thrown));
		return null;
	}
}

/**
 * What n8n's default engine gives a poll; the scheduler gives less, from its own settings (n8n-core 2.41.1,
 * poll-context.js). n8n < 2.41: gives none, and throws away nothing that was polled.
 */
const DEFAULT_BUDGET_MS = 300_000;

function pollerOf(context: IPollFunctions): Poller {
	return {
		name: JSON.stringify([context.getWorkflow().id, context.getNode().name]),
		hasOnePosition: context.getPollBudgetMs?.() === DEFAULT_BUDGET_MS,
	};
}

/**
 * Whether n8n itself starts, not the user. A trigger that fails then is given up after five attempts in
 * 40 seconds, for good and without a word (n8n 2.41.1). That may be its very first start: what n8n's
 * command line publishes is activated when n8n starts.
 */
function isStarting(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

async function readPoll(
	context: IPollFunctions,
): Promise<{ poll: Poll; shape: (record: IDataObject) => IDataObject }> {
	const begin = Date.now();
	const event = readChoice(context.getNodeParameter('event'), 'Event', [
		'callEnded',
		'callStarted',
		'transcriptReady',
	]);
	const { condition } = readCollection(context.getNodeParameter('filters', {}), 'Filters');
	const filters = filterParameters(condition);
	const shape = readOutput(context.getNodeParameter('output', 'simplified'), () =>
		context.getNodeParameter('outputFields', []),
	);
	const { pageSize } = readCollection(context.getNodeParameter('options', {}), 'Options');
	const transport = await connect(context);
	// n8n < 2.41: offers no budget.
	const budget = Math.min(context.getPollBudgetMs?.() ?? Infinity, LONGEST_POLL_MS);
	// No page is asked for in the second half, and the last one ends within it: 20 s and one repetition
	// of a short pause.
	const timeout = Math.floor(budget * 0.44);
	const client = transport.client({ timeout, retries: { attempts: 3, patienceMs: budget * 0.04 } });
	const search = {
		path: client.service.callsPath,
		filters,
		range: {},
		limit: Infinity,
		pageSize: pageSize === undefined ? undefined : readWholeNumber(pageSize, 'Page Size'),
		advice: ADVICE,
	};
	const text = JSON.stringify([event, filters, client.address('')]);
	const poll: Poll = {
		question: { event, text },
		open: (resumeAt) => callPages(client, search, resumeAt),
		now: () => Date.now(),
		deadline: begin + budget / 2,
	};
	return { poll, shape };
}

function nothingYet(): UserError {
	return new UserError(
		'The service has no matching call yet',
		"Place or receive a call that matches 'Filters', wait until it has ended, and fetch the test event again.",
	);
}
