/* This node, as people set it up. */
import { runChain, thisNode, useExpressions } from './n8n.mjs';
import { people } from './people.mjs';

export async function prepare({ expressions }, connection) {
	await useExpressions(expressions);
	const run = async (work) =>
		work.kind === 'create'
			? await runChain(connection, [{ ...thisNode, parameters: create(work) }], people(work.count))
			: await runChain(connection, [{ ...thisNode, parameters: getMany(work) }]);
	return { run };
}

const getMany = ({ limit, yesterday }) => ({
	resource: 'call',
	operation: 'getAll',
	...(limit === undefined ? { returnAll: true } : { returnAll: false, limit }),
	dateRange: yesterday === undefined ? 'any' : 'yesterday',
});

const create = ({ callsAtOnce }) => ({
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: '={{ $json.assistant }}' },
	phoneNumber: '={{ $json.phone }}',
	variables: {
		variable: [
			{ name: 'first_name', value: '={{ $json.name }}' },
			{ name: 'company', value: '={{ $json.company }}' },
		],
	},
	options: callsAtOnce === 1 ? {} : { requestsAtOnce: callsAtOnce },
});
