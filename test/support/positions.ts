import type { Position } from '../../nodes/VoiceAssistantCallsTrigger/position';

const HOUR = 3_600_000;

/** When the polls of these tests are made. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A position that a poll left a minute ago. */
export const positionWith = (fields: Partial<Position> = {}): Position => ({
	question: 'ended',
	since: NOW - 6 * HOUR,
	done: {},
	readTo: [],
	readAt: NOW - 60_000,
	resumeAt: '',
	...fields,
});
