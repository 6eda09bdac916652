import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';

/** A list for Create as n8n hands it over, without an engine. */
export interface CreateList {
	/** The json of each input item. */
	items: unknown[];
	/** The value of a field for an item; undefined for its default. */
	field: (name: string, index: number) => unknown;
	/** In the place of n8n's request helper. */
	request: (options: IDataObject) => Promise<unknown>;
	stopsOnError?: () => boolean;
	signal?: () => AbortSignal | undefined;
	hint?: (message: string) => void;
}

/** n8n's context of a run, of which `getExecuteData` stays the same in all attempts. */
export function createContext(list: CreateList): IExecuteFunctions {
	const { items, field, request, stopsOnError = () => true, signal, hint } = list;
	const executeData = { data: { main: [[]] } };
	return {
		getInputData: (_: number, name?: string) =>
			name ? [{ json: {} }] : items.map((json) => ({ json })),
		getExecuteData: () => executeData,
		getNode: () => ({ name: 'Create', parameters: {} }),
		continueOnFail: () => !stopsOnError(),
		getExecutionCancelSignal: () => signal?.(),
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ apiKey: 'key-1', baseUrl: 'https://api.example.com' }),
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			field(name, index) ?? fallback,
		helpers: {
			httpRequestWithAuthentication: async (_: string, options: IDataObject) =>
				await request(options),
		},
		addExecutionHints: ({ message }: { message: string }) => hint?.(message),
	} as unknown as IExecuteFunctions;
}

/** Carries out one attempt: what comes out of the regular output, or the error that ends the node. */
export async function attemptCreate(context: IExecuteFunctions): Promise<IDataObject[] | Error> {
	const { create } = new VoiceAssistantCalls().customOperations!.call;
	return await create.call(context).then(
		(result) => (Array.isArray(result) ? result[0].map(({ json }) => json) : []),
		(error: Error) => error,
	);
}
