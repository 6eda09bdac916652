import type { IDataObject } from 'n8n-workflow';

import { duplicateNumbers } from './duplicateNumbers';
import type { Check, Guard, GuardedCall, Reason } from './guard';
import { skipIfCalledWithin } from './skipIfCalledWithin';

/** In the order in which they are asked: what costs nothing comes first. */
export const GUARDS: Guard[] = [duplicateNumbers, skipIfCalledWithin];

/** A guard that was switched on for an item. */
export interface ActiveGuard extends Check {
	/** The name of its option. */
	name: string;
}

/**
 * Reads which guards are switched on.
 *
 * @param options the values under Options, evaluated for the item
 * @throws UserError if one has a value that it cannot have
 */
export function readGuards(options: IDataObject): ActiveGuard[] {
	return GUARDS.flatMap(({ field: { name }, read }) => {
		const check = name in options ? read(options[name]) : undefined;
		return check ? [{ ...check, name }] : [];
	});
}

/** How far back the guards must look, in milliseconds; 0 if none of them asks the service. */
export function longestLookBack(guards: ActiveGuard[]): number {
	return Math.max(0, ...guards.map(({ lookBackMs = 0 }) => lookBackMs));
}

/** The first reason not to place a call, and the option that gives it; nothing if it may be placed. */
export async function reasonToSkip(
	guards: ActiveGuard[],
	call: GuardedCall,
): Promise<(Reason & { skippedBy: string }) | undefined> {
	for (const guard of guards) {
		const reason = await guard.reasonToSkip(call);
		if (reason) return { skippedBy: guard.name, ...reason };
	}
	return undefined;
}
