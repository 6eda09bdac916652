import type { FaultCase } from './faultCase';

/* One cell of the fault matrix, and what is compared of it. */

/** Where a fault strikes. */
export const PLACES = ['Create', 'Get', 'Get Many, first page', 'Get Many, later page'] as const;
/** The node's setting On Error. */
export const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

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
	/** A part of the key is stored with the execution. */
	leaks: number;
}

export interface Outcome {
	seen: Seen;
	expected: Seen;
	harm: Harm;
}

/** How often n8n tries the node with Retry On Fail. */
export const NODE_TRIES = 2;

/** Who is called. */
export const NUMBERS = ['+12025550100', '+12025550101', '+12025550102'];

/** The requests of a list, as they are counted. */
export const FIRST = 'first page';
export const LATER = 'later page';

/** Whether the first failure ends the node. */
export const stops = ({ onError }: Pick<Cell, 'onError'>) => onError === 'stopWorkflow';

export function nameOf({ fault, place, onError, retryOnFail, item, lasts }: Cell): string {
	const retry = `retry ${retryOnFail ? 'on' : 'off'}`;
	return [fault.name, place, onError, retry, `${lasts ? 'from' : 'only'} item ${item}`].join(' | ');
}
