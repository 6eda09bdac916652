import type { FieldRules } from './fieldRules';

const cursorKinds = ['snapshot', 'offset', 'key'] as const;

/** How the service behaves. Every setting can be changed while it runs. */
export interface Settings {
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

export const defaultSettings: Readonly<Settings> = {
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

export const settingRules: FieldRules<Settings> = {
	pageSize: ['a whole number from 1', wholeFromOne],
	maxPageSize: ['a whole number from 1', wholeFromOne],
	cursorKind: [
		`one of ${cursorKinds.join(', ')}`,
		(value) => cursorKinds.some((kind) => kind === value),
	],
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
