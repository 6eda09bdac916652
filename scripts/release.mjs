/*
 * `npm run release:check -- v1.2.3`: whether this tag may be published. A second argument names
 * another folder than the repository. Needs nothing that is installed.
 *
 * `npm run release:checksum`, after a release: prints the checksum that npm has of this version, as n8n
 * wants it in N8N_COMMUNITY_PACKAGES, and puts it into the summary of a run at GitHub. It asks npm
 * instead of packing again, because n8n compares with what npm says.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError, main } from './process/cliError.mjs';
import { npm } from './setup/install.mjs';
import { root } from './setup/paths.mjs';

/** npm shows a new version everywhere after some minutes. */
const tries = 20;
const pauseMs = 15_000;

/** What is wrong, a sentence each. Publishing cannot be taken back, so all of it is looked at. */
function* faults(tag, folder) {
	const read = (name) => readFileSync(join(folder, name), 'utf8');
	const { version, author, repository } = JSON.parse(read('package.json'));
	const lock = JSON.parse(read('package-lock.json'));
	const [, entry = ''] = read('CHANGELOG.md').split(/^## /m);
	const [heading, ...text] = entry.split('\n');
	const newest = /^\[?([^\]\s]*)/.exec(heading)[1];
	// npm gives a version such as 1.2.3-rc.1 to everybody, as n8n's tool publishes it.
	if (!/^v\d+\.\d+\.\d+$/.test(tag)) yield `The tag "${tag}" is not of the form v1.2.3.`;
	if (tag !== `v${version}`) yield `package.json has the version ${version}.`;
	if (lock.version !== version || lock.packages[''].version !== version) {
		yield `package-lock.json has the version ${lock.version}. Run: npm install --package-lock-only`;
	}
	if (newest !== version) {
		yield `The newest entry of CHANGELOG.md is ${newest || 'missing'}.`;
	} else if (text.join('').trim() === '') {
		yield `The entry ${version} of CHANGELOG.md says nothing.`;
	}
	if (/\.example$/.test(author.email)) {
		yield 'The author in package.json is a placeholder: enter the owner of the npm account.';
	}
	const here = process.env.GITHUB_REPOSITORY;
	if (here && repository.url !== `git+https://github.com/${here}.git`) {
		yield `package.json names the repository ${repository.url}, and this is ${here}: npm refuses that.`;
	}
}

function check([tag = '', folder = root]) {
	const found = [...faults(tag, folder)];
	if (found.length > 0) throw new CliError(`${tag} cannot be published.`, found.join('\n'));
	console.log(`${tag} can be published.`);
}

async function checksumOf(name, version) {
	for (let attempt = 1; attempt <= tries; attempt += 1) {
		if (attempt > 1) await wait(pauseMs);
		const args = ['view', `${name}@${version}`, 'dist.integrity', '--prefer-online'];
		const checksum = await npm(args).catch(() => '');
		if (checksum.startsWith('sha512-')) return checksum.trim();
	}
	throw new CliError(
		`npm has no checksum of ${name} ${version} yet.`,
		`Ask again later: npm view ${name}@${version} dist.integrity`,
	);
}

async function printChecksum() {
	const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const checksum = await checksumOf(name, version);
	const line = `N8N_COMMUNITY_PACKAGES='${JSON.stringify([{ name, version, checksum }])}'`;
	console.log(line);
	const summary = process.env.GITHUB_STEP_SUMMARY;
	if (summary) appendFileSync(summary, `\`\`\`sh\n${line}\n\`\`\`\n`);
}

const [command, ...args] = process.argv.slice(2);
await main(async () => await (command === 'check' ? check(args) : printChecksum()));
