/*
 * `npm run release:check -- v1.2.3`: whether this tag may be published. A second argument names
 * another folder than the repository. Needs nothing that is installed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, main } from './process/cliError.mjs';
import { root } from './setup/paths.mjs';

const [tag = '', folder = root] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), 'utf8');

/** The newest entry of the changelog: its version, and what stands below it. */
function newestEntry() {
	const [, entry = ''] = read('CHANGELOG.md').split(/^## /m);
	const [heading, ...lines] = entry.split('\n');
	return { version: /^\[?([^\]\s]*)/.exec(heading)[1], text: lines.join('\n').trim() };
}

/** What is wrong, a sentence each. Publishing cannot be taken back, so all of it is looked at. */
function* faults() {
	const { version, author, repository } = JSON.parse(read('package.json'));
	const lock = JSON.parse(read('package-lock.json'));
	const newest = newestEntry();
	// npm gives a version such as 1.2.3-rc.1 to everybody, as n8n's tool publishes it.
	if (!/^v\d+\.\d+\.\d+$/.test(tag)) yield `The tag "${tag}" is not of the form v1.2.3.`;
	if (tag !== `v${version}`) yield `package.json has the version ${version}.`;
	if (lock.version !== version || lock.packages[''].version !== version) {
		yield `package-lock.json has the version ${lock.version}. Run: npm install --package-lock-only`;
	}
	if (newest.version !== version) {
		yield `The newest entry of CHANGELOG.md is ${newest.version || 'missing'}.`;
	} else if (newest.text === '') {
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

await main(() => {
	const found = [...faults()];
	if (found.length > 0) throw new CliError(`${tag} cannot be published.`, found.join('\n'));
	console.log(`${tag} can be published.`);
});
