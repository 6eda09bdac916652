import type { Call } from '../service/call';
import { eventKey } from './callEvent';
import { startsOf } from '../service/order';
import { isRejection, judge } from '../service/status';
import { asUserError, type UserError } from '../n8n/errors';
import type { ListCalls, ListPage, Place, Stretch } from './listCalls';
import type { Question, Rules } from './position';
import type { Reading } from './reading';
import type { End, Ends } from './settle';

/** One poll. */
export interface Poll {
	question: Question;
	list: ListCalls;
	/** n8n's clock, milliseconds since 1970. */
	now: () => number;
	/** When, by that clock, no further page may be asked for. */
	deadline: number;
	/** The same where all is read in one go. */
	deadlineInOneGo: number;
}

const NOT_DUE: End = { state: 'notDue' };

/** How far a poll came, and why not everything could be read. */
interface Outcome {
	ends: Ends;
	failure?: UserError;
}

/** Why a walk down the list stopped; `lost` if the service does not know the place where it was to begin. */
type Stop = 'enough' | 'atEnd' | 'late' | 'failed' | 'lost';

/**
 * Reads from the top as long as there is something new, and further down if it is time for that or the
 * list is in no order. The first page is read whatever time there is.
 *
 * @param reading takes the pages in
 * @param inOneGo whether everything is to be read by this poll
 * @throws UserError if not even the first page could be read
 */
export async function readList(
	poll: Poll,
	reading: Reading,
	inOneGo: boolean,
	rules: Rules,
): Promise<Outcome> {
	return await new ListReader(poll, reading, inOneGo, rules).read();
}

class ListReader {
	private newest?: ListPage;

	private failure?: UserError;

	constructor(
		private readonly poll: Poll,
		private readonly reading: Reading,
		private readonly inOneGo: boolean,
		private readonly rules: Rules,
	) {}

	async read(): Promise<Outcome> {
		const { reading, inOneGo } = this;
		const top = this.walk({ inOneGo }, (page) => {
			this.newest ??= page;
			reading.take(page);
		});
		const isRest = () => reading.from.deep.state === 'interrupted' && !reading.inOrder;
		const isEnough = () => !inOneGo && (reading.isQuiet || isRest());
		const stop = await top.readUntil(() => reading.isBelowSince || isEnough());
		if (!this.newest && this.failure) throw this.failure;
		const deep = await this.readBack(top, stop);
		const undated = await this.readUndated(stop);
		return { ends: { deep, undated }, failure: this.failure };
	}

	/** The deep reading: down to the calls that are settled, or on from the place where it was interrupted. */
	private async readBack(top: Walk, stop: Stop): Promise<End> {
		const { reading } = this;
		const isBelowSince = () => reading.isBelowSince;
		const { deep: before } = reading.from;
		const isDue = this.isDeepDue;
		if (stop === 'atEnd' || reading.isBelowSince) {
			return isDue || before.state === 'lost' ? await this.endOf(top, stop) : NOT_DUE;
		}
		if (stop !== 'enough') return await this.endOf(top, stop);
		if (!isDue || reading.isFirst) return NOT_DUE;
		if (before.state === 'interrupted') {
			const below = this.walk({ place: before.place }, (page) => reading.take(page));
			const stopBelow = await below.readUntil(isBelowSince);
			if (stopBelow !== 'lost') return await this.endOf(below, stopBelow);
		}
		const end = await this.endOf(top, await top.readUntil(isBelowSince));
		return end.state === 'finished' || before.state !== 'interrupted' ? end : { state: 'lost' };
	}

	/** Calls without a start stand at the other end of the list, if they are not among those that were read. */
	private async readUndated(stopAtTop: Stop): Promise<End> {
		const { reading, rules } = this;
		const { at, place } = reading.from.undated;
		const age = reading.at - at;
		const isDue = place !== undefined || age >= rules.rarely || age < 0;
		if (!isDue || reading.isFirst || this.failure) return NOT_DUE;
		if (stopAtTop === 'atEnd') return { state: 'finished' };
		let hasDated = false;
		const walk = this.walk({ place, undatedFirst: true }, (page) => {
			reading.takeUnordered(page);
			hasDated = startsOf(page.calls).length > 0;
		});
		const stop = await walk.readUntil(() => hasDated);
		if (stop === 'late' && walk.next) return { state: 'interrupted', place: walk.next };
		return stop === 'failed' || stop === 'late' ? NOT_DUE : { state: 'finished' };
	}

	private get isDeepDue(): boolean {
		const { reading, inOneGo, rules } = this;
		const { deep } = reading.from;
		if (inOneGo || reading.isFirst || deep.state === 'interrupted') return true;
		if (deep.state === 'lost') return false;
		const age = reading.at - deep.at;
		return age >= rules.deepEvery || age < 0 || !reading.inOrder;
	}

	private async endOf(walk: Walk, stop: Stop): Promise<End> {
		const isOver = stop === 'enough' || (stop === 'atEnd' && (await this.isRealEnd(walk)));
		if (isOver) return { state: 'finished' };
		return walk.next ? { state: 'interrupted', place: walk.next } : { state: 'lost' };
	}

	/**
	 * Some services send an empty page for a cursor that has expired. After such a page the list has ended only
	 * if the first call at its other end is not older than what was read.
	 */
	private async isRealEnd({ last }: Walk): Promise<boolean> {
		if (last === this.newest || last?.calls.length !== 0) return true;
		try {
			for await (const { calls } of this.poll.list({ undatedFirst: true })) {
				return startsOf(calls).every((start) => start >= this.reading.oldest);
			}
			return true;
		} catch (error) {
			return isRejection(asUserError(error).status ?? 0);
		}
	}

	private walk(stretch: Stretch, take: (page: ListPage) => void): Walk {
		const { poll, reading } = this;
		const deadline = this.inOneGo ? poll.deadlineInOneGo : poll.deadline;
		return new Walk(poll.list(stretch), stretch.place, {
			take,
			isFromTop: !stretch.place && !stretch.undatedFirst,
			hasTime: () => !this.newest || poll.now() < deadline,
			fails: (error) => (this.failure = error),
			isElsewhere: ({ calls, next }) => {
				const isLost = calls.length === 0 ? !next : this.isNewest(calls[0]);
				if (!isLost) reading.jump();
				return isLost;
			},
		});
	}

	/** Some services begin at the top again for a cursor that has expired. */
	private isNewest(record: Call): boolean {
		const newest = this.newest?.calls[0];
		const key = (call: Call) => eventKey('callStarted', call);
		return newest !== undefined && key(newest) === key(record);
	}
}

/** What a walk needs to know of the poll. */
interface Guide {
	take: (page: ListPage) => void;
	isFromTop: boolean;
	hasTime: () => boolean;
	fails: (error: UserError) => void;
	/** Whether the first page is not the one at the place. */
	isElsewhere: (page: ListPage) => boolean;
}

/** A way down the list, from the top or from a place. */
class Walk {
	/** Where it goes on; undefined if it has not begun, or the list has ended. */
	next?: Place;

	last?: ListPage;

	private readonly pages: AsyncIterator<ListPage>;

	constructor(
		list: AsyncIterable<ListPage>,
		place: Place | undefined,
		private readonly guide: Guide,
	) {
		this.pages = list[Symbol.asyncIterator]();
		this.next = place;
	}

	/** Takes pages in until it is enough. */
	async readUntil(isEnough: () => boolean): Promise<Stop> {
		const { guide } = this;
		while (guide.hasTime()) {
			const isFirst = !guide.isFromTop && !this.last;
			const page = await this.pages.next().catch((error: unknown) => asUserError(error));
			if (page instanceof Error) {
				const { rejected, cause } = judge(page.status ?? 0);
				if (isFirst && rejected && cause === 'configuration-invalid') return 'lost';
				guide.fails(page);
				return 'failed';
			}
			if (page.done) return 'atEnd';
			if (isFirst && guide.isElsewhere(page.value)) return 'lost';
			this.last = page.value;
			this.next = page.value.next;
			guide.take(page.value);
			if (!this.next) return 'atEnd';
			if (isEnough()) return 'enough';
		}
		return 'late';
	}
}
