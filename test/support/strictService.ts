import { sleep, type IDataObject } from 'n8n-workflow';

import type { Options, RandomList, Response } from './randomList';
import { areOn } from './wallClock';

const HOUR = 3_600_000;

/** After these a phone rang, or may have. */
const REACHED: Array<Response | undefined> = [undefined, 200, 500, 'ECONNRESET'];
/** After these it is certain that none did, and that another request may be sent. */
const RESENT: Array<Response | undefined> = [429, 'ECONNREFUSED'];

interface Post {
	item: number;
	attempt: number;
	at: number;
	/** Undefined while it is on its way. */
	response?: Response;
}

/** A service that judges every request for a call by the rules of Create, in words of its own. */
export class StrictService {
	readonly posts: Post[] = [];

	/** Which rules were broken. */
	readonly problems: string[] = [];

	readonly controller = new AbortController();

	/** The attempt of n8n; undefined while it waits or has ended the node. */
	attempt?: number;

	private hasFailed = false;

	constructor(private readonly list: RandomList) {}

	beginAttempt(attempt: number): void {
		this.attempt = attempt;
		this.hasFailed = this.posts.some(({ response }) => ![200, ...RESENT].includes(response));
	}

	/** What became of the calls of an item: its last response. */
	responseTo(item: number): Response | undefined {
		return this.posts.filter((post) => post.item === item).at(-1)?.response;
	}

	/** In the place of n8n's request helper. */
	async request({ method, qs, body }: IDataObject): Promise<unknown> {
		const { random, history, doLookUpsFail, leads, responses } = this.list;
		const delay = random.pick([0, 1, 10, 100, 1500, 7000]);
		if (method === 'GET') {
			await sleep(delay);
			if (doLookUpsFail && random.below(3) === 0) return respond(403);
			const [, number] = (qs as { filter: string[] }).filter[0].split(':==:');
			const data = history.filter(({ PhoneNumber }) => PhoneNumber === number);
			return respond(200, { data, hasMore: false, nextCursor: '' });
		}
		const { assistant_id, phone_number, lead } = JSON.parse(String(body)) as IDataObject;
		const item = Number(lead);
		const { number, options } = leads[item];
		this.rule(`is called by its own assistant, not by ${assistant_id}`, item, () => {
			return assistant_id === `asst-${item}` && phone_number === number;
		});
		this.judge(item, options);
		const post: Post = { item, attempt: this.attempt ?? 0, at: Date.now() };
		this.posts.push(post);
		const response = random.pick(responses);
		await sleep(delay);
		const isLost = this.controller.signal.aborted;
		post.response = isLost ? 'ECONNRESET' : response;
		this.hasFailed ||=
			isLost || !(response === 200 || (response === 429 && options.waitWhenRateLimited));
		if (isLost) throw networkError('ERR_CANCELED');
		if (typeof response === 'string') throw networkError(response);
		const headers = random.below(2) ? { 'retry-after': random.pick(['1', '20', '400']) } : {};
		return respond(response, {}, headers);
	}

	private judge(item: number, options: Options): void {
		const { list, posts, attempt = 0 } = this;
		const { leads, history, stopsOnError, isUniform, batching } = list;
		const { number } = leads[item];
		const now = Date.now();
		const isRight = ({ rightFrom }: { rightFrom: number }) => attempt >= rightFrom;
		const rule = (name: string, holds: () => boolean) => this.rule(name, item, holds);

		rule('only while the node runs', () => this.attempt !== undefined);
		rule('not after a cancel', () => !this.controller.signal.aborted);
		rule('not after a failure', () => !(stopsOnError && this.hasFailed));
		rule('not if it is wrong', () => isRight(leads[item]));
		rule('not while another is wrong', () => !stopsOnError || leads.every(isRight));

		const own = posts.filter((post) => post.item === item);
		rule('never twice', () => own.every(({ response }) => RESENT.includes(response)));
		rule('again in the attempt only after 429', () =>
			own.every((post) => post.response === 429 || post.attempt < attempt),
		);

		rule('no dry run', () => !options.dryRun);
		rule('not if on the list', () => !options.doNotCall?.includes(number));
		const { window } = options.callingHours ?? {};
		rule('only in calling hours', () => !window || areOn(window, now));
		const before = posts.filter(
			(post) =>
				leads[post.item].number === number &&
				(post.item < item || (post.item > item && post.attempt < attempt)) &&
				REACHED.includes(post.response),
		).length;
		rule('only once', () => options.duplicateNumbers !== 'callOnce' || before === 0);
		const listed = history.filter(({ PhoneNumber }) => PhoneNumber === number);
		const since = (hours: number) =>
			before + listed.filter((call) => startOf(call) >= now - hours * HOUR).length;
		const { skipIfCalledWithin: hours = 0, maxAttempts } = options;
		rule('not if called within', () => hours === 0 || since(hours) === 0);
		const { calls = Infinity, days = 0 } = maxAttempts?.limit ?? {};
		rule('not too often', () => since(days * 24) < calls);
		const isWrongNumber = listed.some(({ Keywords }) => (Keywords as string[]).length > 0);
		rule('not after the keyword', () => !(options.skipAfterKeywords && isWrongNumber));

		const last = posts.at(-1)?.at ?? -Infinity;
		const { batchSize = 1, batchInterval = 0 } = batching ?? {};
		rule('after the batch', () => posts.length % batchSize > 0 || now - last >= batchInterval);
		// Where they differ, "at once" and "after" are a matter of whom one asks.
		const underWay = posts.filter(({ response }) => response === undefined).length;
		const { pauseBetweenCalls = 0, requestsAtOnce = 1 } = options;
		rule('after the pause', () => !isUniform || now - last >= 1000 * pauseBetweenCalls);
		rule('so many at once', () => !isUniform || underWay < requestsAtOnce);
	}

	private rule(name: string, item: number, holds: () => boolean): void {
		if (!holds()) this.problems.push(`Item ${item} is called: ${name}`);
	}
}

function respond(statusCode: number, body: IDataObject = {}, headers: IDataObject = {}) {
	return { statusCode, headers, body };
}

function networkError(code: string): Error {
	return Object.assign(new Error(code), { cause: { code } });
}

function startOf({ StartedAt }: IDataObject): number {
	const time = Date.parse(String(StartedAt));
	return time > 0 ? time : Infinity;
}
