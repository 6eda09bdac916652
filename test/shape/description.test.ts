import { VoiceAssistantCallsApi } from '../../credentials/VoiceAssistantCallsApi.credentials';
import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';
import {
	description,
	everyParameter,
	fields,
	methods,
	operationLists,
	operations,
	properties,
	resources,
	valuesOf,
} from '../support/description';

test('the node is what n8n shows of it before it is opened', () => {
	expect(description).toEqual({
		displayName: 'Voice Assistant Calls',
		name: 'voiceAssistantCalls',
		icon: { light: 'file:voiceAssistantCalls.svg', dark: 'file:voiceAssistantCalls.dark.svg' },
		group: ['output'],
		version: 1,
		description: expect.stringMatching(/^Place phone calls /),
		subtitle: expect.stringMatching(/^=\{\{ .*getAll: "Get Many".* \}\}$/),
		defaults: { name: 'Voice Assistant Calls' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'voiceAssistantCallsApi', required: true }],
		hints: [expect.objectContaining({ whenToDisplay: 'afterExecution' })],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties,
	});
	expect(properties[0]).toEqual({
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map((value) => ({ name: value[0].toUpperCase() + value.slice(1), value })),
		default: 'call',
	});
});

test('the fields of the credential are those of the first release, the key masked', () => {
	const credential = new VoiceAssistantCallsApi();
	const icons = Object.values(credential.icon).map((icon) => String(icon).split('/').pop());

	expect(credential.name).toBe('voiceAssistantCallsApi');
	expect(credential.displayName).toBe('Voice Assistant Calls API');
	expect(icons).toEqual(['voiceAssistantCalls.svg', 'voiceAssistantCalls.dark.svg']);
	expect(credential.documentationUrl).toMatch(/^https:.*\/docs\/credential\.md$/);
	const shown = credential.properties.filter(({ type }) => type !== 'hidden');
	expect(
		shown.map(({ displayName, name, type, required = false, ...rest }) => [
			displayName,
			name,
			type,
			required,
			rest.default,
			rest.placeholder,
			rest.typeOptions,
		]),
	).toEqual([
		['API Key', 'apiKey', 'string', true, '', undefined, { password: true }],
		['Base URL', 'baseUrl', 'string', true, '', 'e.g. https://api.example.com', undefined],
		['Advanced', 'advanced', 'boolean', false, false, undefined, undefined],
		['Create Path', 'createPath', 'string', false, '/calls', undefined, undefined],
		['Calls Path', 'callsPath', 'string', false, '/public/calls', undefined, undefined],
		['Key Header', 'keyHeader', 'options', false, 'documented', undefined, undefined],
		['Cursor Parameter', 'cursorParameter', 'string', false, '', 'e.g. cursor', undefined],
		['Page Size Parameter', 'pageSizeParameter', 'string', false, '', 'e.g. limit', undefined],
	]);
	for (const { description: text } of credential.properties) {
		expect(text?.length).toBeGreaterThan(30);
	}
});

test('the operations are those of the API, Get Outcome and Get Report', () => {
	expect(
		operations.map(({ resource, option }) => {
			const { method, url } = option.routing?.request ?? {};
			return `${resource}:${String(option.value)} ${String(method)} ${String(url)}`;
		}),
	).toEqual([
		'call:create POST ={{ $credentials.createPath }}',
		'call:get GET ={{ $credentials.callsPath }}/{id}',
		'call:getAll GET ={{ $credentials.callsPath }}',
		'call:getOutcome GET ={{ $credentials.callsPath }}',
		'call:getReport GET ={{ $credentials.callsPath }}',
		'calendar:get GET /public/calendars/{id}',
		'calendar:getAll GET /public/calendars',
		'company:get GET /public/company',
		'event:get GET /public/events/{id}',
		'event:getAll GET /public/events',
	]);
});

test('every operation is carried out by its function, and says what it does', () => {
	let checked = 0;
	for (const { option } of operations) {
		expect(option.routing?.send).toEqual({ paginate: true });
		expect(typeof option.routing?.operations?.pagination).toBe('function');
		expect(option.action).toMatch(/^[A-Z]/);
		expect(option.description?.length).toBeGreaterThan(10);
		checked++;
	}
	expect(checked).toBe(10);
});

test('every resource has one list of operations, whose default does not dial', () => {
	expect(operationLists.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual([
		['call'],
		['calendar'],
		['company'],
		['event'],
	]);
	expect(resources).toEqual(['call', 'calendar', 'company', 'event']);
	for (const list of operationLists) {
		expect(valuesOf(list)).toContain(list.default);
		expect(list.default).not.toBe('create');
	}
	expect(operationLists[0].default).toBe('getAll');
});

test('what places a call says so to people and to AI agents', () => {
	const [{ option }] = operations;

	expect(description.description).toMatch(/Each run of Create places a real call/);
	expect(option.action).toBe('Place real phone call');
	expect(option.description).toMatch(/Each run places a real call/);
});

test('every field is shown for operations that exist, and names them', () => {
	let checked = 0;
	for (const { displayOptions } of fields) {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		expect(resource).toHaveLength(1);
		expect(operation).toHaveLength(1);
		expect(operations).toContainEqual(
			expect.objectContaining({
				resource: resource[0],
				option: expect.objectContaining({ value: operation[0] }),
			}),
		);
		checked++;
	}
	expect(checked).toBe(fields.length);
	expect(checked).toBeGreaterThan(25);
});

test('the names that saved workflows hold are those of the first release', () => {
	const namesOf = (resource: string, operation: string) => [
		...new Set(
			fields
				.filter(
					({ displayOptions }) =>
						displayOptions?.show?.resource?.[0] === resource &&
						displayOptions.show.operation?.[0] === operation,
				)
				.map(({ name }) => name),
		),
	];
	const inside = (name: string, operation: string) =>
		everyParameter(
			fields.filter(
				(field) => field.name === name && field.displayOptions?.show?.operation?.[0] === operation,
			),
		)
			.slice(1)
			.map((parameter) => parameter.name);

	expect(namesOf('call', 'create')).toEqual([
		'realCallNotice',
		'assistantId',
		'phoneNumber',
		'variablesMode',
		'variables',
		'variablesJson',
		'options',
	]);
	expect(inside('options', 'create')).toEqual([
		'callingHours',
		...['from', 'to', 'days', 'timezone'],
		'cleanPhoneNumber',
		'countryCode',
		'doNotCall',
		'dryRun',
		'duplicateNumbers',
		'emptyVariables',
		'maxAttempts',
		...['calls', 'days'],
		'pauseBetweenCalls',
		'requestsAtOnce',
		'skipAfterKeywords',
		'skipIfCalledWithin',
		'waitWhenRateLimited',
	]);
	expect(inside('variables', 'create')).toEqual(['name', 'value']);
	expect(namesOf('call', 'get')).toEqual(['callId', 'output', 'outputFields']);
	expect(namesOf('call', 'getAll')).toEqual([
		'returnAll',
		'limit',
		'dateRange',
		'startedAfter',
		'startedBefore',
		'filters',
		'sort',
		'output',
		'outputFields',
		'options',
	]);
	expect(namesOf('call', 'getOutcome')).toEqual([
		'phoneNumber',
		'assistantId',
		'startedAfter',
		'waitUpTo',
		'output',
		'outputFields',
		'options',
	]);
	expect(inside('options', 'getOutcome')).toEqual(['pollInterval']);
	expect(namesOf('call', 'getReport')).toEqual([
		'dateRange',
		'startedAfter',
		'startedBefore',
		'filters',
		'options',
	]);
	expect(inside('options', 'getReport')).toEqual([
		'callbackKeywords',
		'compareWithPrevious',
		'language',
		'listedCallbacks',
		'pageSize',
	]);
	for (const operation of ['getAll', 'getReport']) {
		expect([...new Set(inside('filters', operation))]).toEqual([
			'field',
			'customField',
			'operator',
			'customOperator',
			'value',
		]);
	}
	expect(inside('sort', 'getAll')).toEqual(['field', 'direction']);
	expect(inside('options', 'getAll')).toEqual(['pageSize']);
	for (const resource of ['calendar', 'event']) {
		expect(namesOf(resource, 'get')).toEqual(['recordId', 'endpointPath']);
		expect(namesOf(resource, 'getAll')).toEqual(['returnAll', 'limit', 'endpointPath']);
	}
	expect(namesOf('company', 'get')).toEqual(['endpointPath']);
});

test('the operations that are only named have the assumed path filled in, and say so', () => {
	const named = operations.filter(({ resource }) => resource !== 'call');
	expect(named).toHaveLength(5);
	for (const { resource, option } of named) {
		const own = fields.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.[0] === resource &&
				displayOptions.show.operation?.[0] === option.value,
		);
		const path = own.find(({ name }) => name === 'endpointPath');
		expect(path).toMatchObject({ required: true, default: option.routing?.request?.url });
		expect(path?.description).toMatch(/API reference doesn't document it/);
		const hasPlace = String(path?.default).includes('{id}');
		expect(own.filter(({ name, required }) => name === 'recordId' && required)).toHaveLength(
			hasPlace ? 1 : 0,
		);
		// What has to be filled in stands first, what is assumed last.
		expect(own[own.length - 1].name).toBe('endpointPath');
	}
});

test('no value of a list begins with "=", which n8n would take for an expression', () => {
	const lists = everyParameter(properties).filter(({ type }) =>
		['options', 'multiOptions'].includes(type),
	);
	expect(lists.length).toBeGreaterThan(15);
	for (const list of lists) {
		for (const value of valuesOf(list)) expect(value).not.toMatch(/^=/);
	}
});

test('routing stands at the operations alone', () => {
	// A fixed collection with routing would hand the credential to expressions in its rows, and every
	// routed field costs evaluations for each item.
	expect(everyParameter(properties).filter(({ routing }) => routing)).toEqual([]);
	expect(JSON.stringify(description)).not.toMatch(/rootProperty|\$parent/);
});

test('an option of Create that is added arrives with a value that does something', () => {
	const [options] = fields.filter(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.[0] === 'create',
	);
	const added = everyParameter([options]).slice(1);
	expect(Object.fromEntries(added.map((option) => [option.name, option.default]))).toEqual({
		callingHours: { window: {} },
		from: '08:00',
		to: '20:00',
		timezone: '',
		cleanPhoneNumber: false,
		countryCode: '',
		days: 14,
		doNotCall: '',
		dryRun: true,
		duplicateNumbers: 'callOnce',
		emptyVariables: 'skip',
		maxAttempts: { limit: {} },
		calls: 3,
		pauseBetweenCalls: 5,
		requestsAtOnce: 1,
		skipAfterKeywords: 'WrongNumber',
		skipIfCalledWithin: 24,
		waitWhenRateLimited: true,
	});
});

test('operations that must see their whole list are custom operations as well', () => {
	const { customOperations } = new VoiceAssistantCalls();
	expect(Object.keys(customOperations)).toEqual(['call']);
	expect(Object.keys(customOperations.call)).toEqual(['create', 'getOutcome']);
});

test('every list in the editor has the function that fills it', () => {
	const searched = everyParameter(properties).flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	expect(searched).toEqual(['searchAssistants', 'searchCalls']);
	expect(Object.keys(methods?.listSearch ?? {})).toEqual(searched);
});
