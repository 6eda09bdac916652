import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { VoiceAssistantCallsApi } from '../../credentials/VoiceAssistantCallsApi.credentials';
import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';

/*
 * What n8n leaves of a form: its editor saves what is shown and is not the default, and a run gets what
 * is shown, with the defaults (NodeHelpers.getNodeParameters, n8n 2.41.1).
 */
const { description } = new VoiceAssistantCalls();
const node = { typeVersion: 1 };
const saved = (fields: INodeProperties[], form: INodeParameters) =>
	NodeHelpers.getNodeParameters(fields, form, false, false, node, description);
const given = (fields: INodeProperties[], form: INodeParameters) =>
	NodeHelpers.getNodeParameters(fields, form, true, false, node, description);

test.each([{}, { advanced: false }, { advanced: true }])(
	'the advanced fields of a credential with %j are kept, shown or not',
	(advanced) => {
		const { properties } = new VoiceAssistantCallsApi();
		const names = {
			...{ createPath: '/public/calls', callsPath: '/calls', keyHeader: 'authorization' },
			...{ cursorParameter: 'after', pageSizeParameter: 'limit' },
		};
		expect(saved(properties, { ...names, ...advanced })).toMatchObject(names);
		expect(given(properties, { ...names, ...advanced })).toMatchObject({ ...names, ...advanced });
		const form = { advanced: false, ...advanced };
		const shown = properties
			.filter(({ name }) => name in names)
			.filter((field) => NodeHelpers.displayParameter(form, field, node, description));
		expect(shown.map(({ type }) => type !== 'hidden')).toEqual(Array(5).fill(form.advanced));
	},
);

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
