import { isDialable } from '../phone';
import { textOf, type Call } from '../service/call';
import { cut } from './safeText';

/** A summary is a page of text at most, also where it is the whole conversation. */
const MAX_SUMMARY_LENGTH = 10_000;

/** The callbacks of a period: how many, and the earliest of them. */
export class Callbacks {
	/** Those with a number. */
	total = 0;

	/** Those without one: from the web, or with a withheld number. */
	withoutNumber = 0;

	/** A call without a start may be just beginning, so it comes last. */
	private kept: Array<{ start: number; callback: Callback }> = [];

	/**
	 * @param wanted the keywords of a callback, as `foldKeyword` writes them
	 * @param most how many to list
	 */
	constructor(
		private readonly wanted: Set<string>,
		private readonly most: number,
	) {}

	/**
	 * A call that somebody has archived is done.
	 *
	 * @param keywords those of the call, as `foldKeyword` writes them
	 */
	add(call: Call, keywords: string[]): void {
		if (call.status.toLowerCase() === 'archive') return;
		if (!keywords.some((keyword) => this.wanted.has(keyword))) return;
		if (!isDialable(call.number)) {
			this.withoutNumber++;
			return;
		}
		this.total++;
		this.kept.push({ start: call.start ?? Infinity, callback: callbackOf(call) });
		if (this.kept.length > 2 * this.most + 100) this.earliest();
	}

	/** Those to list, the earliest first, and when each call started: Infinity where that is not known. */
	earliest(): Array<{ start: number; callback: Callback }> {
		this.kept.sort((a, b) => (a.start === b.start ? 0 : a.start - b.start));
		this.kept.length = Math.min(this.kept.length, this.most);
		return this.kept;
	}
}

/** A call whose caller waits to be called back. */
export type Callback = ReturnType<typeof callbackOf>;

function callbackOf(call: Call) {
	return {
		CallId: call.raw.Id ?? null,
		PhoneNumber: cut(call.number.trim(), 100),
		StartedAt: cut(textOf(call.raw.StartedAt), 100),
		AssistantName: cut(assistantOf(call), 1000),
		Summary: cut(call.summary, MAX_SUMMARY_LENGTH),
	};
}

/** The name of the assistant; its ID where it has none. */
export function assistantOf({ assistantName, assistantId }: Call): string {
	return assistantName || assistantId;
}
