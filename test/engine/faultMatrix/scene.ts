import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startDoor, type Door } from '../../support/door';
import { FIRST, LATER, NUMBERS, type Cell } from './cell';
import { KEY } from './faultCase';

/* A service that is about to fail, and what the node is asked to do there. */

const RECORDS = 6;
const PAGE_SIZE = 2;

export interface Scene {
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

/** Starts the service of a cell. */
export async function setScene(cell: Cell, foreign: Sandbox): Promise<Scene> {
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
				output: 'raw',
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
			output: 'raw',
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
