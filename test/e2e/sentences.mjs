import { require as requireTypeScript } from 'tsx/cjs/api';

/*
 * What people read, where several suites expect it. The engine tests say it in full; here it is
 * shown that it arrives.
 */
export const { at, mayHaveBeenPlaced, wrongNumber, TITLES } = requireTypeScript(
	'../support/engineSentences.ts',
	import.meta.url,
);

/** What an AI agent reads of Create, and how n8n names a new node. */
export const CREATE_ACTION = 'Place real phone call';

/** Why a number is skipped that was called not long ago: its beginning. */
export const wasCalled = (number) => `${number} was called `;
