import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Call } from '../service/call';
import { filterParameters } from '../form/filters';
import { listCalls } from './listCalls';
import { newCalls, sampleCalls } from './newCalls';
import { RULES } from './position';
import type { Poll } from './readList';
import { asUserError, nodeError, UserError } from '../n8n/errors';
import type { CursorMemory } from '../service/cursorName';
import { failureOf, whereRejected } from '../service/status';
import { connect } from '../service/transport';
import { notYetDelivered, pollerMemory, type Poller, type PollerMemory } from './memory';
import { readPageSize } from '../form/fields';
import { readChoice, readCollection } from '../form/readers';
import { readOutput } from '../form/output';

/** n8n's scheduler ends a poll after this time (n8n 2.41.1), and polls may come every minute. */
const MAX_POLL_MS = 45_000;

/** How long one page may take where a poll may take longer. */
const MAX_PAGE_MS = 20_000;

/** What to do about a status; a trigger has neither Request Options nor a run that is started again. */
const ADVICE = {
	...whereRejected("'Filters'"),
	rate: "Choose longer intervals under 'Poll Times'.",
};

/**
 * One poll: returns the calls that are new, or null if there are none. See docs/trigger.md for what is
 * delivered when, and `newCalls` for how that is kept.
 *
 * @throws NodeApiError
 */
export async function pollCalls(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const error = (thrown: unknown) => {
		const userError = asUserError(thrown);
		return nodeError(context.getNode(), userError, undefined, failureOf(userError));
	};
	const staticData = context.getWorkflowStaticData('node');
	try {
		const { poll, shape, cursor } = await readPoll(context);
		const poller = pollerOf(context);
		const memory = pollerMemory(poller.name);
		cursor.recall(staticData, memory);
		if (context.getMode() === 'manual') {
			const samples = await sampleCalls(poll);
			if (samples.length === 0) throw nothingYet();
			return [samples.map((record) => ({ json: shape(record) }))];
		}
		const polled = newCalls(staticData, poll, memory).finally(() =>
			cursor.remember(staticData, memory),
		);
		const { calls: found, failure, reports } = await polled;
		const calls = notYetDelivered(poller, poll.question.event, found);
		// What was read before the failure is delivered all the same.
		for (const problem of [...reports, ...(failure ? [failure] : [])]) {
			context.__emitError(error(problem));
		}
		return calls.length > 0 ? [calls.map((record) => ({ json: shape(record) }))] : null;
	} catch (thrown) {
		if (!isStarting(context)) throw error(thrown);
		context.__emitError(error(thrown));
		return null;
	}
}

/**
 * What n8n's default engine gives a poll; the scheduler gives less, from its own settings (n8n-core 2.41.1,
 * poll-context.js). n8n < 2.41 sets no limit and discards no result.
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

/** What a poll needs of the form and the credential. */
interface ReadPoll {
	poll: Poll;
	shape: (record: Call) => IDataObject;
	cursor: CursorName;
}

async function readPoll(context: IPollFunctions): Promise<ReadPoll> {
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
	const longest = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const usual = Math.min(longest, MAX_POLL_MS);
	const client = (budget: number, timeout: number) =>
		transport.client({
			timeout: Math.floor(timeout),
			retries: { attempts: 3, patienceMs: budget * 0.04 },
		});
	// The last page ends within the budget: its own time, and one repetition after a short pause.
	const clientFor = (inOneGo: boolean) =>
		inOneGo ? client(longest, Math.min(longest * 0.15, MAX_PAGE_MS)) : client(usual, usual * 0.44);
	const usualClient = clientFor(false);
	const { service, cursorMemory } = usualClient;
	const address = usualClient.address(service.callsPath);
	const search = {
		path: service.callsPath,
		filters,
		range: {},
		limit: Infinity,
		pageSize: readPageSize(pageSize),
		advice: ADVICE,
	};
	// The filters as the user wrote them: an expression such as {{ $now }} gives others at every poll.
	const { filters: written } = context.getNode().parameters;
	const text = JSON.stringify([event, written, address]);
	const poll: Poll = {
		question: { event, text },
		list: listCalls(clientFor, search),
		now: () => Date.now(),
		deadline: begin + usual * 0.5,
		deadlineInOneGo: begin + longest * 0.8,
	};
	return { poll, shape, cursor: new CursorName(cursorMemory, address, search.path) };
}

/**
 * What is known of the query parameter of the cursor, where the node has to find it. A name is kept for the
 * service it is from. That none works is not tried again at each poll.
 */
class CursorName {
	constructor(
		private readonly memory: CursorMemory,
		private readonly address: string,
		private readonly path: string,
	) {}

	recall({ cursor }: IDataObject, { noCursorName }: PollerMemory): void {
		const { address, name } = (cursor ?? {}) as IDataObject;
		if (address === this.address && typeof name === 'string') this.memory.name = name;
		// A name that has worked is looked for again: the service may be out of order for a while.
		if (this.memory.name || noCursorName?.address !== this.address) return;
		const age = Date.now() - noCursorName.at;
		if (age >= 0 && age < RULES.rarely) this.memory.failures.set(this.path, noCursorName.error);
	}

	remember(staticData: IDataObject, known: PollerMemory): void {
		const { address, memory, path } = this;
		const error = memory.failures.get(path);
		if (error && error !== known.noCursorName?.error) {
			known.noCursorName = { address, at: Date.now(), error };
		}
		const stored = (staticData.cursor ?? {}) as IDataObject;
		if (!memory.name || (stored.name === memory.name && stored.address === address)) return;
		staticData.cursor = { address, name: memory.name };
	}
}

function nothingYet(): UserError {
	return new UserError(
		'The service has no matching call yet',
		"Place or receive a call that matches 'Filters' (capitals count), wait until it has ended, and fetch the test event again.",
	);
}
