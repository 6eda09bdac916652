import type { IDataObject } from 'n8n-workflow';

import type {
	Check,
	Guard,
	GuardedCall,
	GuardedItem,
	Reason,
	RunSoFar,
} from '../../nodes/create/guards/guard';
import type { Turn } from '../../nodes/create/callQueue';
import { CreateState } from '../../nodes/create/createState';

/* What guards may ask: of an item, of a call and of its run. Here alone stand-ins for it are made. */

export const PHONE_NUMBER = '+4930123456';

/** An item of which guards read their setting: the only one of its run. */
export function itemWith(item: Partial<GuardedItem> = {}): GuardedItem {
	const run = new CreateState();
	return { variables: [], clean: true, recall: (Kind) => run.recall(Kind), ...item };
}

/** A run in which nobody was called before. */
function runWith(run: Partial<RunSoFar> = {}): RunSoFar {
	return {
		earlierCalls: async () => [],
		callsInRun: () => 0,
		earlierBegun: async () => undefined,
		...run,
	};
}

/** The turn of a call that nothing stands in the way of. */
export function turnWith(turn: Partial<Turn> = {}): Turn {
	return {
		wait: async () => undefined,
		begin: () => true,
		run: runWith(),
		...turn,
	};
}

/** A call that guards are asked about: nobody was called before. */
export function callWith(call: Partial<GuardedCall> = {}): GuardedCall {
	return {
		...runWith(),
		phoneNumber: PHONE_NUMBER,
		timezone: 'Europe/Berlin',
		history: async () => [],
		now: () => Date.now(),
		...call,
	};
}

/** A guard with its setting; fails where the setting means "off". */
export async function checkOf(
	guard: Guard,
	value: unknown,
	item?: Partial<GuardedItem>,
): Promise<Check> {
	const check = await guard.read(value, itemWith(item));
	if (check === undefined) throw new Error(`${guard.field.displayName} is off`);
	return check;
}

/** What a guard with this setting finds; nothing if the call may be placed. */
export async function reasonOf(
	guard: Guard,
	value: unknown,
	call: Partial<GuardedCall> = {},
): Promise<Reason | undefined> {
	return await (await checkOf(guard, value)).reasonToSkip(callWith(call));
}

/** A history that must not be asked for, since the answer is known before. */
export async function notAsked(): Promise<IDataObject[]> {
	throw new Error('The service was asked');
}
