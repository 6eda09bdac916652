/*
 * The shapes of the API, as docs/api.md describes them.
 */

/** One spoken turn of a call. */
export interface TranscriptEntry {
	/** Zero-based position of the turn in the conversation. */
	Sorting: number;
	Role: string;
	Text: string;
}

/** A call record. */
export interface Call {
	Id: string;
	Company: string;
	Status: string;
	Assistant: string;
	AssistantName: string;
	/** The number of the other party, or `Web` for a call from a web channel. */
	PhoneNumber: string;
	/** Empty while the call goes on. */
	Summary: string;
	/** ISO 8601, UTC. */
	StartedAt: string;
	/** ISO 8601, UTC; empty while the call goes on. */
	EndedAt: string;
	Transcript: TranscriptEntry[];
	/** Empty while the call goes on. */
	Keywords: string[];
	/** One element that holds comma-separated words. */
	Flags: string[];
}

/** The fields of a call that hold one text: they can be compared and sorted by. */
export const textFields = [
	'Id',
	'Company',
	'Status',
	'Assistant',
	'AssistantName',
	'PhoneNumber',
	'Summary',
	'StartedAt',
	'EndedAt',
] as const;

/** The fields of a call that hold a list of texts. */
export const listFields = ['Keywords', 'Flags'] as const;

/** A page of a list. */
export interface Page {
	data: unknown[];
	hasMore: boolean;
	/** Empty when there is no further page. */
	nextCursor: string;
}

/** A call that was accepted and placed. */
export interface PlacedCall {
	assistant_id: string;
	phone_number: string;
	/** Every further property of the request. */
	variables: Record<string, string>;
	/** When it was accepted: ISO 8601, UTC. */
	at: string;
}

/** The turns of a conversation as one text: the summary in the sample of the API reference. */
export function joinTurns(transcript: readonly TranscriptEntry[]): string {
	return transcript.map(({ Role, Text }) => `${Role}: ${Text}`).join('\n');
}
