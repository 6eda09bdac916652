/*
 * `npm run bench:queue`: calls placed a second in n8n's queue mode, with one, two and four workers, for
 * the table of bench/README.template.md. Prints it; fails on nothing but a wrong number of calls. The options
 * `--delays 20,200`, `--workers 1,2,4` and `--calls 400` measure less.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliError, main } from '../scripts/process/cliError.mjs';
import { say } from '../scripts/process/screen.mjs';
import { Undo } from '../scripts/process/undo.mjs';
import { n8nHome } from '../scripts/setup/paths.mjs';
import { until } from '../test/e2e/rig.mjs';
import { haveWorkers, openRig, post, publishCampaign } from '../test/queue/rig.mjs';

const listLength = 100;
const atOnce = 10;
const kB = 1024;

const { values } = parseArgs({
	options: {
		delays: { type: 'string', default: '20,200' },
		workers: { type: 'string', default: '1,2,4' },
		calls: { type: 'string', default: '400' },
	},
});
const numbersIn = (text) => text.split(',').map(Number);
const calls = Number(values.calls);
const phones = Array.from(
	{ length: calls },
	(_, index) => `+49301${String(index).padStart(6, '0')}`,
);

/** Resident memory of the processes of n8n, in MB. */
function memory() {
	const lines = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' }).split('\n');
	const of = (command) =>
		lines
			.filter((line) =>
				line.includes(join(n8nHome, 'node_modules', 'n8n', 'bin', `n8n ${command}`)),
			)
			.map((line) => Math.round(Number.parseInt(line, 10) / kB));
	return { main: of('start'), workers: of('worker') };
}

/** Sends bodies to a webhook, some at a time. */
async function sendAll(rig, path, bodies) {
	const rest = [...bodies];
	const send = async () => {
		for (let body = rest.shift(); body; body = rest.shift()) {
			const { status } = await post(rig, path, body);
			if (status !== 200) throw new CliError(`n8n answered ${status}.`);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, send));
}

async function measure(rig, path, bodies) {
	rig.sandbox.clear();
	const began = Date.now();
	await sendAll(rig, path, bodies);
	await until('all are called', () => rig.sandbox.placed.length >= calls);
	const seconds = (Date.now() - began) / 1000;
	if (rig.sandbox.placed.length !== calls) throw new CliError('Somebody was called twice.');
	return (calls / seconds).toFixed(1);
}

await main(async () => {
	const undo = new Undo();
	undo.onSignals();
	try {
		const rig = await openRig(undo);
		await publishCampaign(rig, 'Throughput', 'throughput', {});
		const single = phones.map((phone) => ({ leads: [{ phone }] }));
		const lists = [];
		for (let from = 0; from < calls; from += listLength) {
			lists.push({ leads: phones.slice(from, from + listLength).map((phone) => ({ phone })) });
		}
		say(
			'| Workers | Answer of the service | One execution per lead | One per list of 100 | Memory: main, workers |',
		);
		say('| ---: | ---: | ---: | ---: | --- |');
		const names = [];
		for (const count of numbersIn(values.workers)) {
			while (names.length < count) names.push(`worker-${names.length + 1}`);
			await haveWorkers(rig, names);
			// What is compiled at the first use is not measured.
			rig.sandbox.clear();
			const first = single.slice(0, 2 * count);
			await sendAll(rig, 'throughput', first);
			await until('the first are called', () => rig.sandbox.placed.length === first.length);
			for (const delayMs of numbersIn(values.delays)) {
				rig.sandbox.settings.delayMs = delayMs;
				const perLead = await measure(rig, 'throughput', single);
				const perList = await measure(rig, 'throughput', lists);
				const {
					main: [own],
					workers,
				} = memory();
				say(
					`| ${count} | ${delayMs} ms | ${perLead}/s | ${perList}/s | ${own} MB, ${workers.join(' + ')} MB |`,
				);
			}
		}
	} finally {
		await undo.all();
	}
});
