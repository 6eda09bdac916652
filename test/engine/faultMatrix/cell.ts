import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { runNode, type RunResult } from '../../support/engine';
import { KEY, SECRET, type FaultCase, type Reads } from './faults';
import { startDoor, type Door } from '../../support/door';

/** Where a fault strikes. */
const PLACES = ['Create', 'Get', 'Get Many, first page', 'Get Many, later page'] as const;
/** The node's setting On Error. */
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** One cell of the matrix. */
export interface Cell {
	fault: FaultCase;
	place: (typeof PLACES)[number];
	onError: (typeof ON_ERROR)[number];
	retryOnFail: boolean;
	/** The input item that meets the fault; the number of calls before the first fault of a Create. */
	item: number;
	/** Whether the fault goes on, or is over after one request. */
	lasts: boolean;
}

/** What is compared: what happened in a cell, or what should have happened. */
export interface Seen {
	cell: string;
	/** What the node stops with. */
	error?: { title: unknown; advice: unknown; status: unknown };
	/** The items of every output. */
	outputs: Array<Array<{ json: unknown; pairedItem: unknown }>>;
	/** How many requests reached the service, by what they ask for. */
	requests: Record<string, number>;
	/** How many calls the service placed, by number. */
	placed: Record<string, number>;
}

/** What must never happen, in any cell. */
export interface Harm {
	/** A call was sent again although the first request may have reached somebody. */
	secondPosts: number;
	/** A call was placed twice. */
	calledTwice: number;
	/** A request went to another host. */
	foreignRequests: number;
	/** A request went to an address that was not asked for: a redirect was followed. */
	strayRequests: number;
	/** A record, or what became of an item, is in no output although nothing failed for it. */
	lostRecords: number;
	doubledRecords: number;
	/** A part of the key is stored with the execution. */
	leaks: number;
	/** A title that says no more than a status or holds a network code. */
	emptyWords: number;
	/** A call that may have been placed, and a sentence that invites to place it again. */
	invitations: number;
}

export interface Outcome {
	seen: Seen;
	expected: Seen;
	harm: Harm;
	/** `POST /calls` that reached the service. */
	posts: number;
	/** All requests that reached the service. */
	sent: number;
}

/** All cells of one fault. */
export function cellsOf(fault: FaultCase): Cell[] {
	return PLACES.flatMap((place) =>
		ON_ERROR.flatMap((onError) =>
			[false, true].flatMap((retryOnFail) =>
				(fault.alwaysLasts ? [true] : [true, false]).map((lasts) => {
					// A node that continues on errors is tried again only if its first item fails.
					const first = place === 'Get Many, first page' || (retryOnFail && !stops({ onError }));
					return { fault, place, onError, retryOnFail, item: first ? 0 : 1, lasts };
				}),
			),
		),
	);
}

/** Runs one cell against a sandbox of its own. */
export async function runCell(cell: Cell, foreign: Sandbox): Promise<Outcome> {
	const scene = await setScene(cell, foreign);
	const { sandbox } = scene;
	const foreignBefore = foreign.log.length;
	try {
		const result = await runNode({
			credential: { apiKey: KEY, baseUrl: scene.url },
			parameters: scene.parameters,
			items: scene.items,
			settings: {
				onError: cell.onError,
				retryOnFail: cell.retryOnFail,
				maxTries: NODE_TRIES,
				// n8n takes 0 for "not set", which is a second.
				waitBetweenTries: 1,
			},
		});
		return {
			seen: seenIn(cell, scene, result),
			expected: expectedIn(cell, scene),
			harm: {
				...harmIn(cell, scene, result),
				foreignRequests: foreign.log.length - foreignBefore,
			},
			posts: sandbox.log.filter(({ method }) => method === 'POST').length,
			sent: sandbox.log.length,
		};
	} finally {
		await scene.door?.close();
		await sandbox.close();
	}
}

const NODE_TRIES = 2;
/** So often a GET is sent while it meets a fault that may pass. */
const GET_TRIES = 4;
const NUMBERS = ['+12025550100', '+12025550101', '+12025550102'];
const RECORDS = 6;
const PAGE_SIZE = 2;
const FIRST = 'first page';
const LATER = 'later page';

const stops = ({ onError }: Pick<Cell, 'onError'>) => onError === 'stopWorkflow';

function nameOf({ fault, place, onError, retryOnFail, item, lasts }: Cell): string {
	const retry = `retry ${retryOnFail ? 'on' : 'off'}`;
	return [fault.name, place, onError, retry, `${lasts ? 'from' : 'only'} item ${item}`].join(' | ');
}

// ---------------------------------------------------------------------------- the scene

interface Scene {
	sandbox: Sandbox;
	door?: Door;
	/** Where the node finds the service: at the sandbox, or at the door before it. */
	url: string;
	items: IDataObject[];
	parameters: INodeParameters;
	/** What each item asks for in turn, and the records that it gives. */
	reads: Array<{ requests: string[]; records: IDataObject[] }>;
	/** What stands for the names in braces of `Reads`. */
	words: Record<string, string>;
}

async function setScene(cell: Cell, foreign: Sandbox): Promise<Scene> {
	const { fault } = cell;
	const sandbox = await startSandbox({
		apiKey: KEY,
		calls: RECORDS,
		pageSize: PAGE_SIZE,
		turnSeconds: 0,
	});
	const addresses = { same: `${sandbox.url}/moved`, other: `${foreign.url}/moved` };
	const how = fault.fault(addresses);
	const rule = ruleOf(cell, sandbox);
	let door: Door | undefined;
	if (how.by === 'sandbox') {
		sandbox.fault({ ...rule, fault: how.fault });
	} else {
		door = await startDoor(sandbox.url);
		if (how.by === 'refusal') door.refuseAfter(connectionsBefore(cell));
		else door.reset({ at: how.at, skip: rule.skip, times: rule.times, matches: matcher(rule) });
	}
	const { url } = door ?? sandbox;
	const input = cell.place === 'Create' ? createInput() : readInput(cell, sandbox);
	input.items.forEach((item, index) => {
		// Only for those that wait in vain: the others have all the time they need.
		const waits =
			index === cell.item || (cell.place === 'Create' && cell.lasts && index > cell.item);
		item.timeout = fault.timeout && waits ? fault.timeout : 60_000;
	});
	input.parameters.requestOptions = { timeout: '={{ $json.timeout }}' };
	const words = { ...addresses, host: new URL(url).host, id: String(input.items[cell.item].id) };
	return { sandbox, door, url, words, ...input };
}

function createInput(): Pick<Scene, 'items' | 'parameters' | 'reads'> {
	return {
		items: NUMBERS.map((phone, index) => ({ phone, lead: `lead ${index}` })),
		parameters: {
			resource: 'call',
			operation: 'create',
			assistantId: { __rl: true, mode: 'id', value: 'assistant-mara' },
			phoneNumber: '={{ $json.phone }}',
			variables: { variable: [{ name: 'lead', value: '={{ $json.lead }}' }] },
		},
		reads: [],
	};
}

function readInput(
	{ place, item }: Cell,
	sandbox: Sandbox,
): Pick<Scene, 'items' | 'parameters' | 'reads'> {
	const records = sandbox.calls as unknown as IDataObject[];
	if (place === 'Get') {
		const asked = records.slice(0, 3);
		return {
			items: asked.map(({ Id }) => ({ id: Id })),
			parameters: {
				resource: 'call',
				operation: 'get',
				callId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			reads: asked.map((record) => ({ requests: [String(record.Id)], records: [record] })),
		};
	}
	// Of two items only one asks for more than the first page, so that it alone can meet the fault.
	const all =
		place === 'Get Many, first page' ? [true] : item === 0 ? [true, false] : [false, true];
	return {
		items: all.map((returnAll) => ({ returnAll })),
		parameters: {
			resource: 'call',
			operation: 'getAll',
			returnAll: '={{ $json.returnAll }}',
			limit: PAGE_SIZE,
		},
		reads: all.map((returnAll) =>
			returnAll
				? { requests: [FIRST, LATER, LATER], records }
				: { requests: [FIRST], records: records.slice(0, PAGE_SIZE) },
		),
	};
}

/** Which requests meet the fault, as the sandbox takes it. */
function ruleOf({ place, item, lasts }: Cell, sandbox: Sandbox) {
	const times = lasts ? undefined : 1;
	if (place === 'Create') return { path: '/calls', skip: item, times };
	if (place === 'Get') return { path: `/public/calls/${sandbox.calls[item].Id}`, times };
	const when = place === 'Get Many, first page' ? 'first-page' : 'later-page';
	return { path: '/public/calls', when, times } as const;
}

/** The same for the door, which sees a request as text. */
function matcher({ path, when }: { path: string; when?: string }): (request: string) => boolean {
	return (request) => {
		const [, address] = request.split(' ', 2);
		const [pathOfRequest, query = ''] = address.split('?');
		const isLater = /(^|&)cursor=/.test(query);
		return pathOfRequest === path && (when === undefined || isLater === (when === 'later-page'));
	};
}

function connectionsBefore({ place, item }: Cell): number {
	if (place === 'Create') return item;
	return place === 'Get Many, later page' ? 2 : 0;
}

// ---------------------------------------------------------------------------- what happened

function seenIn(cell: Cell, { sandbox }: Scene, { error, outputs }: RunResult): Seen {
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

const UNREAD = 'a call whose body was not read';
const STRAY = 'not asked for: ';

function counted(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

function harmIn(
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
			`${String(title)} ${String(todo)}`.replace('before you run this item again', ''),
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

// ---------------------------------------------------------------------------- what should happen

/** What becomes of the items: a failure, or what the item puts out; nothing for what was not tried. */
interface Course {
	ends: Array<Reads | IDataObject[] | undefined>;
	requests: string[];
	placed: string[];
}

const isFailure = (end: Course['ends'][number]): end is Reads =>
	end !== undefined && typeof end[0] === 'string';

function expectedIn(cell: Cell, scene: Scene): Seen {
	const course = cell.place === 'Create' ? courseOfCalls(cell) : courseOfReading(cell, scene);
	const { ends } = course;
	const failure = ends.findIndex(isFailure);
	const isStopped = stops(cell) && failure >= 0;
	const good: Seen['outputs'][number] = [];
	const bad: Seen['outputs'][number] = [];
	const hasErrorOutput = cell.onError === 'continueErrorOutput';
	ends.forEach((end, item) => {
		const pairedItem = { item };
		if (!isFailure(end)) {
			good.push(...(end ?? []).map((json) => ({ json, pairedItem })));
			return;
		}
		const json = { error: said(end[0], scene), message: said(advice(cell, end), scene) };
		if (hasErrorOutput) bad.push({ json: { ...scene.items[item], ...json }, pairedItem });
		else good.push({ json, pairedItem });
	});
	return {
		cell: nameOf(cell),
		error: isStopped ? stopped(cell, scene, course, failure) : undefined,
		outputs: isStopped ? [] : hasErrorOutput ? [good, bad] : [good],
		requests: counted(course.requests),
		placed: counted(course.placed),
	};
}

/** How the calls go: in order, one at a time, and none again that may have reached somebody. */
function courseOfCalls({ fault, onError, retryOnFail, item, lasts }: Cell): Course {
	const ends: Course['ends'] = [undefined, undefined, undefined];
	const requests: string[] = [];
	const placed: string[] = [];
	let before = item;
	let left = lasts ? Infinity : 1;
	for (let tries = retryOnFail ? NODE_TRIES : 1; tries > 0; tries--) {
		let isStopped = stops({ onError }) && !fault.callIsSentAgain && ends.some(isFailure);
		NUMBERS.forEach((number, index) => {
			const isSettled = isFailure(ends[index]) ? !fault.callIsSentAgain : ends[index];
			if (isStopped || isSettled) return;
			const strikes = before === 0 && left > 0;
			if (strikes) left--;
			else if (before > 0) before--;
			const reaches = strikes ? fault.reaches : undefined;
			if (reaches !== 'nothing') requests.push(reaches === 'headers' ? UNREAD : number);
			if (!strikes || !fault.create || fault.callIsPlaced) placed.push(number);
			ends[index] = strikes && fault.create ? fault.create : [readOutput(index, fault, strikes)];
			isStopped = stops({ onError }) && isFailure(ends[index]);
		});
		if (stops({ onError }) ? !ends.some(isFailure) : !isFailure(ends[0])) break;
	}
	return { ends, requests, placed };
}

function readOutput(index: number, { name }: FaultCase, strikes: boolean): IDataObject {
	return {
		accepted: true,
		assistant_id: 'assistant-mara',
		phone_number: NUMBERS[index],
		variables: { lead: `lead ${index}` },
		requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
		response: strikes && name === '"data" is null' ? { data: null } : {},
	};
}

/** How reading goes: every item by itself, and again where the fault may pass. */
function courseOfReading(cell: Cell, { reads, door }: Scene): Course {
	const { fault, place, item, onError, retryOnFail } = cell;
	const requests: string[] = [];
	let ends: Course['ends'] = [];
	let left = cell.lasts ? Infinity : 1;
	const isRefusal = door !== undefined && fault.alwaysLasts;
	const reads_ = place === 'Get' ? fault.get : fault.getMany;
	for (let nodeTry = 1; nodeTry <= (retryOnFail ? NODE_TRIES : 1); nodeTry++) {
		const meets = (index: number, request: string) => {
			// Once nobody listens any more, nobody is reached at all.
			if (isRefusal && (nodeTry > 1 || place !== 'Get Many, later page')) return true;
			if (place === 'Get') return index === item;
			return request === (place === 'Get Many, first page' ? FIRST : LATER);
		};
		ends = reads.map(({ requests: asked, records }, index) => {
			for (const request of asked) {
				let isAnswered = false;
				for (let tries = fault.getIsRepeated ? GET_TRIES : 1; tries > 0 && !isAnswered; tries--) {
					const strikes = left > 0 && meets(index, request);
					if (strikes) left--;
					if (!strikes || fault.reaches !== 'nothing') requests.push(request);
					isAnswered = !strikes;
				}
				if (!isAnswered) return reads_;
			}
			return records;
		});
		if (stops({ onError }) ? !ends.some(isFailure) : !isFailure(ends[0])) break;
	}
	return { ends, requests, placed: [] };
}

/** The error of a node that stops, with the account of the calls. */
function stopped(cell: Cell, scene: Scene, { ends }: Course, index: number): Seen['error'] {
	const failure = ends[index] as Reads;
	const [title] = failure;
	const status = cell.fault.status?.toString();
	const todo = advice(cell, failure);
	if (cell.place !== 'Create') {
		return { title: said(`${title} [item ${index}]`, scene), advice: said(todo, scene), status };
	}
	const inDoubt = title.startsWith('The call may have been placed');
	const placed = ends.filter((end) => end && !isFailure(end)).length;
	const nobody = placed === 0 && !inDoubt ? '. Nobody was called' : '';
	const counts = [
		`${placed} placed`,
		`1 ${inDoubt ? 'may have been placed' : 'not placed'} (item ${index})`,
		`${ends.filter((end) => !end).length} not tried`,
	];
	return {
		title: said(`${title}${nobody} [item ${index}]`, scene),
		advice: said(`${todo} Of ${ends.length} calls: ${counts.join(', ')}.`, scene),
		status,
	};
}

/** What stands below the title: for a GET that was sent again, how often. */
function advice({ place, fault }: Cell, [, todo]: Reads): string {
	const isRepeated = place !== 'Create' && fault.getIsRepeated;
	return isRepeated ? `It was tried ${GET_TRIES} times in {…} s. ${todo}` : todo;
}

/** Fills in the names in braces; a text with a gap is compared as a pattern. */
function said(text: string, { words }: Scene): string {
	const full = text.replace(/\{(\w+)\}/g, (name, word: string) => words[word] ?? name);
	if (!full.includes('{…}')) return full;
	const parts = full.split('{…}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return expect.stringMatching(new RegExp(`^${parts.join('.+')}$`, 's')) as string;
}
