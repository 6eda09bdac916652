import type { INodeProperties } from 'n8n-workflow';

import { createCalls } from '../create';
import { CreateState } from '../create/createState';
import { createFields } from '../create/fields';
import { getCall, getFields } from '../get';
import { getAllFields, getManyCalls } from '../getMany';
import { declare, perItem, type Operation } from '../n8n/operation';
import { getOutcomes } from '../outcome';
import { getOutcomeFields } from '../outcome/fields';
import { getReport } from '../report';
import { getReportFields } from '../report/form';
import { undocumented } from '../undocumented';

/** An operation: what the form shows, what it sends and what carries it out. */
export interface OperationRow {
	/** In the form. */
	name: string;
	/** In saved workflows. */
	value: string;
	/** What an AI agent reads, and the name of the node. */
	action: string;
	description: string;
	operation: Operation;
	fields: INodeProperties[];
}

/**
 * Every operation with its method and path (docs/api.md), in the order of the form. `{callsPath}` and
 * `{createPath}` are set in the credential.
 */
const OPERATIONS: Record<string, OperationRow[]> = {
	call: [
		{
			name: 'Place Call',
			value: 'create',
			action: 'Place real phone call',
			description: 'Let a voice assistant call a phone number. Each run places a real call.',
			operation: declare(
				{ method: 'POST', path: '{createPath}' },
				() => new CreateState(),
				createCalls,
			),
			fields: createFields,
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get call',
			description: 'Return one call with its summary and transcript',
			operation: perItem({ method: 'GET', path: '{callsPath}/{id}' }, getCall),
			fields: getFields,
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many calls',
			description: 'Return calls by date, status, keyword or another field',
			operation: perItem({ method: 'GET', path: '{callsPath}' }, getManyCalls),
			fields: getAllFields,
		},
		{
			name: 'Get Outcome',
			value: 'getOutcome',
			action: 'Get outcome of placed call',
			description: 'Wait until a placed call has ended, then return it',
			operation: declare({ method: 'GET', path: '{callsPath}' }, () => undefined, getOutcomes),
			fields: getOutcomeFields,
		},
		{
			name: 'Get Report',
			value: 'getReport',
			action: 'Get call report',
			description: 'Count the calls of a day, week or month, and write an email about them',
			operation: perItem({ method: 'GET', path: '{callsPath}' }, getReport),
			fields: getReportFields,
		},
	],
	calendar: [
		undocumented('calendar', 'get', '/public/calendars/{id}'),
		undocumented('calendar', 'getAll', '/public/calendars'),
	],
	company: [undocumented('company', 'get', '/public/company')],
	event: [
		undocumented('event', 'get', '/public/events/{id}'),
		undocumented('event', 'getAll', '/public/events'),
	],
};

/** The field Operation of each resource, with the fields of its operations. */
export const operationProperties: INodeProperties[] = Object.entries(OPERATIONS).flatMap(
	([resource, rows]) => [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options' as const,
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: rows.map(({ name, value, action, description, operation: { routing } }) => ({
				name,
				value,
				action,
				description,
				routing,
			})),
			// Opening the node is never one click from calling somebody.
			default: rows.some(({ value }) => value === 'getAll') ? 'getAll' : 'get',
		},
		...rows.flatMap(({ fields }) => fields),
	],
);

/** How n8n runs the operations; see n8n/operation.ts. */
export const customOperations = Object.fromEntries(
	Object.entries(OPERATIONS).map(([resource, rows]) => [
		resource,
		Object.fromEntries(rows.map(({ value, operation }) => [value, operation.custom])),
	]),
);
