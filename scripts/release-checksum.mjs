/*
 * `npm run release:checksum`, after a release: prints the checksum that npm has of this version, as n8n
 * wants it in N8N_COMMUNITY_PACKAGES, and puts it into the summary of a run at GitHub. It asks npm
 * instead of packing again, because n8n compares with what npm says.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError, main } from './process/cliError.mjs';
import { npm } from './setup/npm.mjs';
import { root } from './setup/paths.mjs';

/** npm shows a new version everywhere after some minutes. */
const tries = 20;
const pauseMs = 15_000;

async function checksumOf(name, version) {
	for (let attempt = 1; attempt <= tries; attempt += 1) {
		if (attempt > 1) await wait(pauseMs);
		const args = ['view', `${name}@${version}`, 'dist.integrity', '--prefer-online'];
		const checksum = await npm(args, { cwd: root }).catch(() => '');
		if (checksum.startsWith('sha512-')) return checksum.trim();
	}
	throw new CliError(
		`npm has no checksum of ${name} ${version} yet.`,
		`Ask again later: npm view ${name}@${version} dist.integrity`,
	);
}

await main(async () => {
	const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const checksum = await checksumOf(name, version);
	const line = `N8N_COMMUNITY_PACKAGES='${JSON.stringify([{ name, version, checksum }])}'`;
	console.log(line);
	const summary = process.env.GITHUB_STEP_SUMMARY;
	if (summary) appendFileSync(summary, `\`\`\`sh\n${line}\n\`\`\`\n`);
});
