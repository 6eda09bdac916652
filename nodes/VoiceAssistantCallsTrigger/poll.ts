import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { assertAssistantIds } from '../form/assistantFilters';
import { readPageSize } from '../form/fields';
import { filterParameters } from '../form/filters';
import { readOutput } from '../form/output';
import { readChoice, readCollection } from '../form/readers';
import { asUserError, nodeError, UserError } from '../n8n/errors';
import type { Call } from '../service/call';
import { callPages } from '../service/calls';
import type { ServiceClock } from '../service/clock';
import { failureOf, whereRejected } from '../service/status';
import { connect } from '../service/transport';
import { findNew } from './findNew';
import { memoryOf, notYetDelivered } from './memory';
import { EVENTS, eventTime, storedPosition } from './position';
import type { Poll } from './reading';

/**
 * What n8n's default engine gives a poll; the scheduler gives less, from its own settings (n8n-core 2.41.1,
 * poll-context.js). n8n < 2.41 sets no limit and discards no result.
 */
const DEFAULT_BUDGET_MS = 300_000;

/** What a poll takes of it, unless it reads deep: polls may come every minute. */
const MAX_POLL_MS = 45_000;

/** How many calls Fetch Test Event shows. */
const MAX_SAMPLES = 5;

/** What to do about a status; a trigger has neither Request Options nor a run that is started again. */
const ADVICE = {
	...whereRejected("'Filters'"),
	rate: "Choose longer intervals under 'Poll Times'.",
};

/**
 * One poll: returns the calls that are new, or null if there are none. See docs/trigger.md for what is
 * delivered when, and findNew.ts for how that is kept.
 *
 * @throws NodeApiError
 */
export async function pollCalls(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const error = (userError: UserError) =>
		nodeError(context.getNode(), userError, undefined, failureOf(userError));
	const report = (userError: UserError) => context.__emitError(error(userError));
	try {
		const read = await readPoll(context);
		const isManual = context.getMode() === 'manual';
		const { position } = context.getWorkflowStaticData('node');
		const isBeginning = storedPosition(position)?.watch.text !== read.poll.watch.text;
		if (isManual || isBeginning) await assertAssistantIds(read.client, read.path, read.filters);
		const found = await (isManual ? sampleCalls(read.poll) : newCalls(context, read, report));
		return found.length > 0 ? [found.map((call) => ({ json: read.shape(call) }))] : null;
	} catch (thrown) {
		const userError = asUserError(thrown);
		// n8n itself starts, not the user: a trigger that fails then is given up after five attempts in 40
		// seconds, for good and without a word (n8n 2.41.1). That may be its very first start: what n8n's
		// command line publishes is activated when n8n starts.
		const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
		if (!isStart) throw error(userError);
		report(userError);
		return null;
	}
}

/**
 * Calls for trying out a workflow: the newest with the event, oldest first, of the first page alone. A
 * service that filters after paging may send empty pages before it.
 */
async function sampleCalls({ watch, pages }: Poll): Promise<Call[]> {
	for await (const { calls } of pages()) {
		const timeOf = (call: Call) => eventTime(watch.event, call, Date.now()) ?? -Infinity;
		const samples = calls.filter((call) => timeOf(call) > -Infinity);
		samples.sort((a, b) => timeOf(b) - timeOf(a));
		if (samples.length > 0) return samples.slice(0, MAX_SAMPLES).reverse();
		if (calls.length > 0) break;
	}
	throw new UserError(
		'None of the newest calls matches yet',
		"Place or receive a call that matches 'Filters', which are case-sensitive. Wait for its event, then fetch the test event again.",
	);
}

async function newCalls(
	context: IPollFunctions,
	{ poll, client }: ReadPoll,
	report: (error: UserError) => void,
): Promise<Call[]> {
	const staticData = context.getWorkflowStaticData('node');
	const { address, event } = poll.watch;
	// The name of the query parameter of the cursor, where the node had to find it.
	const { cursor } = staticData as { cursor?: Record<string, string> };
	client.cursorMemory.name = cursor?.[address] ?? '';
	const memory = memoryOf(JSON.stringify([context.getWorkflow().id, context.getNode().name]));
	const { calls: found, reports, failure } = await findNew(poll, staticData, memory);
	const { name } = client.cursorMemory;
	if (name && name !== cursor?.[address]) staticData.cursor = { [address]: name };
	const isCopy = context.getPollBudgetMs?.() !== DEFAULT_BUDGET_MS;
	const calls = notYetDelivered(memory, event, found, isCopy);
	reports.forEach(report);
	if (failure && calls.length === 0) throw failure;
	// What was read before the failure is delivered all the same.
	if (failure) report(failure);
	return calls;
}

type ReadPoll = Awaited<ReturnType<typeof readPoll>>;

/** Reads what a poll needs of the form and the credential. */
async function readPoll(context: IPollFunctions) {
	const begin = Date.now();
	const field = (name: string, absent?: unknown) => context.getNodeParameter(name, absent);
	const event = readChoice(field('event'), 'Event', EVENTS);
	const { condition } = readCollection(field('filters', {}), 'Filters');
	const shape = readOutput(field('output', 'simplified'), () => field('outputFields', []));
	const { pageSize } = readCollection(field('options', {}), 'Options');
	// n8n < 2.41: offers no budget.
	const budget = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const usual = Math.min(budget, MAX_POLL_MS);
	const soon = begin + usual * 0.5;
	// The last page ends within the budget: its own time, and one repetition after a short pause.
	const client = (await connect(context)).client({
		timeout: Math.floor(usual * 0.44),
		retries: { attempts: 3, patienceMs: usual * 0.04 },
	});
	const { callsPath: path } = client.service;
	const filters = filterParameters(condition);
	const size = { pageSize: readPageSize(pageSize), limit: Infinity };
	const search = { path, filters, range: {}, ...size, advice: ADVICE };
	// The filters as the user wrote them: an expression such as {{ $now }} gives others at every poll.
	const { filters: written } = context.getNode().parameters;
	const address = client.address(path);
	const watch = { event, address, text: JSON.stringify([event, written, address]) };
	const poll: Poll = {
		watch,
		pages: (other) => callPages(client, { ...search, ...other }),
		ahead: () => aheadBy(client.clock),
		deadlines: { first: soon, usual: soon, deep: begin + budget * 0.8 },
	};
	return { poll, shape, client, path, filters };
}

/** Where the service does not tell its time, n8n's clock has to do. */
export function aheadBy({ minAheadMs: min, maxAheadMs: max, isMeasured }: ServiceClock) {
	return isMeasured ? { min, max, isMeasured } : { min: 0, max: 0, isMeasured };
}
