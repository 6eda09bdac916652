import type { IDataObject } from 'n8n-workflow';

import type {
	Check,
	Guard,
	GuardedCall,
	GuardedItem,
	Reason,
} from '../../nodes/VoiceAssistantCalls/resources/call/create/guards/guard';
import { UserError } from '../../nodes/shared/userError';

export const PHONE_NUMBER = '+4930123456';

/** An item of which guards read their setting. */
export function itemWith(item: Partial<GuardedItem> = {}): GuardedItem {
	return { variables: [], readPhoneNumber, once: (_, make) => make(), ...item };
}

/** A call that guards are asked about: nobody was called before. */
export function callWith(call: Partial<GuardedCall> = {}): GuardedCall {
	return {
		phoneNumber: PHONE_NUMBER,
		timezone: 'Europe/Berlin',
		earlierCalls: async () => [],
		history: async () => [],
		...call,
	};
}

/** A guard with its setting; fails where the setting means "off". */
export function checkOf(guard: Guard, value: unknown, item?: Partial<GuardedItem>): Check {
	const check = guard.read(value, itemWith(item));
	if (check === undefined) throw new Error(`${guard.field.displayName} is off`);
	return check;
}

/** What a guard with this setting finds; nothing if the call may be placed. */
export async function reasonOf(
	guard: Guard,
	value: unknown,
	call: Partial<GuardedCall> = {},
): Promise<Reason | undefined> {
	return await checkOf(guard, value).reasonToSkip(callWith(call));
}

/** A history that must not be asked for, since the answer is known before. */
export async function notAsked(): Promise<IDataObject[]> {
	throw new Error('The service was asked');
}

/** As simple as a phone number can be: a plus and digits, blanks between them. */
function readPhoneNumber(value: unknown): string {
	const compact = String(value).replace(/\s/g, '');
	if (/^\+\d{2,15}$/.test(compact)) return compact;
	throw new UserError(`"${String(value)}" is no phone number`, 'Write it with a plus.');
}
