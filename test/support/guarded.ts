import type { IDataObject } from 'n8n-workflow';

import type {
	Check,
	Guard,
	GuardedCall,
	GuardedItem,
	Reason,
} from '../../nodes/create/guards/guard';
import { readVariables, type Variables } from '../../nodes/create/variables';
import type { Turn } from '../../nodes/create/callQueue';
import { Call } from '../../nodes/service/call';

/* What guards may ask: of an item, of a call and of its run. Here alone stand-ins for it are made. */

export const PHONE_NUMBER = '+4930123456';

/** An item of which guards read their setting: the only one of its run. */
export function itemWith(item: Partial<GuardedItem> = {}): GuardedItem {
	return { options: {}, variables: [], numberLists: new Map(), ...item };
}

/** The variables of an item, by the values of the form's fields and the item's own. */
export function variablesOf(form: Record<string, unknown>, json: unknown = {}): Variables {
	return readVariables({
		json,
		parameter: (name, fallback) => (name in form ? form[name] : fallback),
	});
}

/** The turn of a call that nothing stands in the way of. */
export function turnWith(turn: Partial<Turn> = {}): Turn {
	return {
		wait: async () => true,
		begin: () => true,
		earlierCalls: async () => 0,
		...turn,
	};
}

/** A call that guards are asked about: nobody was called before. */
export function callWith(call: Partial<GuardedCall> = {}): GuardedCall {
	return {
		phoneNumber: PHONE_NUMBER,
		timezone: 'Europe/Berlin',
		earlierCalls: async () => 0,
		history: async () => [],
		wasBefore: () => true,
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

/** The same where the service lists these calls with the number. */
export async function reasonAfter(
	guard: Guard,
	value: unknown,
	records: readonly IDataObject[],
	call: Partial<GuardedCall> = {},
): Promise<Reason | undefined> {
	const history = async () => records.map((record) => new Call(record));
	return await reasonOf(guard, value, { history, ...call });
}

/** A history that must not be asked for, since the answer is known before. */
export async function notAsked(): Promise<never> {
	throw new Error('The service was asked');
}
