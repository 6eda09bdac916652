/* The process that fewFiles.js starts: reads what to run, and writes what came of it. */
const { execFileSync } = require('node:child_process');
const { closeSync, openSync, readFileSync } = require('node:fs');
require('../setup.js');
require('tsx/cjs');
const { runNode } = require('./engine.ts');

const nowhere = 'http://127.0.0.1:1';

/** Opens files until the system gives no more. */
function useUp() {
	const files = [];
	try {
		for (;;) files.push(openSync('/dev/null', 'r'));
	} catch {
		return files;
	}
}

async function main() {
	const { options, usedUp } = JSON.parse(readFileSync(0, 'utf8'));
	const limit = Number(execFileSync('sh', ['-c', 'ulimit -n']));
	// n8n loads what it needs with the first request: one to where nobody listens.
	if (usedUp)
		await runNode({ ...options, credential: { ...options.credential, baseUrl: nowhere } });
	const files = usedUp ? useUp() : [];
	const { items, error } = await runNode(options);
	for (const file of files) closeSync(file);
	process.stdout.write(JSON.stringify({ limit, items: items.length, error }));
}

void main();
