import type { Page } from '../api';
import type { Sort, SortKey } from './query';
import type { Settings } from '../settings';

/** A list that a client reads page by page. */
export interface List {
	/** The request without its cursor: filters and sort. */
	question: string;
	/** The records that match now, in order. */
	records: () => readonly unknown[];
	/** What they are ordered by, if by anything. */
	sort?: Sort;
}

/** The records of a list as they were when its first page was read. */
interface Snapshot {
	id: number;
	question: string;
	records: readonly unknown[];
}

/** The beginning of a page. */
export interface Place {
	records: readonly unknown[];
	offset: number;
	list: List;
	snapshot?: Snapshot;
}

/** What stands in a cursor: the number of records before the page, and what else its kind needs. */
interface CursorContent {
	offset: number;
	snapshot?: number;
	/** The record before the page. */
	after?: SortKey;
	/** When it was handed out, if it expires. */
	at?: number;
	/** Makes the cursors of empty pages differ. */
	emptyPage?: number;
}

const keptSnapshots = 100;

/**
 * Cuts lists into pages, and makes the cursors that lead from one to the next. By default a cursor
 * points into a snapshot, so that a call that is created or changed while a client pages neither
 * shifts a record out of its sight nor shows one twice, and no page sorts the records again.
 */
export class Pages {
	private readonly snapshots = new Map<number, Snapshot>();
	private lastId = 0;
	private emptyPages = 0;

	/**
	 * @param prefix what every cursor begins with; any characters
	 * @param now the time in milliseconds since 1970
	 */
	constructor(
		private readonly prefix: string,
		private readonly settings: Settings,
		private readonly now: () => number,
	) {}

	/** The place before the first record of a list. */
	begin(list: List): Place {
		const records = list.records();
		if (this.settings.cursorKind !== 'snapshot') return { records, offset: 0, list };
		const { question } = list;
		const snapshot = this.same(question, records) ?? { id: ++this.lastId, question, records };
		return { records: snapshot.records, offset: 0, list, snapshot };
	}

	/** The place that a cursor points to; undefined if it is unknown, expired or of another list. */
	find(list: List, cursor: string): Place | undefined {
		const content = this.read(cursor);
		if (content === undefined) return undefined;
		const { cursorSeconds } = this.settings;
		if (cursorSeconds > 0 && this.now() > (content.at ?? 0) + cursorSeconds * 1000)
			return undefined;
		if (content.snapshot !== undefined) {
			const snapshot = this.snapshots.get(content.snapshot);
			if (snapshot?.question !== list.question) return undefined;
			return { records: snapshot.records, offset: content.offset, list, snapshot };
		}
		const records = list.records();
		const { after } = content;
		if (after === undefined || list.sort === undefined) {
			return { records, offset: content.offset, list };
		}
		const { sort } = list;
		const next = records.findIndex((record) => sort.compareWithKey(record, after) > 0);
		return { records, offset: next < 0 ? records.length : next, list };
	}

	/** The page of at most `size` records that begins at a place. */
	page(place: Place, size: number): Page {
		const end = place.offset + size;
		const hasMore = end < place.records.length;
		return {
			data: place.records.slice(place.offset, end),
			hasMore,
			nextCursor: hasMore ? this.cursorTo(place, end) : '',
		};
	}

	/** An empty page before a place: its cursor is a new one and leads to that very place. */
	emptyPage(place: Place): Page {
		this.emptyPages += 1;
		return {
			data: [],
			hasMore: true,
			nextCursor: this.cursorTo(place, place.offset, { emptyPage: this.emptyPages }),
		};
	}

	private cursorTo(place: Place, offset: number, more: Partial<CursorContent> = {}): string {
		const { cursorKind, cursorSeconds } = this.settings;
		const content: CursorContent = { offset, ...more };
		if (place.snapshot !== undefined) {
			this.keep(place.snapshot);
			content.snapshot = place.snapshot.id;
		}
		if (cursorKind === 'key' && offset > 0) {
			content.after = place.list.sort?.keyOf(place.records[offset - 1]);
		}
		if (cursorSeconds > 0) content.at = this.now();
		return this.prefix + Buffer.from(JSON.stringify(content)).toString('base64url');
	}

	private read(cursor: string): CursorContent | undefined {
		if (!cursor.startsWith(this.prefix)) return undefined;
		const text = Buffer.from(cursor.slice(this.prefix.length), 'base64url').toString();
		try {
			const content = JSON.parse(text) as CursorContent;
			return Number.isInteger(content.offset) ? content : undefined;
		} catch {
			return undefined;
		}
	}

	/** The snapshot that has these very records, so that equal requests share one. */
	private same(question: string, records: readonly unknown[]): Snapshot | undefined {
		for (const snapshot of this.snapshots.values()) {
			if (
				snapshot.question === question &&
				snapshot.records.length === records.length &&
				snapshot.records.every((record, index) => record === records[index])
			) {
				return snapshot;
			}
		}
		return undefined;
	}

	/** Keeps a snapshot whose cursor is handed out; the one not handed out for longest gives way. */
	private keep(snapshot: Snapshot): void {
		this.snapshots.delete(snapshot.id);
		this.snapshots.set(snapshot.id, snapshot);
		const [oldest] = this.snapshots.keys();
		if (this.snapshots.size > keptSnapshots) this.snapshots.delete(oldest);
	}
}
