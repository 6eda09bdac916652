import type { INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { RunResult } from '../../support/engine';
import { ADVICE } from '../../support/engineSentences';
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
	return `${STRAY}${method} ${path}`;
}

export const UNREAD = 'a call whose body was not read';
const STRAY = 'not asked for: ';

/** How often each name comes up. */
export function counted(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** What says how not to call somebody twice is no invitation to do so. */
const WARNINGS: string[] = [ADVICE.checkFirst, ADVICE.runAgain];

/** The harm that was done. */
export function harmIn(
	{ fault, place }: Cell,
	{ sandbox, items, reads }: Scene,
	{ error, outputs, stored }: RunResult,
): Omit<Harm, 'foreignRequests'> {
	const subjects = counted(sandbox.log.map(subjectOf));
	const placed = Object.values(counted(sandbox.placed.map(({ phone_number }) => phone_number)));
	const over = (counts: number[], most: number) =>
		counts.reduce((sum, count) => sum + Math.max(0, count - most), 0);
	const posts = NUMBERS.map((number) => subjects[number] ?? 0);
	const allPosts = over([posts.reduce((sum, count) => sum + count, subjects[UNREAD] ?? 0)], 3);

	const failed = (item: INodeExecutionData) => typeof item.json.error === 'string';
	const isAbout = (index: number) => (item: INodeExecutionData) =>
		typeof item.pairedItem === 'object' &&
		!Array.isArray(item.pairedItem) &&
		item.pairedItem.item === index;
	const all = outputs.flat();
	const records = items.map((_, index) => {
		const own = all.filter(isAbout(index));
		const names = own.filter((item) => !failed(item)).map(({ json }) => String(json.Id ?? index));
		const wanted = reads[index]?.records.map(({ Id }) => String(Id)) ?? [String(index)];
		const isLeftOut = error !== undefined || own.some(failed);
		return {
			lost: isLeftOut ? 0 : wanted.filter((name) => !names.includes(name)).length,
			doubled: own.length - (own.some(failed) ? 1 : new Set(names).size),
		};
	});
	const sum = (name: 'lost' | 'doubled') => records.reduce((total, one) => total + one[name], 0);

	const errors = all.filter(failed).map(({ json }) => ({ title: json.error, todo: json.message }));
	if (error) errors.push({ title: error.message, todo: error.description ?? '' });
	const bad = ({ title }: { title: unknown }) =>
		/request failed with status|\bE[A-Z]{5,}\b|\bERR_/i.test(String(title));
	const invites = ({ title, todo }: { title: unknown; todo: unknown }) =>
		/may have been placed/.test(String(title)) &&
		/\b(try|run)\b.{0,20} (again|later)|automatic/i.test(
			WARNINGS.reduce((text, warning) => text.replace(warning, ''), `${title} ${todo}`),
		);
	return {
		secondPosts: fault.callIsSentAgain ? over(posts, NODE_TRIES) : over(posts, 1) + allPosts,
		calledTwice: over(placed, 1),
		strayRequests: sandbox.log.filter((request) => subjectOf(request).startsWith(STRAY)).length,
		lostRecords: sum('lost'),
		doubledRecords: sum('doubled') + (place === 'Create' ? over(placed, 1) : 0),
		leaks: holdsKey(stored) ? 1 : 0,
		emptyWords: errors.filter(bad).length,
		invitations: errors.filter(invites).length,
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
