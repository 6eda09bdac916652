import { dialects, type DialectName } from './dialects';

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
	/** Records on a page, unless a client asks for another size. */
	pageSize: number;
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
	listDelaySeconds: 0,
	clockSkewSeconds: 0,
	turnSeconds: 2,
	delayMs: 0,
};

/** Which values a setting takes, as JSON Schema. */
export const settingSchemas: Readonly<Record<keyof Settings, object>> = {
	dialect: { enum: Object.keys(dialects) },
	cursorParameter: { type: 'string', minLength: 1 },
	pageSizeParameter: { type: 'string' },
	ignoreUnknown: { type: 'boolean' },
	newestFirst: { type: 'boolean' },
	pageSize: { type: 'integer', minimum: 1 },
	listDelaySeconds: { type: 'number', minimum: 0 },
	clockSkewSeconds: { type: 'number' },
	turnSeconds: { type: 'number', minimum: 0 },
	delayMs: { type: 'number', minimum: 0 },
};

/** The settings among the options of a sandbox, completed by the defaults. */
export function settingsOf(options: Partial<Settings>): Settings {
	const values = Object.entries(defaultSettings).map(([name, usual]) => [
		name,
		options[name as keyof Settings] ?? usual,
	]);
	return Object.fromEntries(values) as Settings;
}
