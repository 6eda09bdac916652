import type { RunOptions, RunResult } from './engine';

export const canLimitFiles: boolean;

/**
 * Runs the node in a process that may open only so many files, of which every connection is one.
 *
 * @param usedUp whether all of them are open before the node begins
 */
export function runWithFewFiles(
	limit: number,
	options: RunOptions,
	extras?: { usedUp?: boolean },
): Promise<{ limit: number; items: number; error?: RunResult['error'] }>;
