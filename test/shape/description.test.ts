import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { VoiceAssistantCallsApi } from '../../credentials/VoiceAssistantCallsApi.credentials';
import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';
import { VoiceAssistantCallsTrigger } from '../../nodes/VoiceAssistantCallsTrigger/VoiceAssistantCallsTrigger.node';
import { fieldsOf, partsOf } from './fields';
import { exists, read } from './files';

const node = new VoiceAssistantCalls();
const trigger = new VoiceAssistantCallsTrigger();
const credential = new VoiceAssistantCallsApi();
const { description } = node as INodeType;
const { properties } = description;

/** The values of a list. */
const valuesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

const resources = valuesOf(properties.find(({ name }) => name === 'resource') as INodeProperties);
/** The field Operation of every resource. */
const operationLists = properties.filter(({ name }) => name === 'operation');
const operations = operationLists.flatMap(({ displayOptions, options }) =>
	(options as INodePropertyOptions[]).map((option) => ({
		resource: String(displayOptions?.show?.resource?.[0]),
		option,
	})),
);
/** All other fields. */
const fields = properties.filter(({ name }) => !['resource', 'operation'].includes(name));

const iconsIn = (folder: string) => ({
	light: `file:${folder}voiceAssistantCalls.svg`,
	dark: `file:${folder}voiceAssistantCalls.dark.svg`,
});

test('node and trigger are what n8n shows of them before they are opened', () => {
	const shared = (displayName: string) => ({
		displayName,
		defaults: { name: displayName },
		version: 1,
		outputs: ['main'],
		credentials: [{ name: 'voiceAssistantCallsApi', required: true }],
	});
	expect(description).toEqual({
		...shared('Voice Assistant Calls'),
		name: 'voiceAssistantCalls',
		icon: iconsIn(''),
		group: ['output'],
		description: expect.stringMatching(/^Place phone calls /),
		subtitle: expect.stringMatching(/^=\{\{ .*getAll: "Get Many".* \}\}$/),
		inputs: ['main'],
		usableAsTool: true,
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties,
	});
	const [resource] = properties;
	expect(resource).toMatchObject({ name: 'resource', default: 'call', noDataExpression: true });
	expect(Object.keys(node.methods.listSearch)).toEqual(['searchAssistants', 'searchCalls']);

	expect(trigger.description).toEqual({
		...shared('Voice Assistant Calls Trigger'),
		name: 'voiceAssistantCallsTrigger',
		icon: iconsIn('../VoiceAssistantCalls/'),
		group: ['trigger'],
		description: expect.stringMatching(/^Place phone calls .*, and start workflows /),
		subtitle: expect.stringMatching(/^=\{\{ .*callStarted: "Call Started".* \}\}$/),
		polling: true,
		inputs: [],
		properties: expect.anything(),
	});
	const [event, ...others] = trigger.description.properties;
	expect(event).toMatchObject({ name: 'event', default: 'callEnded' });
	expect(valuesOf(event)).toEqual(['callEnded', 'callStarted', 'transcriptReady']);
	expect(others.map(({ name }) => name)).toEqual(['filters', 'output', 'outputFields', 'options']);
});

test('the fields of the credential are those of the first release, the key masked', () => {
	expect(credential.name).toBe('voiceAssistantCallsApi');
	expect(credential.displayName).toBe('Voice Assistant Calls API');
	expect(credential.icon).toEqual(iconsIn('../nodes/VoiceAssistantCalls/'));
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
	expect(valuesOf(shown[5])).toEqual(['documented', 'authentication', 'authorization']);
});

test.each([true, false])('the credential keeps every value where Advanced is %s', (advanced) => {
	const paths = { createPath: '/v2/calls', callsPath: '/v2/all', keyHeader: 'authorization' };
	const names = { cursorParameter: 'after', pageSizeParameter: 'limit' };
	const saved = { apiKey: 'key', baseUrl: 'https://x.test', advanced, ...paths, ...names };
	// As n8n does before a node gets the credential (credentials-helper.js of n8n 2.41.1).
	const kept = NodeHelpers.getNodeParameters(credential.properties, saved, true, false, null, null);
	expect(kept).toEqual(saved);
	const shown = credential.properties.filter(
		(field) => field.type !== 'hidden' && NodeHelpers.displayParameter(saved, field, null, null),
	);
	const rest = advanced ? Object.keys({ ...paths, ...names }) : [];
	expect(shown.map(({ name }) => name)).toEqual(['apiKey', 'baseUrl', 'advanced', ...rest]);
});

test('no text of a form is empty, and every field has its name and type', () => {
	const forms = [node.description, trigger.description, credential];
	for (const [, part] of forms.flatMap(({ properties: form }) => [...partsOf(form)])) {
		const { type, displayName, name, description: text, hint, placeholder, action } = part;
		expect([displayName, name, type, text, hint, placeholder, action]).not.toContain('');
		const isField = !('value' in part || 'values' in part);
		if (isField) expect([displayName, name, type]).not.toContain(undefined);
	}
});

test('the operations are those of the API, Get Outcome and Get Report, each with its function', () => {
	expect(
		operations.map(({ resource, option }) => {
			const { request, send, operations: own } = option.routing ?? {};
			expect(send).toEqual({ paginate: true });
			expect(typeof own?.pagination).toBe('function');
			const { method, url } = request ?? {};
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

test.each(operations)('$resource: $option.name is where people look for it', (one) => {
	const { resource, option } = one;
	const schema = `nodes/VoiceAssistantCalls/__schema__/v1.0.0/${resource}/${String(option.value)}.json`;
	expect(exists(schema)).toBe(true);
	if (option.value !== 'create') {
		expect(description.subtitle).toContain(`${String(option.value)}: "${option.name}"`);
	}
	const table = read('README.md').split('## Operations')[1];
	expect(table).toMatch(
		new RegExp(`\\| [\\w ,]*${resource}[\\w ,]*\\| [^|]*\\b${option.name}\\b`, 'i'),
	);
});

test('every resource has one list of custom operations, whose default does not dial', () => {
	expect(resources).toEqual(['call', 'calendar', 'company', 'event']);
	expect(operationLists.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
		resources.map((resource) => [resource]),
	);
	for (const list of operationLists) expect(valuesOf(list)).toContain(list.default);
	expect(operationLists[0].default).toBe('getAll');
	// n8n runs custom operations in place of the hook.
	const names = resources.map((resource) => Object.keys(node.customOperations[resource]));
	expect(names).toEqual(operationLists.map(valuesOf));
});

test('what places a call says so to people and to AI agents', () => {
	const { option } = operations.find(({ option: { value } }) => value === 'create')!;
	expect(description.description).toMatch(/Each run of Place Call places a real call/);
	expect(option.action).toBe('Place real phone call');
	expect(option.description).toMatch(/Each run places a real call/);
});

/**
 * Saved workflows hold names, and leave out what is the default. So nothing that was released may
 * disappear, or change its default; what is added needs no line here before its release.
 */
const RELEASED: Record<string, Record<string, unknown>> = {
	'call create': {
		assistantId: { mode: 'list', value: '' },
		phoneNumber: '',
		variablesMode: 'fields',
		variables: {},
		'variables.name': '',
		'variables.value': '',
		variablesJson: '{}',
		options: {},
		'options.callingHours': { window: [{}] },
		'options.callingHours.from': '08:00',
		'options.callingHours.to': '20:00',
		'options.callingHours.days': ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
		'options.callingHours.timezone': '',
		'options.callsInProgress': 5,
		'options.countryCode': '',
		'options.daysOff': '',
		'options.doNotCall': '',
		'options.dryRun': true,
		'options.duplicateNumbers': 'callOnce',
		'options.emptyVariables': 'skip',
		'options.maxAttempts': { limit: {} },
		'options.maxAttempts.calls': 3,
		'options.maxAttempts.days': 14,
		'options.pauseBetweenCalls': 5,
		'options.redialPlan': '4h, 1d, 3d',
		'options.requestsAtOnce': 1,
		'options.skipAfterKeywords': 'WrongNumber',
		'options.skipIfCalledWithin': 24,
		'options.stopAfterFailures': 5,
		'options.waitWhenRateLimited': true,
	},
	'call get': { callId: { mode: 'list', value: '' }, output: 'simplified', outputFields: [] },
	'call getAll': {
		returnAll: false,
		limit: 50,
		dateRange: 'any',
		startedAfter: '',
		startedBefore: '',
		filters: {},
		'filters.field': 'Keywords',
		'filters.customField': '',
		'filters.operator': 'array-contains-any',
		'filters.customOperator': '',
		'filters.value': '',
		sort: {},
		'sort.field': 'StartedAt',
		'sort.direction': 'asc',
		output: 'simplified',
		outputFields: [],
		options: {},
	},
	'call getOutcome': {
		phoneNumber: '={{ $json.phone_number }}',
		assistantId: '={{ $json.assistant_id }}',
		startedAfter: "={{ $json.requestedAt ?? '' }}",
		waitUpTo: 10,
		output: 'simplified',
		outputFields: [],
		options: {},
		'options.pollInterval': 10,
	},
	'call getReport': {
		dateRange: 'yesterday',
		startedAfter: '',
		startedBefore: '',
		filters: {},
		options: {},
		'options.callbackKeywords': 'Callback',
		'options.compareWithPrevious': true,
		'options.language': 'en',
		'options.listedCallbacks': 40,
		'options.pageSize': 100,
	},
	'calendar get': { recordId: '', endpointPath: '/public/calendars/{id}' },
	'calendar getAll': { returnAll: false, limit: 50, endpointPath: '/public/calendars' },
	'company get': { endpointPath: '/public/company' },
	'event get': { recordId: '', endpointPath: '/public/events/{id}' },
	'event getAll': { returnAll: false, limit: 50, endpointPath: '/public/events' },
};

test.each(Object.entries(RELEASED))(
	'nothing of %s that was released disappears or changes its default',
	(place, released) => {
		const [resource, operation] = place.split(' ');
		const own = fields.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.[0] === resource &&
				displayOptions.show.operation?.[0] === operation,
		);
		// Of several fields with one name, each shown for other values, the last stands for all.
		const now = Object.fromEntries([...partsOf(own)].map(([path, part]) => [path, part.default]));
		const names = Object.keys(released);
		expect(names.filter((name) => !(name in now))).toEqual([]);
		for (const name of names.filter((each) => !each.endsWith('outputFields'))) {
			expect([name, now[name]]).toEqual([name, released[name]]);
		}
	},
);

/** What workflows have saved of a choice, by the name of its field. */
const CHOICES = {
	variablesMode: ['fields', 'input', 'json'],
	output: ['raw', 'selected', 'simplified'],
	days: ['fri', 'mon', 'sat', 'sun', 'thu', 'tue', 'wed'],
	duplicateNumbers: ['callEach', 'callOnce'],
	emptyVariables: ['call', 'skip', 'stop'],
	outputFields: [
		...['Assistant', 'AssistantName', 'CallId', 'Company', 'DurationSeconds', 'EndedAt', 'Flags'],
		...['Keywords', 'PhoneNumber', 'StartedAt', 'Status', 'Summary', 'Transcript'],
		'TranscriptText',
	],
	dateRange: [
		...['any', 'custom', 'last24Hours', 'last30Days', 'last7Days', 'lastMonth', 'lastWeek'],
		...['thisMonth', 'thisWeek', 'today', 'yesterday'],
	],
	field: [
		...['Assistant', 'AssistantName', 'Company', 'EndedAt', 'Flags', 'Id', 'Keywords'],
		...['PhoneNumber', 'StartedAt', 'Status', 'Summary', 'custom'],
	],
	operator: ['array-contains-any', 'custom', 'equals', 'not'],
	direction: ['asc', 'desc'],
	language: ['de', 'en', 'fr', 'nl'],
	event: ['callEnded', 'callStarted', 'transcriptReady'],
};

test.each(Object.entries(CHOICES))('the choices of %s keep their values', (name, released) => {
	const all = fieldsOf([...properties, ...trigger.description.properties]);
	const values = all.filter((one) => one.name === name).flatMap(valuesOf);
	expect([...new Set(values)].sort()).toEqual(released);
});

test('texts keep to those of n8n’s guidelines that its lint does not check', () => {
	for (const { option } of operations) {
		expect(option.action).toMatch(/^[A-Z][a-z ]+$/);
		expect(option.action).not.toMatch(/\b(a|an|the)\b/i);
		expect(option.description).not.toBe(option.action);
	}
	for (const { hint = '', placeholder, type } of fieldsOf(properties)) {
		expect(hint.length).toBeLessThanOrEqual(120);
		if (type === 'string' && placeholder) expect(placeholder).toMatch(/^e\.g\. /);
	}
});

test('what must be filled in is marked', () => {
	const required = fieldsOf(properties).filter((parameter) => parameter.required);
	const names = [...['assistantId', 'callId', 'endpointPath', 'phoneNumber', 'startedAfter']];
	expect([...new Set(required.map(({ name }) => name))].sort()).toEqual(names);
});

test('routing stands at the operations alone', () => {
	// A fixed collection with routing would hand the credential to expressions in its rows, and every
	// routed field costs evaluations for each item.
	expect(fieldsOf(properties).filter(({ routing }) => routing)).toEqual([]);
	expect(JSON.stringify(description)).not.toMatch(/rootProperty|\$parent/);
});
