import type { IDataObject } from 'n8n-workflow';

/**
 * The identifier of a call; undefined where there is none to go by. docs/api.md: a text. A service may send
 * a number; one of more than 15 digits was rounded when the JSON was read, and may be that of several calls.
 */
export function idOf({ Id }: IDataObject): string | number | undefined {
	if (typeof Id === 'number') return Id !== 0 && isExact(Id) ? Id : undefined;
	return typeof Id === 'string' && Id !== '' ? Id : undefined;
}

/** Whether a number is the one that stood in the JSON. */
export function isExact(number: number): boolean {
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}
