import type { IDataObject } from 'n8n-workflow';

import type { ServiceSettings } from '../../nodes/service/credential';
import { readRecords, type ListRequest } from '../../nodes/service/pages';
import { keyRedactor } from '../../nodes/service/redact';
import { SERVICE, scriptedClient, type Script } from './scriptedClient';
import { rejectionOf } from './userError';

export const LIST: ListRequest = {
	path: '/public/calls',
	query: { filter: ['Status:==:unread'] },
};

export const ids = (...names: string[]): IDataObject[] => names.map((Id) => ({ Id }));

interface ReadOptions {
	list?: ListRequest;
	service?: Partial<ServiceSettings>;
	limit?: number;
}

/** Reads a list from a script of responses: what came out, and with which queries. */
export async function readPages(
	script: Script[],
	{ list = LIST, service, limit = Infinity }: ReadOptions = {},
) {
	const { client, requests } = scriptedClient(script, {
		service: { ...SERVICE, ...service },
		redact: keyRedactor('sk-live-1'),
	});
	const reading = readRecords(client, list, limit);
	const records = await reading.catch((error: Error) => error);
	return { records, reading, queries: requests.map(({ query }) => query), requests };
}

/** The error with which reading ends, and after how many requests. */
export async function readingFails(script: Script[], options?: ReadOptions) {
	const { reading, requests } = await readPages(script, options);
	return { ...(await rejectionOf(reading)), after: requests.length };
}
