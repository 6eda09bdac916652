import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { VoiceAssistantCallsApi } from '../../credentials/VoiceAssistantCallsApi.credentials';
import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';

const { description, methods } = new VoiceAssistantCalls() as INodeType;
const { properties } = description;

const valuesOf = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

const resources = valuesOf(properties.find(({ name }) => name === 'resource') as INodeProperties);
const operationLists = properties.filter(({ name }) => name === 'operation');
const operations = operationLists.flatMap(({ displayOptions, options }) =>
	(options as INodePropertyOptions[]).map((option) => ({
		resource: String(displayOptions?.show?.resource?.[0]),
		option,
	})),
);
const fields = properties.filter(({ name }) => !['resource', 'operation'].includes(name));

/** Every parameter, those inside collections included. */
function everyParameter(list: INodeProperties[]): INodeProperties[] {
	return list.flatMap((parameter) => {
		const inner = (parameter.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
		return [
			parameter,
			...(parameter.type === 'collection' ? everyParameter(inner as INodeProperties[]) : []),
			...(parameter.type === 'fixedCollection'
				? (inner as INodePropertyCollection[]).flatMap(({ values }) => everyParameter(values))
				: []),
		];
	});
}

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
		['Cursor Parameter', 'cursorParameter', 'string', false, 'cursor', undefined, undefined],
		['Page Size Parameter', 'pageSizeParameter', 'string', false, '', 'e.g. limit', undefined],
	]);
	for (const { description: text } of credential.properties) {
		expect(text?.length).toBeGreaterThan(30);
	}
});

test('the operations are those of the API, and Get Outcome', () => {
	expect(
		operations.map(({ resource, option }) => {
			const { method, url } = option.routing?.request ?? {};
			return `${resource}:${String(option.value)} ${String(method)} ${String(url)}`;
		}),
	).toEqual([
		'call:create POST /calls',
		'call:get GET /public/calls/{id}',
		'call:getAll GET /public/calls',
		'call:getOutcome GET /public/calls',
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
	expect(checked).toBe(9);
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
	expect([...new Set(inside('filters', 'getAll'))]).toEqual([
		'field',
		'customField',
		'operator',
		'customOperator',
		'value',
	]);
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

test('texts are whole: labels, and hints that fit into one line', () => {
	const parameters = everyParameter(properties);
	for (const { displayName, hint = '', placeholder, type } of parameters) {
		expect(displayName).not.toBe('');
		expect(hint.length).toBeLessThanOrEqual(120);
		if (type === 'string' && placeholder) expect(placeholder).toMatch(/^e\.g\. /);
	}
});

describe('n8n’s guidelines for what people see', () => {
	const parameters = everyParameter(properties);
	const optionsOf = ({ type, options = [] }: INodeProperties) =>
		['options', 'multiOptions'].includes(type) ? (options as INodePropertyOptions[]) : [];
	const SMALL =
		/^(a|an|and|as|at|but|by|for|from|if|in|of|on|or|per|than|the|to|via|with|without)$/;

	test('labels and choices are in Title Case', () => {
		const labels = [
			description.displayName,
			...parameters.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
			...parameters.flatMap(optionsOf).map(({ name }) => name),
			...parameters.flatMap(({ modes = [] }) => modes.map(({ displayName }) => displayName)),
		];
		const isTitle = (label: string) =>
			label.split(' ').every((word, at) => /^[(\dA-Z]/.test(word) || (at > 0 && SMALL.test(word)));
		expect(labels.length).toBeGreaterThan(90);
		expect(labels.filter((label) => !isTitle(label))).toEqual([]);
	});

	test('actions are in sentence case, without articles, and not what the description says', () => {
		for (const { option } of operations) {
			expect(option.action).toMatch(/^[A-Z][a-z ]+$/);
			expect(option.action).not.toMatch(/\b(a|an|the)\b/i);
			expect(option.description).not.toBe(option.action);
		}
	});

	test('descriptions are sentences: Whether for a switch, a period only between two', () => {
		const texts = parameters.flatMap((parameter) => [
			...[parameter, ...optionsOf(parameter)].flatMap((one) => one.description ?? []),
		]);
		expect(texts.length).toBeGreaterThan(60);
		for (const text of texts) {
			expect(text).toMatch(/^[A-Z]/);
			expect([text, text.endsWith('.')]).toEqual([text, /[.:?] [A-Z0-9]/.test(text)]);
		}
		const switches = parameters.filter(({ type }) => type === 'boolean');
		expect(switches.length).toBeGreaterThan(4);
		for (const { description: text } of switches) expect(text).toMatch(/^Whether /);
	});

	test('long lists are in alphabetical order, but for the days of the week', () => {
		const lists = parameters
			.filter(({ name }) => name !== 'days')
			.map(optionsOf)
			.filter((options) => options.length >= 5);
		expect(lists.length).toBeGreaterThan(3);
		for (const list of lists) {
			const names = list.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('one of many is chosen from a list first', () => {
		const locators = parameters.filter(({ type }) => type === 'resourceLocator');
		expect(locators.map(({ name }) => name)).toEqual(['assistantId', 'callId']);
		for (const locator of locators) {
			expect(locator.default).toEqual({ mode: 'list', value: '' });
			expect(locator.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
		}
	});

	test('what must be filled in is marked, and what need not be has a default', () => {
		const required = parameters.filter((parameter) => parameter.required);
		expect([...new Set(required.map(({ name }) => name))].sort()).toEqual([
			'assistantId',
			'callId',
			'endpointPath',
			'phoneNumber',
			'recordId',
			'startedAfter',
		]);
		for (const parameter of parameters) expect(parameter.default).toBeDefined();
	});
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
