import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';

/* The description of the node, taken apart. */

export const { description, methods } = new VoiceAssistantCalls() as INodeType;
export const { properties } = description;

/** The values of a list. */
export const valuesOf = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

export const resources = valuesOf(
	properties.find(({ name }) => name === 'resource') as INodeProperties,
);
/** The field Operation of every resource. */
export const operationLists = properties.filter(({ name }) => name === 'operation');
export const operations = operationLists.flatMap(({ displayOptions, options }) =>
	(options as INodePropertyOptions[]).map((option) => ({
		resource: String(displayOptions?.show?.resource?.[0]),
		option,
	})),
);
/** All other fields. */
export const fields = properties.filter(({ name }) => !['resource', 'operation'].includes(name));

/** Every parameter, those inside collections included. */
export function everyParameter(list: INodeProperties[]): INodeProperties[] {
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
