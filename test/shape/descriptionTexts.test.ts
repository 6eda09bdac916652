import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { description, everyParameter, operations, properties } from '../support/description';

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
