import { UserError } from '../../nodes/shared/userError';

/** What a user reads where no result can be given. */
export interface Said {
	title: string;
	advice: string;
	status?: number;
}

/** The UserError that a function throws, as a user reads it. */
export function saidBy(act: () => unknown): Said {
	return said(outcomeOf(act));
}

/** The UserError with which a promise ends, as a user reads it. */
export async function saidAfter(promise: Promise<unknown>): Promise<Said> {
	return said(await promise.catch((error: unknown) => error));
}

/** A UserError as a user reads it. */
export function said(problem: unknown): Said {
	expect(problem).toBeInstanceOf(UserError);
	const { message: title, advice, status } = problem as UserError;
	return status === undefined ? { title, advice } : { title, advice, status };
}

/** What a function returns, or the UserError that it throws; any other error is one of the code. */
export function resultOrProblem<T>(act: () => T): T | UserError {
	const outcome = outcomeOf(act);
	if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UserError);
	return outcome;
}

function outcomeOf<T>(act: () => T): T | UserError {
	try {
		return act();
	} catch (error) {
		return error as UserError;
	}
}
