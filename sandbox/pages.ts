import type { Page } from './api';

/** The records that answered a question when it was first asked, in their order. */
interface Snapshot {
	id: number;
	/** The request without its cursor: filters and sort. */
	question: string;
	records: readonly unknown[];
}

/** A place in a snapshot. */
export interface Place {
	snapshot: Snapshot;
	offset: number;
}

const keptSnapshots = 100;

/**
 * Cuts lists into pages. The first page takes a snapshot of the whole answer and the cursor points
 * into it, so that a call that is created or changed while a client pages neither shifts a record
 * out of its sight nor shows one twice, and no page sorts the records again.
 */
export class Pages {
	private readonly snapshots = new Map<number, Snapshot>();
	private lastId = 0;
	private emptied = 0;

	/** @param prefix what every cursor begins with; may hold any characters */
	constructor(private readonly prefix: string) {}

	/** Begins a list: the place before its first record. */
	begin(question: string, records: readonly unknown[]): Place {
		const known = this.same(question, records);
		if (known !== undefined) return { snapshot: known, offset: 0 };
		this.lastId += 1;
		return { snapshot: { id: this.lastId, question, records }, offset: 0 };
	}

	/** The place that a cursor points to, unless it is unknown or belongs to another question. */
	find(question: string, cursor: string): Place | undefined {
		if (!cursor.startsWith(this.prefix)) return undefined;
		const [, id, offset] =
			/^([0-9a-z]+)-([0-9a-z]+)(?:-[0-9a-z]+)?$/.exec(cursor.slice(this.prefix.length)) ?? [];
		const snapshot = this.snapshots.get(parseInt(id, 36));
		if (snapshot?.question !== question) return undefined;
		return { snapshot, offset: parseInt(offset, 36) };
	}

	/** The page of at most `size` records that begins at a place. */
	page({ snapshot, offset }: Place, size: number): Page {
		const end = offset + size;
		const hasMore = end < snapshot.records.length;
		return {
			data: snapshot.records.slice(offset, end),
			hasMore,
			nextCursor: hasMore ? this.cursor(snapshot, end) : '',
		};
	}

	/** An empty page before a place: its cursor is a new one and leads to that very place. */
	emptyPage({ snapshot, offset }: Place): Page {
		this.emptied += 1;
		const nextCursor = `${this.cursor(snapshot, offset)}-${this.emptied.toString(36)}`;
		return { data: [], hasMore: true, nextCursor };
	}

	private cursor(snapshot: Snapshot, offset: number): string {
		this.keep(snapshot);
		return `${this.prefix}${snapshot.id.toString(36)}-${offset.toString(36)}`;
	}

	/** The snapshot that already holds this very answer, so that equal requests share one. */
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
