import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { nodeForN8n } from '../scripts/setup/n8n.mjs';
import { n8nHome, root } from '../scripts/setup/paths.mjs';

const template = new URL('README.template.md', import.meta.url);
const document = join(root, 'bench', 'README.md');
const mebibyte = 1024 ** 2;

const whole = (number) => Math.round(number).toLocaleString('en');
const megabytes = (bytes) => whole(bytes / mebibyte);
const factor = (number) => (Number.isFinite(number) ? number.toFixed(2) : '');

const columns = [
	['Who', ({ name }) => name],
	['Wall ms', ({ wallMs }) => whole(wallMs)],
	['CPU ms', ({ cpuMs }) => whole(cpuMs)],
	['Longest block ms', ({ blockMs }) => whole(blockMs)],
	['Peak MB', ({ peakBytes }) => megabytes(peakBytes)],
	['Grown MB', ({ grownBytes }) => megabytes(grownBytes)],
	['Requests', ({ requests }) => whole(requests)],
	['Wall / fetch', ({ wallMs, fetch }) => factor(wallMs / fetch?.wallMs)],
	['Peak / fetch', ({ peakBytes, fetch }) => factor(peakBytes / fetch?.peakBytes)],
	['Wall / HTTP Request', ({ wallMs, other }) => factor(wallMs / other?.wallMs)],
	['CPU / HTTP Request', ({ cpuMs, other }) => factor(cpuMs / other?.cpuMs)],
	['Peak / HTTP Request', ({ peakBytes, other }) => factor(peakBytes / other?.peakBytes)],
];

/** What the page shows; the screen has all columns, and n8n's former engine for expressions as well. */
const documented = {
	columns: [
		...['Who', 'Wall ms', 'CPU ms', 'Longest block ms', 'Peak MB', 'Requests'],
		'CPU / HTTP Request',
	],
	isShown: ({ name }) => !/legacy|reused/.test(name),
};

/** What a contestant is compared with: the bare loop, and what else people build in n8n. */
function rowsOf(medians) {
	return [...medians].map(([name, row]) => {
		const [, expressions, pages = ''] = /, (legacy|vm)(, .* pages)?$/.exec(name) ?? [];
		const ofLoop = /^fetch(, .* pages)?/.exec(name);
		const other = ['HTTP Request', 'HTTP Request, fields']
			.map((way) => medians.get(`${way}, ${expressions}`))
			.find((found) => found !== undefined && found !== row);
		return { name, ...row, fetch: medians.get(`fetch${ofLoop?.[1] ?? pages}`), other };
	});
}

const everything = { columns: columns.map(([title]) => title), isShown: () => true };

const filled = (medians, { columns: titles, isShown } = everything) => {
	const wanted = columns.filter(([title]) => titles.includes(title));
	const rows = rowsOf(medians)
		.filter(isShown)
		.map((row) => wanted.map(([, cell]) => cell(row)));
	// A column in which nobody has a number is left out.
	const shown = wanted.map((_, index) => rows.some((row) => row[index] !== ''));
	const only = (row) => row.filter((_, index) => shown[index]);
	return { head: only(wanted.map(([title]) => title)), rows: rows.map(only) };
};

/** A case as a table for the screen. */
export function tableFor(medians) {
	const { head, rows } = filled(medians);
	const widths = head.map((_, index) =>
		Math.max(...[head, ...rows].map((row) => row[index].length)),
	);
	const line = (row) =>
		row
			.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
			.join('  ');
	return [head, ...rows].map((row) => `  ${line(row)}`).join('\n');
}

/**
 * Writes bench/README.md: the words of the template around what was measured.
 * @param {object[]} cases See cases.mjs.
 * @param {Map<string, Map<string, object>>} results The medians of every case.
 * @param {number} rounds
 */
export async function writeDocument(cases, results, rounds) {
	const parts = {
		machine: machine(rounds),
		results: cases
			.map(({ name, title }) => {
				const { head, rows } = filled(results.get(name), documented);
				return `### ${title}\n\n${markdownTable(head, rows)}`;
			})
			.join('\n\n'),
	};
	const text = readFileSync(template, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, part) => parts[part]);
	const { format, resolveConfig } = await import('prettier');
	const options = { ...(await resolveConfig(document)), filepath: document };
	writeFileSync(document, await format(text, options));
}

function machine(rounds) {
	const processors = cpus();
	const read = (...path) =>
		JSON.parse(readFileSync(join(n8nHome, 'node_modules', ...path), 'utf8'));
	const versionOf = (name) => read(name, 'package.json').version;
	const node = execFileSync(nodeForN8n(), ['--version'], { encoding: 'utf8' }).trim().slice(1);
	return [
		`${processors[0].model.trim()}, ${processors.length} cores, ${whole(totalmem() / 1024 ** 3)} GB of memory`,
		`Node.js ${node} on ${process.platform}`,
		`n8n ${versionOf('n8n')} (n8n-core ${versionOf('n8n-core')}, n8n-nodes-base ${versionOf('n8n-nodes-base')})`,
		`medians of ${rounds} alternating runs`,
	]
		.map((line) => `- ${line}`)
		.join('\n');
}

const markdownTable = (head, rows) =>
	[head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
		.map((row) => `| ${row.join(' | ')} |`)
		.join('\n');
