import type { Sandbox } from '../../../sandbox';
import { isOlderN8n } from '../../support/built';
import { runNode } from '../../support/engine';
import { NODE_TRIES, ON_ERROR, PLACES, stops, type Cell, type Outcome } from './cell';
import { expectedIn } from './expected';
import { KEY, type FaultCase } from './faultCase';
import { setScene } from './scene';
import { harmIn, seenIn } from './seen';

/** To an older n8n Get and a first page are what a later page is. */
const places = isOlderN8n ? (['Create', 'Get Many, later page'] as const) : PLACES;

/** Whether the fault lasts. With an older n8n it is over where the node is tried again, and lasts elsewhere. */
function coursesOf({ alwaysLasts }: FaultCase, retryOnFail: boolean): boolean[] {
	if (alwaysLasts) return [true];
	return isOlderN8n ? [!retryOnFail] : [true, false];
}

/** All cells of one fault. */
export function cellsOf(fault: FaultCase): Cell[] {
	return places.flatMap((place) =>
		ON_ERROR.flatMap((onError) =>
			[false, true].flatMap((retryOnFail) =>
				coursesOf(fault, retryOnFail).map((lasts) => {
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
	try {
		const result = await runNode({
			// With a name that is given, a rejection of a later page is no reason to try other names.
			credential: { apiKey: KEY, baseUrl: scene.url, cursorParameter: 'cursor' },
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
			harm: harmIn(cell, scene, result),
		};
	} finally {
		await scene.door?.close();
		await sandbox.close();
	}
}
