/** Which connections are reset. */
export interface Reset {
	/** Before the request reaches the sandbox, or in the place of the answer, the request carried out. */
	at: 'unread' | 'answer';
	/** Looks at the request as it came over the wire. Default: every request. */
	matches?: (request: string) => boolean;
	/** How many matching requests pass before the first reset. Default 0. */
	skip?: number;
	/** How many matching requests are reset. Default: every one. */
	times?: number;
}

export interface Door {
	/** `http://127.0.0.1:PORT`, without a trailing slash. */
	readonly url: string;
	reset(rule: Reset): void;
	/** Refuses every connection after this many. */
	refuseAfter(connections: number): void;
	close(): Promise<void>;
}

export function startDoor(target: string): Promise<Door>;
