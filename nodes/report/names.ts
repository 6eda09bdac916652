/** How many calls have a name, such as that of an assistant. */
export interface NamedCount {
	/** Empty: the calls without one. */
	name: string;
	calls: number;
}

/** More names than this are counted together, so that a service that never repeats one cannot fill the memory. */
const MAX_NAMES = 10_000;

/** Longer names are cut, for the same reason. */
const MAX_NAME_LENGTH = 1_000;

/** Counts calls by a name. */
export class NameCounts {
	private readonly counts = new Map<string, number>();

	/** The calls whose names came when there were too many already. */
	others = 0;

	/** @param name trimmed; empty where there is none */
	add(name: string): void {
		const key = cut(name, MAX_NAME_LENGTH);
		const count = this.counts.get(key);
		if (count === undefined && this.counts.size >= MAX_NAMES) this.others++;
		else this.counts.set(key, (count ?? 0) + 1);
	}

	/** Most calls first, then by name. */
	list(): NamedCount[] {
		return [...this.counts]
			.map(([name, calls]) => ({ name, calls }))
			.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
	}
}

/**
 * The beginning of a text, with a mark where something is missing. It is a text of its own: a part
 * of a text would keep the whole of it in memory.
 *
 * @param most in UTF-16 code units
 */
export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const beginning = text.slice(0, most - 2).replace(/[\ud800-\udbff]$/, '');
	return `${Array.from(beginning).join('').trimEnd()} …`;
}
