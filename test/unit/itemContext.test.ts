import { ItemContext, type NodeContext } from '../../nodes/n8n/itemContext';
import { VoiceAssistantCalls } from '../../nodes/VoiceAssistantCalls/VoiceAssistantCalls.node';
import { VoiceAssistantCallsTrigger } from '../../nodes/VoiceAssistantCallsTrigger/VoiceAssistantCallsTrigger.node';
import { refusalOf } from '../support/userError';

/** An item with these fields, of a node with these parameters. It reads what it is asked for. */
function itemOf(
	json: unknown,
	parameters: object = {},
	read: (...asked: unknown[]) => unknown = (...asked) => asked,
): ItemContext {
	const n8n = { getNode: () => ({ parameters }), getTimezone: () => 'Europe/Berlin' };
	const request = { method: 'GET', path: '/public/calls' } as const;
	return new ItemContext(n8n as never as NodeContext, 0, {}, request, json, read);
}

it('reads fields by their name, and what was chosen in a resource locator', () => {
	const item = itemOf({ lead: 7 });
	expect(item.parameter('limit', 50)).toEqual(['limit', 50]);
	expect(item.chosen('callId')).toEqual(['callId', '', { extractValue: true }]);
	expect([item.timezone, item.field('lead'), item.field('no')]).toEqual([
		'Europe/Berlin',
		7,
		undefined,
	]);
	expect(itemOf(undefined).field('lead')).toBeUndefined();
});

const fields = [new VoiceAssistantCalls(), new VoiceAssistantCallsTrigger()].flatMap((node) =>
	node.description.properties
		.filter(({ type }) => !['hidden', 'notice'].includes(type))
		.map(({ name, displayName }) => [displayName.replace(/ Name or ID$| \(Minutes\)$/, ''), name]),
);

it.each(fields)('says that %s cannot be evaluated', (label, name) => {
	const item = itemOf({}, {}, () => {
		throw new Error('No such node');
	});
	const refusal = { message: `'${label}' cannot be evaluated: No such node`, advice: '' };
	expect(refusalOf(() => item.parameter(name))).toEqual(refusal);
	expect(refusalOf(() => item.chosen(name))).toEqual(refusal);
});

it('knows an expression by its beginning', () => {
	const values = { a: '={{ $json.a }}', b: '2026-01-01 =', c: '', d: 1, e: { '=': '=' }, f: null };
	const item = itemOf({}, values);
	const found = [...Object.keys(values), 'no'].filter((name) => item.isExpression(name));
	expect(found).toEqual(['a']);
});

it.each([undefined, null, 'text', 7, [{}]])('refuses an item whose fields are %j', (json) => {
	expect(refusalOf(() => itemOf(json).assertHasFields())).toEqual({
		message: 'The input item has no fields: its "json" is not an object',
		advice:
			'Check the node before this one. Each of its items must have the form { "json": { … } }.',
	});
	expect(() => itemOf({}).assertHasFields()).not.toThrow();
});
