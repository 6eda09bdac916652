import type { Fault, FaultAfterWaits, FaultRule, ListFault } from './faults';

/** What the rules look at. */
export interface FaultTarget {
	method: string;
	path: string;
	/** For a request to one of the lists: which page it asks for. */
	page?: 'first-page' | 'later-page';
}

const listKinds = ['repeatCursor', 'ignoreCursor', 'emptyPage', 'ignoreSort', 'refuseSort'];

export function isListFault(fault: FaultAfterWaits): fault is ListFault {
	return listKinds.includes(fault.kind);
}

/** Holds whoever comes until enough are there, or until told; from then on it stays open. */
class Gate {
	open: () => void = () => undefined;
	private arrived = 0;
	private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

	constructor(private readonly count: number) {}

	async pass(): Promise<void> {
		this.arrived += 1;
		if (this.arrived >= this.count) this.open();
		await this.opened;
	}
}

/** A rule, and how far it has come. */
class ActiveRule {
	/** What happens after the waits. */
	readonly fault?: FaultAfterWaits;
	/** The sum of the delays, in milliseconds. */
	readonly delayMs: number = 0;
	/** What holds the response. */
	readonly gates: Gate[] = [];
	private skip: number;
	private left: number;

	constructor(private readonly rule: FaultRule) {
		this.skip = rule.skip ?? 0;
		this.left = rule.times ?? Infinity;
		let fault: Fault | undefined = rule.fault;
		while (fault?.kind === 'delay' || fault?.kind === 'hold') {
			if (fault.kind === 'delay') this.delayMs += fault.ms;
			else this.gates.push(new Gate(fault.count ?? Infinity));
			fault = fault.then;
		}
		this.fault = fault;
	}

	/** Whether a request meets the fault; it counts as having happened. */
	meets(target: FaultTarget): boolean {
		if (this.left === 0 || !this.matches(target)) return false;
		if (this.skip > 0) {
			this.skip -= 1;
			return false;
		}
		this.left -= 1;
		return true;
	}

	private matches(target: FaultTarget): boolean {
		const { method = target.method, path = target.path, when = target.page } = this.rule;
		const isPath = path.startsWith('^') ? new RegExp(path).test(target.path) : path === target.path;
		const isForLists = this.fault !== undefined && isListFault(this.fault);
		return (
			isPath &&
			method === target.method &&
			when === target.page &&
			(target.page !== undefined || !isForLists)
		);
	}
}

/** The faults that are switched on. */
export class FaultRules {
	private rules: ActiveRule[] = [];

	add(rule: FaultRule): void {
		this.rules.push(new ActiveRule(rule));
	}

	/** Switches all faults off, and lets go of the requests that they hold. */
	clear(): void {
		this.release();
		this.rules = [];
	}

	/** The fault that a request meets. */
	take(target: FaultTarget): ActiveRule | undefined {
		return this.rules.find((rule) => rule.meets(target));
	}

	/** Lets go of the requests that faults hold, for good. */
	release(): void {
		for (const { gates } of this.rules) for (const gate of gates) gate.open();
	}
}
