/* This node, as people set it up. */
import { runChain, thisNode, useExpressions } from './n8n.mjs';
import { people } from './people.mjs';

/**
 * @param contestant With `areWrong`, all phone numbers lack their country code. With `operation`, lists are
 * read by Get Report, or by Get Many as raw records.
 */
export async function prepare({ expressions, areWrong = false, operation }, connection) {
	await useExpressions(expressions);
	const run = async (work) => {
		if (work.kind === 'list') {
			return await runChain(connection, [{ ...thisNode, parameters: reading(work, operation) }]);
		}
		const parameters = create(work, areWrong);
		const running = runChain(connection, [{ ...thisNode, parameters }], people(work.count));
		return areWrong ? await running.catch(refused) : await running;
	};
	return { run };
}

const getMany = ({ limit, yesterday }) => ({
	resource: 'call',
	operation: 'getAll',
	...(limit === undefined ? { returnAll: true } : { returnAll: false, limit }),
	dateRange: yesterday === undefined ? 'any' : 'yesterday',
});

const reading = (work, operation) => {
	if (operation === 'getReport') return getReport;
	return { ...getMany(work), ...(operation === 'raw' && { output: 'raw' }) };
};

/** Over everything there is, without a period before it. */
const getReport = {
	resource: 'call',
	operation: 'getReport',
	dateRange: 'custom',
	startedAfter: '2001-01-01',
	options: { compareWithPrevious: false },
};

function refused(error) {
	if (/Nobody was called/.test(error.message)) return 0;
	throw error;
}

const create = ({ callsAtOnce, options }, areWrong) => ({
	resource: 'call',
	operation: 'create',
	assistantId: { __rl: true, mode: 'id', value: '={{ $json.assistant }}' },
	phoneNumber: areWrong ? '={{ $json.phone.slice(2) }}' : '={{ $json.phone }}',
	variables: {
		variable: [
			{ name: 'first_name', value: '={{ $json.name }}' },
			{ name: 'company', value: '={{ $json.company }}' },
		],
	},
	options: { ...options, ...(callsAtOnce > 1 && { requestsAtOnce: callsAtOnce }) },
});
