import type { Fault, FaultAfterWaits, FaultRule, ListFault } from './faults';
import { Gate } from './gate';

/** What the rules look at. */
export interface FaultTarget {
	method: string;
	path: string;
	/** Set for a request to one of the lists. */
	list?: { hasCursor: boolean; hasSort: boolean };
}

/** A fault apart from the waits before it. */
export interface SplitFault {
	/** The sum of the delays, in milliseconds. */
	delayMs: number;
	/** What holds the response. */
	gates: Gate[];
	fault?: FaultAfterWaits;
}

interface Entry extends SplitFault {
	rule: FaultRule;
	/** How many requests it still lets pass. */
	skip: number;
	/** How many requests it still meets. */
	left: number;
}

const listKinds = ['repeatCursor', 'ignoreCursor', 'emptyPage', 'ignoreSort', 'refuseSort'];

export function isListFault(fault: FaultAfterWaits): fault is ListFault {
	return listKinds.includes(fault.kind);
}

/** Splits the waits off a fault; each hold becomes a gate. */
function splitWaits(fault: Fault | undefined): SplitFault {
	if (fault?.kind !== 'delay' && fault?.kind !== 'hold') return { delayMs: 0, gates: [], fault };
	const rest = splitWaits(fault.then);
	return fault.kind === 'delay'
		? { ...rest, delayMs: fault.ms + rest.delayMs }
		: { ...rest, gates: [new Gate(fault.count ?? Infinity), ...rest.gates] };
}

function matches({ rule, fault }: Entry, target: FaultTarget): boolean {
	const { method, path, when } = rule;
	if (method !== undefined && method !== target.method) return false;
	if (path !== undefined) {
		const pattern = typeof path === 'string' && path.startsWith('^') ? new RegExp(path) : path;
		const found =
			typeof pattern === 'string' ? pattern === target.path : target.path.search(pattern) >= 0;
		if (!found) return false;
	}
	if (when !== undefined && target.list?.hasCursor !== (when === 'later-page')) return false;
	if (fault === undefined || !isListFault(fault)) return true;
	const needsSort = fault.kind === 'ignoreSort' || fault.kind === 'refuseSort';
	return target.list !== undefined && (target.list.hasSort || !needsSort);
}

/** The faults that are switched on. */
export class FaultRules {
	private entries: Entry[] = [];

	add(rule: FaultRule): void {
		const { skip = 0, times = Infinity } = rule;
		this.entries.push({ ...splitWaits(rule.fault), rule, skip, left: times });
	}

	/** Switches all faults off, and lets go of the requests that they hold. */
	clear(): void {
		this.release();
		this.entries = [];
	}

	/** The fault that a request meets; it counts as having happened. */
	take(target: FaultTarget): SplitFault | undefined {
		for (const entry of this.entries) {
			if (entry.left === 0 || !matches(entry, target)) continue;
			if (entry.skip > 0) {
				entry.skip -= 1;
				continue;
			}
			entry.left -= 1;
			return entry;
		}
		return undefined;
	}

	/** Lets go of the requests that faults hold, for good. */
	release(): void {
		for (const { gates } of this.entries) for (const gate of gates) gate.open();
	}
}
