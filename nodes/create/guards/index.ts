import type { Problems } from '../../form/problems';
import { callingHours } from './callingHours';
import { daysOff } from './daysOff';
import { doNotCall } from './doNotCall';
import { duplicateNumbers } from './duplicateNumbers';
import { emptyVariables } from './emptyVariables';
import type { Check, Guard, GuardedCall, GuardedItem, Reason } from './guard';
import { maxAttempts } from './maxAttempts';
import { redialPlan } from './redialPlan';
import { skipAfterKeywords } from './skipAfterKeywords';
import { skipAfterWords } from './skipAfterWords';
import { skipIfCalledWithin } from './skipIfCalledWithin';

/** In the order in which they are asked: what costs nothing comes first. */
export const GUARDS: Guard[] = [
	emptyVariables,
	doNotCall,
	daysOff,
	callingHours,
	duplicateNumbers,
	skipIfCalledWithin,
	maxAttempts,
	redialPlan,
	skipAfterKeywords,
	skipAfterWords,
];

/** A guard that was switched on for an item. */
export interface ActiveGuard extends Check {
	/** The name of its option. */
	name: string;
}

/**
 * Reads which guards are switched on.
 *
 * @param item with the values under Options, as `readCollection` returns them
 * @param problems takes what is wrong: a guard with a value that it cannot have
 */
export async function readGuards(item: GuardedItem, problems: Problems): Promise<ActiveGuard[]> {
	const active: ActiveGuard[] = [];
	for (const { field, whenNotAdded, read } of GUARDS) {
		const { [field.name]: value = whenNotAdded } = item.options;
		if (value === undefined) continue;
		const check = await problems.note(() => read(value, item));
		if (check) active.push({ ...check, name: field.name });
	}
	return active;
}

/** How far back the guards must look, in milliseconds; 0 if none of them asks the service. */
export function longestLookBack(guards: ActiveGuard[]): number {
	return Math.max(0, ...guards.map(({ lookBackMs = 0 }) => lookBackMs));
}

/** A reason not to place a call, and the option that gives it. */
export type Skip = { skippedBy: string } & Reason;

/** The first reason not to place a call; nothing if it may be placed. */
export async function reasonToSkip(
	guards: ActiveGuard[],
	call: GuardedCall,
): Promise<Skip | undefined> {
	for (const { name, reasonToSkip: ask } of guards) {
		const reason = await ask(call);
		if (reason) return { skippedBy: name, ...reason };
	}
	return undefined;
}

/** Asks again right before a request: a call may have waited since the guards let it pass. */
export function reasonNow(guards: ActiveGuard[], call: GuardedCall): Skip | undefined {
	for (const { name, reasonNow: ask } of guards) {
		const reason = ask?.(call);
		if (reason) return { skippedBy: name, ...reason };
	}
	return undefined;
}

/**
 * Counts which options skipped items: "32 called recently, 1 on the 'Do Not Call' list".
 *
 * @param skippedBy their names; undefined for a blank row
 */
export function countSkips(skippedBy: unknown[]): string {
	const labels = GUARDS.map(({ field, label }): [unknown, string] => [field.name, label]);
	return [...labels, [undefined, 'blank']]
		.map(([name, label]) => ({ label, count: skippedBy.filter((by) => by === name).length }))
		.filter(({ count }) => count > 0)
		.map(({ label, count }) => `${count.toLocaleString('en')} ${label}`)
		.join(', ');
}
