import type { Sandbox } from '../../../sandbox';
import type { RunResult } from '../../support/engine';
import { FIRST, LATER, NODE_TRIES, nameOf, NUMBERS, type Cell, type Harm, type Seen } from './cell';
import { SECRET } from './faultCase';
import type { Scene } from './scene';

/* What happened in a cell, and what must never happen. */

/** What came out, and what reached the service. */
export function seenIn(cell: Cell, { sandbox }: Scene, { error, outputs }: RunResult): Seen {
	return {
		cell: nameOf(cell),
		error: error && {
			title: error.message,
			advice: error.description,
			status: error.httpCode ?? undefined,
		},
		outputs: outputs.map((output) => output.map(({ json, pairedItem }) => ({ json, pairedItem }))),
		requests: counted(sandbox.log.map(subjectOf)),
		placed: counted(sandbox.placed.map(({ phone_number }) => phone_number)),
	};
}

/** What a logged request asks for, in the words of `Scene.reads`. */
function subjectOf({ method, path, query, rawBody }: Sandbox['log'][number]): string {
	const [, number] = /"phone_number":"([^"]*)"/.exec(rawBody) ?? [];
	if (path === '/calls' && method === 'POST') return number ?? UNREAD;
	if (path === '/public/calls') return query.some(([name]) => name === 'cursor') ? LATER : FIRST;
	if (path.startsWith('/public/calls/')) return path.slice('/public/calls/'.length);
	return `not asked for: ${method} ${path}`;
}

export const UNREAD = 'a call whose body was not read';

/** How often each name comes up. */
export function counted(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** The harm that was done. */
export function harmIn({ fault }: Cell, { sandbox }: Scene, { stored }: RunResult): Harm {
	const subjects = counted(sandbox.log.map(subjectOf));
	const placed = Object.values(counted(sandbox.placed.map(({ phone_number }) => phone_number)));
	const over = (counts: number[], most: number) =>
		counts.reduce((sum, count) => sum + Math.max(0, count - most), 0);
	const posts = NUMBERS.map((number) => subjects[number] ?? 0);
	const allPosts = over([posts.reduce((sum, count) => sum + count, subjects[UNREAD] ?? 0)], 3);
	return {
		secondPosts: fault.callIsSentAgain ? over(posts, NODE_TRIES) : over(posts, 1) + allPosts,
		calledTwice: over(placed, 1),
		leaks: holdsKey(stored) ? 1 : 0,
	};
}

/** Whether a text holds the key, also in part: six characters that follow one another in it. */
export function holdsKey(text: string): boolean {
	return [SECRET, encodeURIComponent(SECRET)].some((spelling) =>
		Array.from({ length: spelling.length - 5 }, (_, at) => spelling.slice(at, at + 6)).some(
			(part) => text.includes(part),
		),
	);
}
