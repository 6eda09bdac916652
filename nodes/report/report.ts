import type { DateTime } from 'luxon';

import type { Callback } from './callbacks';
import type { NamedCount } from './names';
import type { LocalDay } from './calendar';

/** The numbers of one period that two periods are compared by. */
export interface Compared {
	calls: number;
	averageSeconds: number | null;
	answered: number;
}

/** What a sheet shows. */
export interface Report extends Compared {
	from?: DateTime;
	to: DateTime;
	timezone: string;
	totalSeconds: number;
	/** Calls that count for the average. */
	timed: number;
	withoutStart: number;
	byHour: Array<{ hour: number; calls: number }>;
	byDay: Array<{ date: string; calls: number }>;
	/** Without a name: the calls of no assistant. */
	byAssistant: NamedCount[];
	/** Without a name: the calls with no keyword. */
	byKeyword: NamedCount[];
	/** Calls of assistants and keywords that are too many to be named, and how many calls there are. */
	otherAssistants: number;
	otherKeywords: number;
	/** The only day of the period, where it has only one. */
	singleDay?: LocalDay;
	callbacks: Callback[];
	callbacksTotal: number;
	callbacksWithoutNumber: number;
	previous: (Compared & { from: DateTime; to: DateTime }) | null;
}
