import * as ts from 'typescript';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import {
	VoiceAssistantCalls,
	VoiceAssistantCallsApi,
	VoiceAssistantCallsTrigger,
} from '../support/built';
import { partsOf } from './fields';
import { filesBelow, read } from './files';

/* The plain English of n8n's interface, as far as a machine can tell. */

const MAX_SENTENCE_LENGTH = 25;

const nodes = [new VoiceAssistantCalls(), new VoiceAssistantCallsTrigger()].map(
	({ description }) => description as INodeTypeDescription,
);
const fields = [...nodes, new VoiceAssistantCallsApi()].flatMap(({ properties }) =>
	[...partsOf(properties)].map(([, part]) => part),
);

/** The texts of the form, markup taken out. */
const formTexts = [
	...nodes.map(({ description }) => description),
	...fields.flatMap(({ displayName, description, hint, placeholder }) => [
		displayName,
		description,
		hint,
		placeholder,
	]),
]
	.filter((text): text is string => typeof text === 'string' && text !== '')
	.map((text) => text.replace(/<[^>]*>/g, ''));

/** Every text in the sources that is longer than a word: errors, advice, reasons, hints. */
const sourceTexts = filesBelow('nodes')
	.filter((path) => path.endsWith('.ts'))
	.flatMap((path) => {
		const texts: string[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isStringLiteralLike(node)) texts.push(node.text);
			if (ts.isTemplateExpression(node)) {
				texts.push(
					[node.head, ...node.templateSpans.map(({ literal }) => literal)]
						.map(({ text }) => text)
						.join('…'),
				);
			}
			ts.forEachChild(node, visit);
		};
		visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
		return texts;
	})
	.filter((text) => text.includes(' '));

test('no sentence of the form is longer than a breath', () => {
	expect(formTexts.length).toBeGreaterThan(150);
	const sentences = formTexts.flatMap((text) => text.split(/(?<=[.:?]) /));
	const long = sentences.filter((sentence) => sentence.split(/\s+/).length > MAX_SENTENCE_LENGTH);
	expect(long).toEqual([]);
});

test('an error quotes the label of a field', () => {
	const labels = fields
		.map(({ displayName }) => displayName?.replace(/ \(.*\)$/, ''))
		.filter((label): label is string => /^[A-Z]\w+ [A-Z]/.test(label ?? ''))
		// A name of something else as well.
		.filter((label) => !/^(Get Many|Get Outcome|Call Ended|Call Started)$/.test(label));
	expect(new Set(labels).size).toBeGreaterThan(25);
	const inForm = new Set(formTexts);
	const bare = sourceTexts
		.filter((text) => /[.,:…]|'/.test(text) && !inForm.has(text.replace(/<[^>]*>/g, '')))
		.flatMap((text) =>
			labels
				.filter((label) => new RegExp(`(?<!')\\b${label}\\b(?!')`).test(text))
				.map((label) => `${label}: ${text}`),
		);
	expect([...new Set(bare)]).toEqual([]);
});

test('a field of the credential that is hidden at first is named with the switch that shows it', () => {
	const { properties, test: connection } = new VoiceAssistantCallsApi() as ICredentialType;
	const hidden = properties
		.filter(({ displayOptions }) => displayOptions?.show?.advanced)
		.map(({ displayName }) => `'${displayName}'`);
	expect(new Set(hidden).size).toBe(5);
	const sentences = connection?.rules?.map(({ properties: { message } }) => message) ?? [];
	const bare = [...formTexts, ...sourceTexts, ...sentences].filter(
		(text) => hidden.some((label) => text.includes(label)) && !text.includes("'Advanced'"),
	);
	// Titles; their advice names it.
	expect(new Set(bare)).toEqual(
		new Set([
			"'Key Header' is …, which is not valid",
			"'Page Size' is set, but 'Page Size Parameter' in the credential is empty",
		]),
	);
});
