import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';

/*
 * What n8n leaves of a form: its editor saves what is shown and is not the default, and a run gets what
 * is shown, with the defaults (NodeHelpers.getNodeParameters, n8n 2.41.1).
 */
const { description } = new VoiceAssistantCalls();
const node = { typeVersion: 1 };
const saved = (fields: INodeProperties[], form: INodeParameters) =>
	NodeHelpers.getNodeParameters(fields, form, false, false, node, description);

describe('an option of Create that is added', () => {
	const { properties } = description;
	const field = properties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.[0] === 'create',
	);
	const options = field?.options as INodeProperties[];
	const formWith = ({ name, default: value }: INodeProperties) => ({
		resource: 'call',
		operation: 'create',
		options: { [name]: value },
	});

	test.each(options)('is kept as it arrives: $displayName', (option) => {
		const form = formWith(option);
		expect(saved(properties, form)?.options).toEqual(form.options);
	});
});
