/* The process that fewFiles.js starts: reads what to run, and writes what came of it. */
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
require('../setup.js');
require('tsx/cjs');
const { runNode } = require('./engine.ts');

async function main() {
	const { items, error } = await runNode(JSON.parse(readFileSync(0, 'utf8')));
	const limit = Number(execFileSync('sh', ['-c', 'ulimit -n']));
	process.stdout.write(JSON.stringify({ limit, items: items.length, error }));
}

void main();
