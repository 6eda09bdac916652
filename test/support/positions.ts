import type { Position } from '../../nodes/VoiceAssistantCallsTrigger/position';
import { HOUR, NOW } from './callList';

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
