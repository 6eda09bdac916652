import { asUserError, UserError } from '../n8n/errors';

/** What is wrong with the fields of an item, so that all of it is told at once. */
export class Problems {
	private readonly found: UserError[] = [];

	get isEmpty(): boolean {
		return this.found.length === 0;
	}

	/** @returns what was read, or undefined if that failed */
	async note<T>(read: () => Promise<T> | T): Promise<T | undefined> {
		try {
			return await read();
		} catch (thrown) {
			const error = asUserError(thrown);
			if (this.found.every(({ message }) => message !== error.message)) this.found.push(error);
			return undefined;
		}
	}

	asError(): UserError {
		if (this.found.length === 1) return this.found[0];
		return new UserError(
			this.found.map(({ message }) => message).join('. '),
			this.found.map(({ advice }) => advice).join(' '),
		);
	}
}
