import { dialects, type DialectName } from './dialects';
import type { FieldRules } from './fieldRules';

const dialectNames = Object.keys(dialects) as DialectName[];
const cursorKinds = ['snapshot', 'offset', 'key'] as const;

/** How the service behaves. Every setting can be changed while it runs. */
export interface Settings {
	/** Which paths and which header for the key the service has. */
	dialect: DialectName;
	/** The query parameter that takes `nextCursor`. */
	cursorParameter: string;
	/** The query parameter by which a client may ask for a page size; empty if none does. */
	pageSizeParameter: string;
	/** Whether a query parameter that is not known is ignored, and not rejected. */
	ignoreUnknown: boolean;
	/** Whether the sort direction `desc` is known. */
	newestFirst: boolean;
	/** Records on a page. */
	pageSize: number;
	/** The largest page that a client may ask for. */
	maxPageSize: number;
	/**
	 * What a cursor points to: a place in the list as it was when its first page was read
	 * (`snapshot`), the number of records before the page (`offset`: new records shift the pages), or
	 * the last record of the page before (`key`).
	 */
	cursorKind: (typeof cursorKinds)[number];
	/** How long a cursor is valid; 0 = for good. */
	cursorSeconds: number;
	/** How long after its start a call appears in lists. By its ID it is found at once. */
	listDelaySeconds: number;
	/** How far the clock of the service is ahead; behind with a minus. */
	clockSkewSeconds: number;
	/** Seconds between two spoken turns of a call that begins; 0 ends it at once. */
	turnSeconds: number;
	/** Milliseconds before every response. */
	delayMs: number;
}

const defaultSettings: Readonly<Settings> = {
	dialect: 'documented',
	cursorParameter: 'cursor',
	pageSizeParameter: '',
	ignoreUnknown: false,
	newestFirst: true,
	pageSize: 100,
	maxPageSize: 1000,
	cursorKind: 'snapshot',
	cursorSeconds: 0,
	listDelaySeconds: 0,
	clockSkewSeconds: 0,
	turnSeconds: 2,
	delayMs: 0,
};

const wholeFromOne = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;
const fromZero = (value: unknown) => Number.isFinite(value) && Number(value) >= 0;

const oneOf = (names: readonly string[]) =>
	[`one of ${names.join(', ')}`, (value: unknown) => names.some((name) => name === value)] as const;
const isSwitch = ['true or false', (value: unknown) => typeof value === 'boolean'] as const;

export const settingRules: FieldRules<Settings> = {
	dialect: oneOf(dialectNames),
	cursorParameter: ['a text', (value) => typeof value === 'string' && value !== ''],
	pageSizeParameter: ['a text', (value) => typeof value === 'string'],
	ignoreUnknown: isSwitch,
	newestFirst: isSwitch,
	pageSize: ['a whole number from 1', wholeFromOne],
	maxPageSize: ['a whole number from 1', wholeFromOne],
	cursorKind: oneOf(cursorKinds),
	cursorSeconds: ['a number from 0', fromZero],
	listDelaySeconds: ['a number from 0', fromZero],
	clockSkewSeconds: ['a number', Number.isFinite],
	turnSeconds: ['a number from 0', fromZero],
	delayMs: ['a number from 0', fromZero],
};

/** The settings among the options of a sandbox, completed by the defaults. */
export function settingsOf(options: Partial<Settings>): Settings {
	const given = Object.keys(defaultSettings).flatMap((name) => {
		const value = options[name as keyof Settings];
		return value === undefined ? [] : [[name, value]];
	});
	return { ...defaultSettings, ...(Object.fromEntries(given) as Partial<Settings>) };
}
