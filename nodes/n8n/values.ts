import type { IDataObject } from 'n8n-workflow';

import { withoutInvisible } from './text';

/* What an expression in n8n, or JSON, may hold in the place of a text. */

/** What a function returns; undefined where it throws. */
export function ifPossible<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch {
		return undefined;
	}
}

/** Whether a value is an object with fields: no list, and no date or map, whose fields are not its own. */
export function isPlainObject(value: unknown): value is IDataObject {
	// Objects that an expression returns may have another Object.prototype (n8n 2.41.1 evaluates apart).
	return Object.prototype.toString.call(value) === '[object Object]' && !isDate(value);
}

/**
 * A single value of a field as text, without the characters that nobody sees: text, a number, true or
 * false, or a date in ISO 8601.
 *
 * @returns undefined for what cannot be written, such as nothing, NaN, a list, an object or a date that
 * is none
 */
export function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return withoutInvisible(value);
	if (typeof value === 'number') return Number.isNaN(value) ? undefined : String(value);
	if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
	if (!isDate(value)) return undefined;
	const text = value.toJSON();
	return typeof text === 'string' ? text : undefined;
}

/** A number, also as text; NaN for anything else, and for an empty text. */
export function asNumber(value: unknown): number {
	if (typeof value !== 'string') return typeof value === 'number' ? value : NaN;
	return Number(asText(value)?.trim() || NaN);
}

/** Dates, of JavaScript as of Luxon, write themselves as an ISO 8601 text, and an invalid one as null. */
function isDate(value: unknown): value is { toJSON: () => unknown } {
	return (
		typeof value === 'object' &&
		value !== null &&
		typeof (value as { toJSON?: unknown }).toJSON === 'function'
	);
}

const BETWEEN_ENTRIES = /[,;\r\n]/;

/**
 * Reads a list: what stands between the separators of a text, or of each text of a list.
 *
 * @param separator commas, semicolons and line breaks unless it says otherwise
 * @returns the entries, trimmed, without the empty ones; undefined if something in it is neither text
 * nor a number
 */
export function readList(value: unknown, separator = BETWEEN_ENTRIES): string[] | undefined {
	const entries: string[] = [];
	// A list may have a hundred thousand entries.
	for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
		if (typeof part !== 'string' && typeof part !== 'number') return undefined;
		const text = asText(part);
		if (text === undefined) return undefined;
		for (const entry of separator.test(text) ? text.split(separator) : [text]) {
			const trimmed = entry.trim();
			if (trimmed !== '') entries.push(trimmed);
		}
	}
	return entries;
}
