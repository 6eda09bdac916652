import type { Position } from '../../nodes/VoiceAssistantCallsTrigger/position';

const HOUR = 3_600_000;

/** When the polls of these tests are made. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A position that a poll left a minute ago. */
export const positionWith = (fields: Partial<Position> = {}): Position => ({
	question: 'ended',
	begin: NOW - 6 * HOUR,
	since: NOW - 30 * HOUR,
	newest: NOW - 6 * HOUR,
	done: {},
	seen: [],
	deep: { state: 'finished', at: NOW - 60_000 },
	undated: { at: NOW - 60_000 },
	stamp: 'stamp',
	...fields,
});
