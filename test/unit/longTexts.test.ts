import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { callOperations } from '../../nodes/VoiceAssistantCalls/resources/call';

/* Whatever expressions and services bring in, people read no more than a few sentences of it. */

const MOST = 2000;
const LONG = 'Ä x\n'.repeat(250_000);
const COLUMNS = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`c${index}`, '']));
const REQUESTED = new Date().toISOString();

/** What an expression may give in the place of any value. */
const VALUES: unknown[] = [
	...[LONG, '9'.repeat(1_000_000), `+49${'0'.repeat(1_000_000)}`, LONG.split('\n')],
	...[COLUMNS, { [LONG]: LONG }, [COLUMNS], { toJSON: () => LONG }, 10n ** 5000n],
];

/** A response of the service: to the look-up, and to the call. */
type Service = (method: unknown) => { statusCode: number; headers?: IDataObject; body?: unknown };

const listed =
	(record: IDataObject): Service =>
	() => ({ statusCode: 200, body: { data: [{ PhoneNumber: '+4930123456', ...record }] } });

const SERVICES: Service[] = [
	...[200, 302, 400, 401, 404, 501].flatMap((statusCode) =>
		[LONG, `<html><title>${LONG}`, { message: LONG }, { errors: COLUMNS }, [LONG]].map(
			(body) => () => ({ statusCode, headers: { location: LONG }, body }),
		),
	),
	listed({ AssistantName: LONG, Id: LONG, Status: LONG, StartedAt: REQUESTED }),
	listed({ Keywords: [LONG, `${LONG}WrongNumber`, 'WrongNumber'.padEnd(1_000_000)] }),
	() => {
		throw Object.assign(new Error(LONG), { description: LONG });
	},
];

interface Case {
	fields?: IDataObject;
	service?: Service;
	json?: IDataObject;
	stops: boolean;
}

const CREATE: Record<string, unknown> = {
	assistantId: 'asst-1',
	phoneNumber: '+4930123456',
	variablesMode: 'fields',
	variables: { variable: [{ name: 'a', value: 'x' }] },
	requestOptions: {},
};
const GET_OUTCOME: Record<string, unknown> = {
	...{ phoneNumber: '+4930123456', assistantId: 'asst-1', startedAfter: REQUESTED, waitUpTo: 0 },
	requestOptions: {},
};
const OPTIONS = [
	...['cleanPhoneNumber', 'countryCode', 'dryRun', 'pauseBetweenCalls', 'requestsAtOnce'],
	...['waitWhenRateLimited', 'doNotCall', 'duplicateNumbers', 'emptyVariables', 'callingHours'],
	...['maxAttempts', 'skipAfterKeywords', 'skipIfCalledWithin'],
];
const HOURS = { from: '00:00', to: '24:00', days: ['mon'], timezone: 'Europe/Berlin' };
const GUARDED = { skipIfCalledWithin: 24, skipAfterKeywords: 'WrongNumber' };

/** The fields of Create with a value in each place that an expression can fill. */
function placesIn(value: unknown): IDataObject[] {
	const inOptions = (options: object) => ({ options });
	return [
		...Object.keys(CREATE).map((name) => ({ [name]: value })),
		{ variables: { variable: [{ name: value, value: '' }] } },
		{
			variables: {
				variable: [
					{ name: 'a', value },
					{ name: value, value },
				],
			},
		},
		...[value, COLUMNS].map((json) => ({ variablesMode: 'json', variablesJson: json })),
		...['proxy', 'timeout'].map((name) => ({ requestOptions: { [name]: value } })),
		{ options: value },
		...OPTIONS.map((name) => inOptions({ [name]: value })),
		...Object.keys(HOURS).map((name) =>
			inOptions({ callingHours: { window: { ...HOURS, [name]: value } } }),
		),
		...['calls', 'days'].map((name) =>
			inOptions({ maxAttempts: { limit: { calls: 1, days: 1, [name]: value } } }),
		),
		inOptions({ doNotCall: [value] }),
		inOptions(Object.fromEntries(OPTIONS.map((name) => [name, value]))),
	] as IDataObject[];
}

/** All that a person may read of a run on two items. */
async function textsOf(
	operation: 'create' | 'getOutcome',
	{ fields = {}, service = () => ({ statusCode: 200, body: {} }), json = {}, stops }: Case,
): Promise<string[]> {
	const hints: string[] = [];
	const parameters = { ...(operation === 'create' ? CREATE : GET_OUTCOME), ...fields };
	const context = {
		getInputData: (_: number, name?: string) => (name ? [{ json: {} }] : [{ json }, { json }]),
		getExecuteData: () => hints,
		getNode: () => ({ name: 'Calls', parameters: {} }),
		continueOnFail: () => !stops,
		getExecutionCancelSignal: () => undefined,
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ apiKey: 'key-1', baseUrl: 'https://api.example.com' }),
		getNodeParameter: (name: string, _: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		helpers: {
			httpRequestWithAuthentication: async (_: string, { method }: IDataObject) => ({
				headers: {},
				...service(method),
			}),
		},
	} as unknown as IExecuteFunctions;
	const result = await callOperations[operation].call(context).catch((error: Error) => error);
	if (result instanceof Error) {
		const { message, description } = result as Error & { description: string };
		return [message, description, ...hints];
	}
	const told = result[0].flatMap(({ json: { reason, error, message, skippedBy } }) =>
		[reason, error, message, skippedBy].filter(Boolean).map(String),
	);
	return [...told, ...hints];
}

const NOT_CALLED = { startedAfter: '' };

const CASES: Array<['create' | 'getOutcome', Omit<Case, 'stops'>]> = [
	...VALUES.flatMap((value) => [
		...placesIn(value).map((fields) => ['create', { fields }]),
		...[...Object.keys(GET_OUTCOME), 'output', 'options'].map((name) => [
			'getOutcome',
			{ fields: { [name]: value } },
		]),
		['getOutcome', { fields: { output: 'selected', outputFields: value } }],
		['getOutcome', { fields: { options: { pollInterval: value } } }],
		[
			'getOutcome',
			{ json: { outcome: 'skipped', reason: value, skippedBy: value }, fields: NOT_CALLED },
		],
	]),
	...SERVICES.flatMap((service) => [
		['create', { service }],
		['create', { service, fields: { options: GUARDED } }],
		['getOutcome', { service }],
	]),
] as never;

it.each([true, false])(
	'no error, reason or hint is long, whatever is in a field or comes from the service; stops: %s',
	async (stops) => {
		const long: string[] = [];
		let count = 0;
		for (const [operation, fields] of CASES) {
			for (const text of await textsOf(operation, { ...fields, stops })) {
				count++;
				if (text.length >= MOST) long.push(`${operation}, ${text.length}: ${text.slice(0, 99)}`);
			}
		}
		expect(long).toEqual([]);
		// So that it does not pass by reading nothing.
		expect(count).toBeGreaterThan(CASES.length);
	},
);
