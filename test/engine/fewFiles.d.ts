import type { RunOptions, RunResult } from './engine';

export const canLimitFiles: boolean;

/** Runs the node in a process that may open only so many files, of which every connection is one. */
export function runWithFewFiles(
	limit: number,
	options: RunOptions,
): Promise<{ limit: number; items: number; error?: RunResult['error'] }>;
