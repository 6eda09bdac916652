import { sleep, type IDataObject } from 'n8n-workflow';

import { attemptCreate, createContext } from '../support/createContext';
import { randomList, type RandomList, type Response } from '../support/randomList';
import { StrictService } from '../support/strictService';
import { cases } from '../support/deep';
import { useClockAt } from '../support/clock';

/*
 * Create as a whole, with a clock that runs by itself: random lists, each lead with options of its own or
 * all with the same, several attempts of n8n, cancelled anywhere. The service judges every request.
 */

const LISTS = cases(500, 60);

// Whole milliseconds: the clock of a test does not move on for less.
useClockAt(Date.parse('2026-11-20T08:00:00Z'), 0.5);

/** n8n's context of a run of the list. */
function contextOf(
	{ leads, batching, stopsOnError }: RandomList,
	service: Pick<StrictService, 'attempt' | 'controller' | 'request'>,
) {
	const fields: Record<string, (index: number) => unknown> = {
		phoneNumber: (index) =>
			(service.attempt ?? 0) < leads[index].rightFrom ? 'nobody' : leads[index].written,
		assistantId: (index) => `asst-${index}`,
		variables: (index) => ({ variable: [{ name: 'lead', value: index }] }),
		options: (index) => leads[index].options,
		requestOptions: () => (batching ? { batching: { batch: batching } } : {}),
	};
	return createContext({
		items: leads.map((_, lead) => ({ lead })),
		field: (name, index) => fields[name]?.(index),
		request: async (options) => await service.request(options),
		stopsOnError: () => stopsOnError,
		signal: () => service.controller.signal,
	});
}

/** Runs the node as n8n does under Retry On Fail: what came out of the last attempt. */
async function runNode(list: RandomList, service: StrictService): Promise<IDataObject[] | Error> {
	const context = contextOf(list, service);
	if (list.cancelledAfter !== undefined) {
		void sleep(list.cancelledAfter).then(() => service.controller.abort());
	}
	for (let attempt = 1; ; attempt++) {
		service.beginAttempt(attempt);
		const result = await attemptCreate(context);
		service.attempt = undefined;
		const hasFailed = result instanceof Error || result[0].error !== undefined;
		if (!hasFailed || attempt === list.attempts) return result;
		await sleep(list.random.pick([1, 1000, 5000]));
	}
}

/** How the last response to an item may be told. */
function outcomesFor(response: Response | undefined): string[] {
	if (response === 200) return ['placed'];
	if (response === 500 || response === 'ECONNRESET') return ['unconfirmed'];
	if (response === 400) return ['notPlaced'];
	return response === undefined ? ['skipped', 'dryRun', 'notPlaced'] : ['skipped', 'notPlaced'];
}

/** What is told wrong. */
function misreported({ leads }: RandomList, service: StrictService, result: IDataObject[] | Error) {
	const responses = leads.map((_, index) => service.responseTo(index));
	if (!(result instanceof Error)) {
		return leads.flatMap((_, index) =>
			outcomesFor(responses[index]).includes(String(result[index]?.outcome))
				? []
				: [`Item ${index}: ${responses[index]} is told as ${result[index]?.outcome}`],
		);
	}
	const { description } = result as Error & { description: string };
	// The text about a single item has no counts.
	return (leads.length === 1 ? [] : ['placed', 'unconfirmed']).flatMap((outcome) => {
		const label = outcome === 'placed' ? 'placed' : 'may have been placed';
		const told = Number(new RegExp(`(\\d+) ${label}`).exec(description)?.[1] ?? 0);
		const count = responses.filter((response) => outcomesFor(response).includes(outcome)).length;
		return told === count ? [] : [`${told} ${label} are told of ${count}: ${description}`];
	});
}

it('whatever the list, every call keeps every rule, and what became of it is told', async () => {
	let posts = 0;
	for (let seed = 1; seed <= LISTS; seed++) {
		const list = randomList(seed);
		jest.setSystemTime(list.beginning);
		const service = new StrictService(list);
		const running = runNode(list, service);
		await jest.runAllTimersAsync();
		const result = await running;
		const problems = [...service.problems, ...misreported(list, service, result)];
		expect({ seed, problems }).toEqual({ seed, problems: [] });
		posts += service.posts.length;
	}
	// So that it does not pass by calling nobody.
	expect(posts).toBeGreaterThan(1.5 * LISTS);
});

/** A service that lists a call as soon as it has placed it. */
function promptService({ history, random }: RandomList) {
	const calls = [...history];
	return {
		attempt: 1,
		controller: new AbortController(),
		async request({ method, qs, body }: IDataObject): Promise<unknown> {
			await sleep(random.pick([0, 1, 3]));
			const headers = {};
			if (method === 'GET') {
				const [, number] = (qs as { filter: string[] }).filter[0].split(':==:');
				const data = calls.filter(({ PhoneNumber }) => PhoneNumber === number);
				return { statusCode: 200, headers, body: { data, hasMore: false, nextCursor: '' } };
			}
			const { phone_number: PhoneNumber } = JSON.parse(String(body)) as IDataObject;
			const StartedAt = new Date().toISOString();
			calls.unshift({ Id: `own-${calls.length}`, PhoneNumber, StartedAt, Keywords: [] });
			return { statusCode: 200, headers, body: {} };
		},
	};
}

it('a Dry Run gives every item the verdict of the real run, whatever differs from item to item', async () => {
	let skipped = 0;
	for (let seed = 1; seed <= LISTS; seed++) {
		const told: unknown[] = [];
		for (const dryRun of [true, false]) {
			const list = randomList(seed);
			// Time changes verdicts as well, so that none may pass.
			const leads = list.leads.map(({ options, ...lead }) => ({
				...lead,
				rightFrom: 1,
				options: { ...options, dryRun, pauseBetweenCalls: 0 },
			}));
			jest.setSystemTime(list.beginning);
			const quick = { ...list, leads, batching: undefined };
			const running = attemptCreate(contextOf(quick, promptService(quick)));
			await jest.runAllTimersAsync();
			const items = (await running) as IDataObject[];
			told.push(
				items.map(({ outcome, skippedBy, reason }) =>
					outcome === 'dryRun' ? ['placed', skippedBy, 'placed'] : [outcome, skippedBy, reason],
				),
			);
			skipped += items.filter(({ outcome }) => outcome === 'skipped').length;
		}
		expect({ seed, told: told[0] }).toEqual({ seed, told: told[1] });
	}
	expect(skipped).toBeGreaterThan(LISTS);
});
