/*
 * Whether the parameters of a saved node exist in a description. Shared by the shape tests and the
 * end-to-end tests, of which the latter ask a running n8n for the descriptions of its own nodes.
 */

const isExpression = (value) => typeof value === 'string' && value.startsWith('=');
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Whether a parameter is shown beside the others. Only plain values of parameters in the same list
 * are compared; conditions on the version or on another list (`@version`, `/resource`) pass.
 */
function isShown({ displayOptions }, values) {
	const { show = {}, hide = {} } = displayOptions ?? {};
	const rulesOf = (rules) =>
		Object.entries(rules).filter(
			([name, wanted]) => !/^[@/]/.test(name) && wanted.every((entry) => typeof entry !== 'object'),
		);
	return (
		rulesOf(show).every(
			([name, wanted]) => isExpression(values[name]) || wanted.includes(values[name]),
		) && !rulesOf(hide).some(([name, unwanted]) => unwanted.includes(values[name]))
	);
}

/** The values that the form would have. Of parameters with the same name the first is asked. */
function withDefaults(properties, values) {
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	return { ...Object.fromEntries(defaults.reverse()), ...values };
}

function problemsOfValue(property, value, path) {
	if (isExpression(value)) return [];
	const { type, options = [] } = property;
	const values = options.map((option) => option.value);
	// A list that n8n fills while the form is open holds no values in the description.
	const isOpen = property.typeOptions?.loadOptionsMethod || property.typeOptions?.loadOptions;
	switch (type) {
		case 'options':
			return isOpen || values.includes(value) ? [] : [`${path} cannot be "${value}"`];
		case 'multiOptions':
			return isOpen
				? []
				: value.filter((one) => !values.includes(one)).map((one) => `${path} cannot hold "${one}"`);
		case 'resourceLocator': {
			const modes = property.modes.map(({ name }) => name);
			const isRight = isObject(value) && value.__rl === true && modes.includes(value.mode);
			return isRight ? [] : [`${path} is no resource locator of the modes ${modes.join(', ')}`];
		}
		case 'collection':
			return problemsOfList(options, value, path);
		case 'fixedCollection':
			return Object.entries(value).flatMap(([name, rows]) => {
				const group = options.find((option) => option.name === name);
				if (group === undefined) return [`${path}.${name} does not exist`];
				const isList = property.typeOptions?.multipleValues === true;
				if (isList !== Array.isArray(rows)) {
					return [`${path}.${name} is ${isList ? 'no list' : 'a list'}`];
				}
				return [rows].flat().flatMap((row) => problemsOfList(group.values, row, `${path}.${name}`));
			});
		case 'boolean':
		case 'number':
			return typeof value === type ? [] : [`${path} is no ${type}`];
		case 'string':
			return ['string', 'number'].includes(typeof value) ? [] : [`${path} is no text`];
		default:
			return [];
	}
}

function problemsOfList(properties, values, path) {
	const all = withDefaults(properties, values);
	return Object.entries(values).flatMap(([name, value]) => {
		const where = path === '' ? name : `${path}.${name}`;
		const named = properties.filter((property) => property.name === name);
		if (named.length === 0) return [`${where} does not exist`];
		const shown = named.filter((property) => isShown(property, all));
		if (shown.length === 0) return [`${where} is not shown with the other parameters`];
		const found = shown.map((property) => problemsOfValue(property, value, where));
		return found.find((problems) => problems.length === 0) ?? found[0];
	});
}

/**
 * @param {Pick<import('n8n-workflow').INodeTypeDescription, 'properties'>} description of the node's type
 * @param {object} parameters as they are saved
 * @returns {string[]} what does not exist in the description, in words; empty if all is well
 */
function problemsOfParameters(description, parameters) {
	return problemsOfList(description.properties, parameters, '');
}

module.exports = { problemsOfParameters };
