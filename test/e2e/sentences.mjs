import { require as requireTypeScript } from 'tsx/cjs/api';

/** What people read, where several tests expect it. The engine tests say it in full; here it arrives. */
export const { at, mayHaveBeenPlaced, wrongNumber, TITLES } = requireTypeScript(
	'../support/engineSentences.ts',
	import.meta.url,
);
