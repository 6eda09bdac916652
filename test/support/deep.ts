/*
 * How far a test explores. `npm test` tries a few cases of each kind, `npm run test:deep` all of them: it
 * runs the files that import this one.
 */

/** Set in jest.config.js. */
declare const DEEP: boolean;

/** How many cases to try. */
export function cases(many: number, few = Math.max(10, Math.ceil(many / 20))): number {
	return DEEP ? many : few;
}

/** All of a list, or so many of it, from its beginning to its end. */
export function someOf<T>(list: readonly T[], few = 5): T[] {
	const step = DEEP ? 1 : Math.max(1, list.length / few);
	return list.filter((_, index) => index % step < 1);
}
