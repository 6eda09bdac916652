import { fileURLToPath } from 'node:url';
import { CliError } from '../scripts/process/cliError.mjs';
import { end, launch } from '../scripts/process/launch.mjs';
import { say } from '../scripts/process/screen.mjs';
import { nodeForN8n } from '../scripts/setup/n8n.mjs';

const graceMs = 10_000;
const script = (name) => fileURLToPath(new URL(`processes/${name}.mjs`, import.meta.url));

/**
 * Runs a case: every contestant once in each round, one after another, so that whatever else the
 * machine does meets all of them alike.
 * @param {object} oneCase See cases.mjs.
 * @param {number} rounds
 * @param {NodeJS.ProcessEnv} env For the processes.
 * @returns {Promise<Map<string, object[]>>} The runs of each contestant, by its name.
 * @throws {CliError} When a contestant made another number of requests than it must, or lost records.
 */
export async function play(oneCase, rounds, env) {
	const runs = new Map(oneCase.contestants.map(({ name }) => [name, []]));
	const services = new Map();
	const serviceFor = async (options) => {
		const key = JSON.stringify(options);
		if (!services.has(key)) services.set(key, await startService(key, env));
		return services.get(key);
	};
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const contestant of oneCase.contestants) {
				const service = await serviceFor(contestant.service ?? oneCase.service);
				const run = await measure(oneCase, contestant, service, env);
				check(oneCase, contestant, run);
				runs.get(contestant.name).push(run);
			}
			say(`  ${oneCase.name}: round ${round} of ${rounds}`);
		}
	} finally {
		for (const { child } of services.values()) await stop(child);
	}
	return runs;
}

async function startService(options, env) {
	const child = start('service', [options], env);
	return { child, connection: await nextMessage(child) };
}

/** One run of one contestant, in a fresh process. */
async function measure({ work, warmUp, faults = [] }, contestant, service, env) {
	const job = JSON.stringify({ contestant, work, warmUp, connection: service.connection });
	const child = start('measured', [job], env);
	try {
		await nextMessage(child);
		await tell(service.child, { do: 'begin', faults });
		const { result } = await tell(child, { do: 'begin' });
		const { counts } = await tell(service.child, { do: 'end' });
		return { ...result, ...counts };
	} finally {
		await stop(child);
	}
}

/** Times are never judged here: they are the machine's. */
function check({ name, work }, contestant, run) {
	const placed = work.kind === 'create' ? contestant.requests : 0;
	const connections = contestant.reuse ? run.connections : contestant.requests;
	const { mostAtOnce = run.mostAtOnce } = contestant;
	const expected = { requests: contestant.requests, connections, placed, mostAtOnce };
	for (const [what, number] of Object.entries({ ...expected, items: contestant.items })) {
		if (run[what] === number) continue;
		throw new CliError(
			`${name}, ${contestant.name}: ${what} must be ${number}, but was ${run[what]}.`,
		);
	}
	if (contestant.reuse && run.connections > 2) {
		throw new CliError(`${name}, ${contestant.name}: ${run.connections} connections, none reused.`);
	}
}

function start(name, args, env) {
	// The flag lets a run begin with a clean heap.
	const child = launch(nodeForN8n(), ['--expose-gc', script(name), ...args], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		env,
	});
	child.setMaxListeners(0);
	return child;
}

async function stop(child) {
	await end(child, graceMs);
}

async function tell(child, message) {
	const answer = nextMessage(child);
	child.send(message);
	return await answer;
}

async function nextMessage(child) {
	return await new Promise((resolve, reject) => {
		const over = (code) => reject(new CliError(`A process of the benchmark ended (${code}).`));
		child.once('exit', over);
		child.once('message', (message) => {
			child.off('exit', over);
			resolve(message);
		});
	});
}
