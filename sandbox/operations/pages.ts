import { rejected, type Page } from '../api';

/** A list as it was when its first page was read. */
interface Snapshot {
	/** The request without its cursor. */
	question: string;
	records: readonly unknown[];
}

const keptSnapshots = 100;

/**
 * Cuts lists into pages, and makes the cursors that lead from one to the next. A cursor points into a
 * snapshot, so that a call that is created or changed while a client pages neither shifts a record out
 * of its sight nor shows one twice, and no page sorts the records again.
 */
export class Pages {
	private readonly snapshots = new Map<number, Snapshot>();
	private lastId = 0;
	private emptyPages = 0;

	/** @param prefix what every cursor begins with; any characters */
	constructor(private readonly prefix: string) {}

	/** The first page of a list. */
	first(snapshot: Snapshot, size: number): Page {
		const [id, same] = this.same(snapshot) ?? [++this.lastId, snapshot];
		return this.page(id, same, 0, size);
	}

	/**
	 * The page that a cursor leads to.
	 *
	 * @throws {ApiError} where the cursor was not made for this question, or long ago
	 */
	at(cursor: string, question: string, size: number): Page {
		const [, id, offset] = /^(\d+)-(\d+)/.exec(this.decode(cursor)) ?? [];
		const snapshot = this.snapshots.get(Number(id));
		if (snapshot?.question !== question) {
			throw rejected('The cursor is unknown, or belongs to other filters or another sort.');
		}
		return this.page(Number(id), snapshot, Number(offset), size);
	}

	/** @param size 0 gives an empty page, with a new cursor to the page that was due */
	private page(id: number, snapshot: Snapshot, offset: number, size: number): Page {
		const end = offset + size;
		const data = snapshot.records.slice(offset, end);
		if (size > 0 && end >= snapshot.records.length) return { data, hasMore: false, nextCursor: '' };
		this.keep(id, snapshot);
		const content = size > 0 ? `${id}-${end}` : `${id}-${end}-${++this.emptyPages}`;
		const nextCursor = this.prefix + Buffer.from(content).toString('base64url');
		return { data, hasMore: true, nextCursor };
	}

	private decode(cursor: string): string {
		if (!cursor.startsWith(this.prefix)) return '';
		return Buffer.from(cursor.slice(this.prefix.length), 'base64url').toString();
	}

	/** The snapshot that has these very records: who asks again and again displaces nobody's. */
	private same({ question, records }: Snapshot): [number, Snapshot] | undefined {
		return [...this.snapshots].find(
			([, kept]) =>
				kept.question === question &&
				kept.records.length === records.length &&
				kept.records.every((record, index) => record === records[index]),
		);
	}

	/** Keeps a snapshot whose cursor is handed out; the one not handed out for longest gives way. */
	private keep(id: number, snapshot: Snapshot): void {
		this.snapshots.delete(id);
		this.snapshots.set(id, snapshot);
		const [oldest] = this.snapshots.keys();
		if (this.snapshots.size > keptSnapshots) this.snapshots.delete(oldest);
	}
}
