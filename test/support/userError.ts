import { UserError } from '../../nodes/n8n/errors';

/** What a user reads where no result can be given. */
export interface Refusal {
	message: string;
	advice: string;
	status?: number;
}

/** A UserError, as a user reads it. */
export function textsOf(error: unknown): Refusal {
	expect(error).toBeInstanceOf(UserError);
	const { message, advice, status } = error as UserError;
	return status === undefined ? { message, advice } : { message, advice, status };
}

/** The UserError that a function throws, as a user reads it. */
export function refusalOf(act: () => unknown): Refusal {
	return textsOf(resultOf(act));
}

/** The UserError with which a promise is rejected, as a user reads it. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Refusal> {
	return textsOf(await promise.catch((error: unknown) => error));
}

/** What a function returns, or the UserError that it throws; any other error is one of the code. */
export function resultOf<T>(act: () => T): T | UserError {
	let thrown: unknown;
	try {
		return act();
	} catch (error) {
		thrown = error;
	}
	if (thrown instanceof UserError) return thrown;
	throw thrown;
}
