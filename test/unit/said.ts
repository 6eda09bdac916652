import { Problem } from '../../nodes/shared/problem';

/** What a user reads where no result can be given. */
export interface Said {
	title: string;
	advice: string;
	status?: number;
}

/** The Problem that a function throws, as a user reads it. */
export function saidBy(act: () => unknown): Said {
	return said(outcomeOf(act));
}

/** The Problem with which a promise ends, as a user reads it. */
export async function saidAfter(promise: Promise<unknown>): Promise<Said> {
	return said(await promise.catch((error: unknown) => error));
}

/** A Problem as a user reads it. */
export function said(problem: unknown): Said {
	expect(problem).toBeInstanceOf(Problem);
	const { message: title, advice, status } = problem as Problem;
	return status === undefined ? { title, advice } : { title, advice, status };
}

/** What a function returns, or the Problem that it throws; any other error is one of the code. */
export function resultOrProblem<T>(act: () => T): T | Problem {
	const outcome = outcomeOf(act);
	if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Problem);
	return outcome;
}

function outcomeOf<T>(act: () => T): T | Problem {
	try {
		return act();
	} catch (error) {
		return error as Problem;
	}
}
