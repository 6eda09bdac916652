import type { IDataObject } from 'n8n-workflow';

import { idOfNamed, notCalledLine, readAloud, unknownAssistant } from '../../nodes/outcome/hints';
import { unfilledPlaceholders } from '../../nodes/outcome/output';
import { Call } from '../../nodes/service/call';
import type { ItemContext } from '../../nodes/n8n/itemContext';
import type { ItemResult } from '../../nodes/n8n/operation';

/** The line below items with these results, each of which came with a number of its own. */
function lineFor(results: IDataObject[], field = (index: number): unknown => `+49${index}`) {
	const items = results.map((_, index) => ({
		index,
		field: (name: string) => (name === 'phone_number' ? field(index) : 'another field'),
	}));
	const found = results.map((json) => (json.error ? json : { records: [json] }));
	return notCalledLine(items as unknown as ItemContext[], found as ItemResult[]);
}

it('who was not called is told with the reason', () => {
	const called = { outcome: 'ended' };
	const skipped = { outcome: 'notCalled', reason: 'Late' };
	expect(lineFor([called])).toBeUndefined();
	expect(lineFor([{ error: 'No' }, skipped])).toBe('1 of 2 was not called.\n• +491: Late');
	expect(lineFor([skipped])).toBe('Nobody was called.\n• +490: Late');
	expect(lineFor([called, skipped])).toBe('1 of 2 was not called.\n• +491: Late');
	const many = Array<IDataObject>(1500).fill(called).concat(Array(1001).fill(skipped));
	expect(lineFor(many)).toMatch(/^1,001 of 2,501 were not called\.\n/);
	expect(lineFor([skipped], () => undefined)).toBe('Nobody was called.\n• Item 0: Late');
});

it.each([
	['', { a: 'Ada' }, undefined],
	['a', { a: 'Ada' }, undefined],
	['b', {}, undefined],
	['b', { a: 'Ada' }, 'assistant "b". Check \'Assistant\' where the call is placed.'],
	['ADA', { c: 'Cid', a: 'Ada' }, 'assistant "ADA": that is a name. Its ID is "a".'],
])('an assistant that no call has is told: %j', (id, listed, told) => {
	const whole = told && `No listed call has the ${told}`;
	expect(unknownAssistant(id, new Map(Object.entries(listed)))).toBe(whole);
});

it.each([
	['Ada', 'a'],
	['', undefined],
	['a', undefined],
	['Cid', undefined],
])('the name %j is that of the assistant %j', (entered, id) => {
	const listed = new Map(Object.entries({ a: 'ADA', b: '', c: 'a' }));
	expect(idOfNamed(entered, listed)).toBe(id);
});

it('placeholders that the assistant read aloud are told', () => {
	const said = (...texts: unknown[]) => ({ Transcript: texts }) as IDataObject;
	const ai = (Text: unknown) => ({ Role: 'AI', Text });
	const read = (record: IDataObject) => readAloud(unfilledPlaceholders(new Call(record)));
	expect(read({ Transcript: '{a}' })).toBeUndefined();
	expect(read(said(null, ai(7), ai('Hello'), { Role: 'User', Text: '{a}' }))).toBeUndefined();
	expect(read(said(ai('Hello {first_name}!')))).toBe(
		"The assistant said {first_name}. Add this variable under 'Variables' where the call is placed.",
	);
	expect(read(said(ai('{a}, {ä-1.b}'), ai('and {c}')))).toBe(
		"The assistant said {a}, {ä-1.b}, {c}. Add these variables under 'Variables' where the call is placed.",
	);
});

it.each([
	...['{a}', '{First Name}', '{{ key }}', '{{{key}}}', '{{ $json.first_name }}', '{1}', '${name}'],
	...['%first_name%', '[first_name]', '<company_name_2>', '{$name}'],
	...['{{.Name}}', '{!Contact.Name}', '{% name %}', '%First Name%', '[[name]]', '<<first name>>'],
])('may look like %s', (placeholder) => {
	const Transcript = [{ Role: 'AI', Text: `Hello ${placeholder}!` }];
	const [found] = unfilledPlaceholders(new Call({ Transcript }));
	expect(placeholder).toContain(found);
	expect(found.length).toBeGreaterThan(placeholder.length - 2);
});

it.each([
	...['[laughs]', '<unclear>', '[Anruf beendet]', '{}', '{ }', '5 % or 6%', '50% of 60%', '[1]'],
	...['{"a": 1}', `{${'x'.repeat(62)}}`, 'a_b'],
])('does not look like %s', (Text) => {
	expect(unfilledPlaceholders(new Call({ Transcript: [{ Role: 'AI', Text }] }))).toEqual([]);
});
