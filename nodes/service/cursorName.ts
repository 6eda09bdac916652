import type { CursorMemory } from './cursorMemory';
import { isRejection } from './status';
import { asUserError, UserError } from '../n8n/errors';
import type { Page } from './listResponse';

/*
 * The query parameter that takes `nextCursor` back (docs/api.md, Calls List). Its name is documented
 * nowhere, so it is found by trying: with the right name the next page comes, with a wrong one the
 * service repeats the page before, rejects the request, or makes something else of it.
 */

/** The name that docs/api.md assumes. */
const ASSUMED = 'cursor';

/** Names that mean nothing but a cursor, with the likeliest first. */
const UNMISTAKABLE = [
	...[ASSUMED, 'next_cursor', 'page_token', 'next_page_token', 'next_token', 'continuation_token'],
	...[
		'page_cursor',
		'after_cursor',
		'start_cursor',
		'cursor_id',
		'after_id',
		'last_id',
		'last_key',
	],
	...['start_key', 'scroll_id', 'paging_token', 'pagination_token', 'search_after'],
	...['page[after]', 'page[cursor]', 'next_page_cursor', 'page_key', 'next_key', 'next_id'],
	...['last_doc', 'last_doc_id', 'start_after_id', 'resume_token', 'cursor_token', 'skip_token'],
	...['exclusiveStartKey', 'lastEvaluatedKey', 'cursorMark', '$skiptoken', 'pagination[cursor]'],
].flatMap(inBothSpellings);

/** Names that other services give to filters by date, numbers of pages and the like. They come last. */
const AMBIGUOUS = [
	...['start_after', 'starting_after', 'after', 'next', 'next_page', 'continuation', 'token'],
	...['marker', 'bookmark', 'position', 'start_at', 'from', 'start', 'offset', 'skip', 'page'],
	...['continue', 'start_from', 'from_id', 'before', 'anchor', 'pageId'],
].flatMap(inBothSpellings);

/** Of the names above those that take a number of records, or of pages, where they take a number. */
const COUNTS = ['position', 'from', 'start', 'offset', 'skip', 'page'];

/** What no service takes for a cursor. */
const NO_CURSOR = 'no-cursor';

/** The place in a list at which the next page is asked for. */
export interface Step {
	path: string;
	/** The names that the request has without the cursor. */
	parameters: string[];
	cursor: string;
	/** The page that gave the cursor; missing where the cursor is from an earlier reading. */
	before?: Page;
	/** Sends the request of the list, with the cursor under a name if there is one. */
	ask: (name?: string, cursor?: string) => Promise<Page>;
	/** What makes two records of the list the same. */
	keysOf: (page: Page) => unknown[];
}

/** A page that came, and the name under which the cursor was sent. */
interface Found {
	name: string;
	page: Page;
}

/**
 * Reads the next page of a list where the credential does not name the parameter. Once a name was seen
 * to work in a run, it is used without another search. One search runs at a time; other items wait for it.
 *
 * @throws UserError if no name works, and as `ask` does
 */
export async function pageAfter(memory: CursorMemory, step: Step): Promise<Page> {
	const { path, ask, cursor, before } = step;
	while (memory.search) await memory.search;
	// A cursor of an earlier reading may have expired: that is no reason to doubt a name.
	const name = memory.found.get(path) ?? (before ? undefined : memory.name);
	if (name) return await ask(name, cursor);
	const failure = memory.failures.get(path);
	if (failure) throw new UserError(failure.message, failure.advice);
	const searching = search(memory.name, step).then((found) => {
		if (found instanceof UserError) {
			// Without a page before it, the cursor itself may be the reason.
			if (before) memory.failures.set(path, found);
			throw found;
		}
		memory.name = found.name;
		memory.found.set(path, found.name);
		return found.page;
	});
	const finished = () => (memory.search = undefined);
	memory.search = searching.then(finished, finished);
	return await searching;
}

/** @param remembered a name that worked before, if there is one */
async function search(remembered: string, step: Step): Promise<Found | UserError> {
	const before = step.before ?? (await step.ask());
	const names = namesFor(remembered, step, before);
	const isAgain = (page: Page, other: Page) => repeats(step.keysOf(page), step.keysOf(other));
	const tried = new Trial(step);

	/** Whether a value that is no cursor brings another page, so that the value means something. */
	const doesValueCount = async ({ name, page }: Found) => {
		const other = await tried.page(name, NO_CURSOR);
		if (!other) return true;
		const areEmpty = page.records.length === 0 && other.records.length === 0;
		return !areEmpty && !isAgain(other, page);
	};

	// The beginning of the list as it was seen last: where calls begin, it changes during the search.
	let top = before;
	let assumed: Found | undefined;
	const doubtful: Found[] = [];
	for (const name of names) {
		const page = await tried.page(name);
		if (!page) continue;
		const found = { name, page };
		const isIgnored = leadsBack(page, step, before);
		const isFirst = name === names[0];
		const isEmpty = page.records.length === 0;
		if (isAgain(page, top)) {
			top = page;
			// All calls of a page may have begun since the page before.
			if (isFirst && !isIgnored) doubtful.push(found);
		} else if (isIgnored) {
			continue;
		} else if (name === remembered || (!isEmpty && (page.nextCursor || name === ASSUMED))) {
			return found;
		} else if (UNMISTAKABLE.includes(name)) {
			if (await doesValueCount(found)) return found;
			// Services that filter after paging send empty pages, also for what is no cursor.
			if (isFirst && page.nextCursor) assumed = found;
		} else {
			// The end of the list, or of what a filter left of it.
			doubtful.push(found);
		}
	}
	for (const found of doubtful) if (await doesValueCount(found)) return found;
	return assumed ?? noNameWorks(names, tried.firstRejection);
}

/** Whether a page leads to the page that was asked for, as the one before does if it comes again. */
function leadsBack({ nextCursor }: Page, { cursor }: Step, before: Page): boolean {
	return nextCursor !== '' && [cursor, before.nextCursor].includes(nextCursor);
}

/** Asks for the page under one name after the other, and takes a rejection for a wrong name. */
class Trial {
	/** What the service said of the first name, if it rejected it. */
	firstRejection?: UserError;

	private isFirst = true;

	constructor(private readonly step: Step) {}

	/** @returns nothing if the service rejects the request */
	async page(name: string, cursor = this.step.cursor): Promise<Page | undefined> {
		const { isFirst } = this;
		this.isFirst = false;
		try {
			return await this.step.ask(name, cursor);
		} catch (thrown) {
			const error = asUserError(thrown);
			const isWrongName = isFirst
				? error.status === 400 || error.status === 422
				: blamesParameter(error.status);
			if (!isWrongName) throw error;
			if (isFirst) this.firstRejection = error;
			return undefined;
		}
	}
}

/**
 * Whether a status may be due to a parameter that means something else: also a redirect (`next`), a
 * rejection of the key (`token`) or a failure of the service, since a request without it went well.
 */
function blamesParameter(status: number | undefined): boolean {
	if (status === undefined || status === 429) return false;
	return status < 400 || isRejection(status) || status === 500;
}

function namesFor(remembered: string, { parameters, cursor }: Step, before: Page): string[] {
	const isNumber = /^\d+$/.test(cursor);
	const fits = (name: string) => {
		if (!isNumber || !COUNTS.includes(name)) return true;
		return name === 'page' ? Number(cursor) <= 2 : Number(cursor) === before.records.length;
	};
	const usual = [...UNMISTAKABLE, ...AMBIGUOUS].filter(fits);
	const names = remembered ? [remembered, ...usual] : usual;
	return [...new Set(names)].filter((name) => !parameters.includes(name));
}

/**
 * Whether a page is another one again. Records may have come or gone meanwhile: they move the end of a
 * page to the beginning of the next, but they never bring the upper half of a page to the next.
 */
export function repeats(page: unknown[], other: unknown[]): boolean {
	const upperHalf = new Set(other.slice(0, Math.ceil(other.length / 2)));
	return page.some((key) => upperHalf.has(key));
}

function noNameWorks(names: string[], rejection: UserError | undefined): UserError {
	const advice = [
		"Ask the service which query parameter takes \"nextCursor\", and enter its name as 'Cursor Parameter' under 'Advanced' in the credential. No partial list was returned.",
		`Tried without success: ${names.join(', ')}.`,
	];
	if (rejection) advice.push(`To "${names[0]}", the service responded: ${rejection.message}.`);
	return new UserError(
		'The service has more records, but the node did not find the query parameter for the cursor',
		advice.join(' '),
	);
}

/** The name in camel case and in snake case. */
function inBothSpellings(name: string): string[] {
	const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
	return [...new Set([camelCase, name])];
}
