import type { IDataObject } from 'n8n-workflow';

import { textOf, type Call } from '../service/call';
import { foldKeyword } from '../service/keywords';
import { cut } from './names';

/** A call whose caller waits to be called back. */
export interface Callback {
	CallId: IDataObject[string];
	PhoneNumber: string;
	StartedAt: string;
	AssistantName: string;
	Summary: string;
}

/** A summary is a page of text at most, also where it is the whole conversation. */
const MAX_SUMMARY_LENGTH = 10_000;

/** The callbacks of a period: how many, and the earliest of them. */
export class Callbacks {
	/** Those with a number. */
	total = 0;

	/** Those without one: from the web, or with a withheld number. */
	withoutNumber = 0;

	private kept: Array<{ time: number; callback: Callback }> = [];

	/**
	 * @param keywords as `foldKeyword` writes them
	 * @param most how many to list
	 */
	constructor(
		private readonly keywords: Set<string>,
		private readonly most: number,
	) {}

	/** A call that somebody has archived is done. */
	add(call: Call): void {
		if (call.status.toLowerCase() === 'archive') return;
		const isWanted = call.keywords.some((keyword) => this.keywords.has(foldKeyword(keyword)));
		if (!isWanted) return;
		if (!hasNumber(call)) {
			this.withoutNumber++;
			return;
		}
		this.total++;
		// A call without a start may be just beginning.
		this.kept.push({ time: call.start ?? Infinity, callback: callbackOf(call) });
		if (this.kept.length > 2 * this.most + 100) this.keepEarliest();
	}

	/** The earliest first. */
	list(): Callback[] {
		this.keepEarliest();
		return this.kept.map(({ callback }) => callback);
	}

	private keepEarliest(): void {
		this.kept.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
		this.kept.length = Math.min(this.kept.length, this.most);
	}
}

/**
 * Whether there is something to dial. docs/api.md, Call: a number, or `Web` for a call from the web; a service may
 * send a national number, or a word for one that was withheld.
 */
function hasNumber({ number }: Call): boolean {
	const written = number.trim();
	return /^\+./.test(written) || (/^[\d\s./()-]+$/.test(written) && /\d[^]/.test(written));
}

function callbackOf(call: Call): Callback {
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
