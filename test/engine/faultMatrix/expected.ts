import type { IDataObject } from 'n8n-workflow';

import { ADVICE, at } from '../../support/engineSentences';
import { FIRST, LATER, nameOf, NODE_TRIES, NUMBERS, stops, type Cell, type Seen } from './cell';
import type { Reads } from './faultCase';
import type { Scene } from './scene';
import { counted, UNREAD } from './seen';

/* What should happen in a cell. */

/** So often a GET is sent while it meets a fault that may pass. */
const GET_TRIES = 4;

/** What becomes of the items: a failure, or what the item puts out; nothing for what was not tried. */
interface Course {
	ends: Array<Reads | IDataObject[] | undefined>;
	requests: string[];
	placed: string[];
}

const isFailure = (end: Course['ends'][number]): end is Reads =>
	end !== undefined && typeof end[0] === 'string';

/** What should have happened in a cell, by the table of faults. */
export function expectedIn(cell: Cell, scene: Scene): Seen {
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
		else if (cell.place !== 'Create') good.push({ json, pairedItem });
		else good.push({ json: { ...failedCall(end, item), reason: json.error, ...json }, pairedItem });
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
			ends[index] = strikes && fault.create ? fault.create : [placedCall(index)];
			isStopped = stops({ onError }) && isFailure(ends[index]);
		});
		if (stops({ onError }) ? !ends.some(isFailure) : !isFailure(ends[0])) break;
	}
	return { ends, requests, placed };
}

const aTime = () => expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

const identity = (index: number) => ({
	phone_number: NUMBERS[index],
	assistant_id: 'assistant-mara',
});

export const isInDoubt = ([title]: Reads) => title.startsWith('The call may have been placed');

/** What the item of a call that failed says besides the two texts, on the regular output. */
function failedCall(failure: Reads, index: number): IDataObject {
	return isInDoubt(failure)
		? { outcome: 'unconfirmed', ...identity(index), requestedAt: aTime() }
		: { outcome: 'notPlaced', ...identity(index) };
}

function placedCall(index: number): IDataObject {
	return { outcome: 'placed', reason: 'placed', ...identity(index), requestedAt: aTime() };
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
	const place = at(index);
	if (cell.place !== 'Create') {
		return { title: said(`${title}${place}`, scene), advice: said(todo, scene), status };
	}
	const inDoubt = isInDoubt(failure);
	const placed = ends.filter((end) => end && !isFailure(end)).length;
	const nobody = placed === 0 && !inDoubt ? '. Nobody was called' : '';
	const counts = [
		`${placed} placed`,
		`1 ${inDoubt ? 'may have been placed' : 'not placed'} (item ${index})`,
		`${ends.filter((end) => !end).length} not tried`,
	];
	const account = `Of ${ends.length} calls: ${counts.join(', ')}. Item ${index} is ${NUMBERS[index]}.`;
	const told = [todo, account, !nobody && ADVICE.runAgain].filter(Boolean).join(' ');
	return { title: said(`${title}${nobody}${place}`, scene), advice: said(told, scene), status };
}

/** What stands below the title: for a GET that was sent again, how often. */
function advice({ place, fault }: Cell, [, todo]: Reads): string {
	const isRepeated = place !== 'Create' && fault.getIsRepeated;
	return isRepeated ? `The node tried ${GET_TRIES} times in {…} s. ${todo}` : todo;
}

/** Fills in the names in braces; a text with a gap is compared as a pattern. */
function said(text: string, { words }: Scene): string {
	const full = text.replace(/\{(\w+)\}/g, (name, word: string) => words[word] ?? name);
	if (!full.includes('{…}')) return full;
	const parts = full.split('{…}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return expect.stringMatching(new RegExp(`^${parts.join('.+')}$`, 's')) as string;
}
